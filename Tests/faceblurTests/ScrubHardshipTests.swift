import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Disks, folders and photos that give way while a collection is scrubbed.
@Suite struct ScrubHardshipTests {
  private static let mayMount = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.runToEnd()) != nil else { return false }
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: mayMount))
  func goesOnWhenThereIsRoomAgain() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(30)
    try scratch.makeFolder("out")
    try scratch.makeFolder("copy")
    // A disk of its own, too small at first.
    let script = """
      mount -t tmpfs -o size=48k none out || exit 99
      "$0" "$@"; first=$?
      mount -o remount,size=64m out; cp -a out copy/first
      "$0" "$@"; second=$?
      cp -a out copy/second; echo "codes $first $second"
      """
    let outcome = try scratch.scrub(prefix: ["unshare", "-rm", "sh", "-c", script])
    #expect(outcome.output.contains("codes 73 0"), "\(outcome.output) \(outcome.errors)")
    #expect(outcome.errors.contains("the disk is full"))
    try scratch.scrub()
    let expected = try scratch.published()
    #expect(try scratch.published("copy/second") == expected)
    // Whatever was there before is whole.
    #expect(try scratch.published("copy/first").allSatisfy { expected[$0.key] == $0.value })
  }

  // In a container that was made by hand. No photo is at fault.
  @Test(.enabled(if: mayMount)) func saysWhatAWorkerLacks() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    let script = "mount -t tmpfs none /dev || exit 99; exec \"$0\" \"$@\""
    let outcome = try scratch.scrub(prefix: ["unshare", "-rm", "sh", "-c", script])
    #expect(outcome.exitCode == 69, "\(outcome.errors)")
    #expect(outcome.errors.contains("no worker process can be started: /dev/null is missing"))
    #expect(!outcome.errors.contains("/proc/self/exe"))
  }

  @Test func listsPhotosThatCannotBeWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a/portrait.jpg")
    try scratch.writeAstronaut("photos/b/portrait.jpg")
    try scratch.makeFolder("out/a")
    try scratch.setMode(0o555, "out/a")
    defer { try? scratch.setMode(0o755, "out/a") }
    let outcome = try scratch.scrub(prefix: Hardship.permissionsApply)
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "no permission to write")
    #expect(try scratch.published().keys.contains("b/portrait.jpg"))
  }

  /// By the option that a run has for it.
  @Test func saysThatNoRecordCanBeKeptBesideThePhotos() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.setMode(0o555, "photos")
    defer { try? scratch.setMode(0o755, "photos") }
    let outcome = try scratch.scrub("--records", "beside", prefix: Hardship.permissionsApply)
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(
      naming: "name another folder with --records DIR, or keep none with --records none")
  }

  @Test func saysThatTheTargetIsReadOnly() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.makeFolder("out")
    try scratch.setMode(0o555, "out")
    defer { try? scratch.setMode(0o755, "out") }
    let outcome = try scratch.scrub(prefix: Hardship.permissionsApply)
    #expect(outcome.exitCode == 73)
    outcome.expectOneErrorLine(naming: "no permission to write")
  }

  @Test func listsFoldersThatCannotBeRead() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/open/portrait.jpg")
    try scratch.writeAstronaut("photos/closed/portrait.jpg")
    try scratch.setMode(0, "photos/closed")
    defer { try? scratch.setMode(0o755, "photos/closed") }
    let outcome = try scratch.scrub(prefix: Hardship.permissionsApply)
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "photos may be missing")
    #expect(try scratch.report()["portrait.jpg"]?.status == "done")
  }

  // Nothing is written through a link in the target: it may lead to the originals.
  @Test func refusesALinkThatLeadsOutOfTheTarget() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a/portrait.jpg")
    try scratch.makeFolder("out")
    try scratch.link("out/a", to: "../photos/a")
    let before = try scratch.state().filter { $0.key.hasPrefix("photos") }
    let outcome = try scratch.scrub("--force")
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "is a link")
    #expect(try scratch.state().filter { $0.key.hasPrefix("photos") } == before)
  }

  /// Who has published the originals replaces them so.
  @Test(arguments: ["none", "beside"])
  func replacesCopiesOfOriginals(_ records: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.writeAstronaut("out/portrait.jpg")
    // A clock may have said the same of both.
    func changed(_ name: String) -> timespec {
      var status = stat()
      stat(scratch.path(name), &status)
      return status.st_ctim
    }
    let (first, copy) = (changed("photos/portrait.jpg"), scratch.path("out/portrait.jpg"))
    while changed("out/portrait.jpg").tv_nsec == first.tv_nsec { #expect(chmod(copy, 0o644) == 0) }
    let before = try scratch.published()
    #expect(try scratch.scrub("--records", records).exitCode == 1)
    #expect(try scratch.published() == before)
    #expect(try scratch.scrub("--force", "--records", records).exitCode == 0)
    #expect(try scratch.published() != before)
  }

  // Who saves room by links makes the copy and the original one file.
  @Test func takesNoOriginalBackWithACopy() throws {
    let scratch = try ScratchFolder()
    let names = ["a/one.jpg", "two.jpg"]
    let plain = try TestJPEG.encode(TestPhotos.withoutFaces())
    for name in names { try scratch.write(plain, "photos/\(name)") }
    try scratch.scrub()
    // Photos that are their own copies, which the next run is to take out of the target.
    for name in names { try scratch.write(try scratch.read("out/\(name)"), "photos/\(name)") }
    try scratch.remove("out/a")
    try scratch.link("out/a", to: "../photos/a")
    try scratch.remove("out/two.jpg")
    #expect(link(scratch.path("photos/two.jpg"), scratch.path("out/two.jpg")) == 0)
    let before = try scratch.state().filter { $0.key.hasPrefix("photos/") }
    let outcome = try scratch.scrub("--on-no-face", "skip")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.state().filter { $0.key.hasPrefix("photos/") } == before)
    #expect(try scratch.report()["two.jpg"]?.reason?.contains("still in the target") == true)
  }

  // Under another name, the target is still no source, and the originals are still no target.
  @Test(.enabled(if: mayMount))
  func knowsFoldersThatAreMountedTwice() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    let before = try scratch.state().filter { $0.key == "photos/portrait.jpg" }
    try scratch.makeFolder("photos/mounted")
    try scratch.makeFolder("out")
    let script = "mount --bind out photos/mounted && \"$0\" \"$@\" && \"$0\" \"$@\""
    #expect(try scratch.scrub(prefix: ["unshare", "-rm", "sh", "-c", script]).exitCode == 0)
    #expect(Set(try scratch.published().keys) == ["portrait.jpg"])
    try scratch.remove("out")
    try scratch.makeFolder("out")
    let outcome = try scratch.scrub(
      "--force",
      prefix: ["unshare", "-rm", "sh", "-c", "mount --bind photos out && \"$0\" \"$@\""])
    #expect(outcome.exitCode == 73)
    #expect(try scratch.state().filter { $0.key == "photos/portrait.jpg" } == before)
    #expect(try !scratch.names().contains { $0.hasPrefix("photos/") && $0.contains("faceblur") })
  }

  // For a while there is no photo to be had, and then there is.
  @Test func takesUpAPhotoThatWasOutOfReach() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.scrub()
    try scratch.remove("photos/portrait.jpg")
    try scratch.link("photos/portrait.jpg", to: "nowhere")
    #expect(try scratch.scrub().exitCode == 1)
    // It is on the list as one that is not in the target.
    #expect(try scratch.published().isEmpty)
    try scratch.remove("photos/portrait.jpg")
    try scratch.writeGraceHopper("photos/portrait.jpg")
    #expect(try scratch.scrub().exitCode == 0)
  }

  // While the first photo is done, the last ones vanish and change.
  @Test func listsWhatVanishesDuringTheRun() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(30)
    let run = try RunningCommand(
      ["scrub", "photos", "-o", "out", "--json", "--jobs", "1"] + ScratchFolder.quick, in: scratch.path)
    let first = try #require(run.nextLine())
    let left = (0..<30).map { "photos/\($0 % 3)/\($0).jpg" }.filter {
      !first.contains($0) && FileManager.default.fileExists(atPath: scratch.path($0))
    }
    for name in left.suffix(3) { try scratch.remove(name) }
    #expect(run.wait() == 1)
    let report = try scratch.report()
    #expect(report.count == 30)
    let gone = report.values.filter { $0.status == "failed" }
    #expect(!gone.isEmpty && gone.allSatisfy { $0.reason?.contains("no such file") == true })
    for file in gone { #expect(!FileManager.default.fileExists(atPath: file.source)) }
  }

  @Test func refusesAPhotoThatNeedsMoreMemoryThanThereIs() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    let outcome = try scratch.scrub("--memory", "1M")
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "raise --memory")
    #expect(try scratch.scrub("--memory", "500M", "--jobs", "4").exitCode == 0)
  }
}
