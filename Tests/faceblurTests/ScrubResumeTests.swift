import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Runs that end before their work does, and runs that follow.
@Suite struct ScrubResumeTests {
  // Whatever the moment: nothing half, nothing missing, nothing done twice to another end.
  @Test func goesOnAfterAnyKill() throws {
    try ScratchFolder.expectTheSameAfterKills(100, within: 0.3, seed: 7) { try $0.writeSmallPhotos(24) }
  }

  @Test func doesNothingAgainThatIsDone() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(6)
    try scratch.scrub()
    let before = try scratch.state().filter { $0.key.hasPrefix("out/") && !$0.key.contains(".faceblur") }
    let inodes = try before.keys.map { try scratch.inode($0) }
    #expect(try scratch.scrub().output.contains("6 were done before"))
    #expect(try scratch.state().filter { before[$0.key] != nil } == before)
    #expect(try before.keys.map { try scratch.inode($0) } == inodes)
  }

  @Test func doesAgainWhatHasChanged() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeAstronaut("photos/b.jpg")
    try scratch.writeAstronaut("photos/c.jpg")
    try scratch.scrub()
    let before = try scratch.published()
    try scratch.writeGraceHopper("photos/a.jpg")
    try scratch.remove("out/b.jpg")
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("1 were done before"))
    let after = try scratch.published()
    #expect(after["a.jpg"] != before["a.jpg"] && after["b.jpg"] == before["b.jpg"])
    #expect(try scratch.scrub("--style", "fill").exitCode == 0)
    let filled = try scratch.published()
    #expect(filled.allSatisfy { after[$0.key] != $0.value })
  }

  // What was scrubbed of an earlier content must not stand for one that cannot be scrubbed.
  @Test func takesBackTheOutputOfAPhotoThatFailsNow() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeAstronaut("photos/b.jpg")
    try scratch.scrub()
    try scratch.write(Array("no photo any more".utf8), "photos/a.jpg")
    try scratch.remove("photos/b.jpg")
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1)
    // The one that is gone was scrubbed well, and it is mentioned.
    #expect(Set(try scratch.published().keys) == ["b.jpg"])
    #expect(outcome.output.contains("1 file in the target from photos that were not in this run"))
  }

  @Test func replacesNothingThatItDidNotWrite() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeAstronaut("photos/b.jpg")
    try scratch.write(Array("mine".utf8), "out/a.jpg")
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try scratch.read("out/a.jpg") == Array("mine".utf8))
    try scratch.append("retouched", to: "out/b.jpg")
    #expect(try scratch.scrub().exitCode == 1)
    // What nobody has made is replaced, and what was made and changed since only by who gives up what it hides.
    #expect(try scratch.scrub("--force").exitCode == 1)
    #expect(try scratch.read("out/a.jpg") != Array("mine".utf8))
    #expect(try scratch.read("out/b.jpg").suffix(9) == Array("retouched".utf8))
    #expect(try scratch.scrub("--force", "--forget").exitCode == 0)
    #expect(try scratch.digest("out/a.jpg") == scratch.digest("out/b.jpg"))
  }

  // Size and time of a file say little: it may be the photo as it was, with every face in it.
  @Test func believesNoSizeAndTimeOfAnOutput() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeAstronaut("photos/b.jpg")
    try scratch.scrub()
    let done = try scratch.published()
    try scratch.spoil("out/a.jpg")
    let spoilt = try scratch.published()
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "move that file away, or use --force and --forget together")
    #expect(outcome.output.contains("1 scrubbed") && outcome.output.contains("1 failed"))
    #expect(try scratch.report()["a.jpg"]?.status == "failed")
    // It may be somebody's work, so it stays.
    #expect(try scratch.published() == spoilt)
    #expect(try scratch.scrub("--force", "--forget").exitCode == 0)
    #expect(try scratch.published() == done)
    // Only who says so takes the time for enough.
    try scratch.spoil("out/b.jpg")
    #expect(try scratch.scrub("--trust-times").output.contains("2 were done before"))
    #expect(try scratch.scrub("--dry-run").exitCode == 1)
    #expect(try scratch.scrub().exitCode == 1)
  }

  // A program that writes into photos may be told to give them their times back.
  @Test func believesNoSizeAndTimeOfAPhoto() throws {
    let scratch = try ScratchFolder()
    let photo = try TestJPEG.encode(TestPhotos.group().picture)
    try scratch.write(TestJPEG.oriented(photo, .right), "photos/a.jpg")
    try scratch.writeAstronaut("photos/b.jpg")
    try scratch.scrub()
    let before = try scratch.published()
    try scratch.overwrite("photos/a.jpg", with: TestJPEG.oriented(photo, .down))
    // Only who says so takes the time for enough.
    #expect(try scratch.scrub("--trust-times").output.contains("2 were done before"))
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0 && outcome.output.contains("1 were done before"), "\(outcome.output)")
    let after = try scratch.published()
    #expect(after["a.jpg"] != before["a.jpg"] && after["b.jpg"] == before["b.jpg"])
    // Whoever meets it first says what helps.
    try scratch.overwrite("photos/a.jpg", with: TestJPEG.oriented(photo, .right))
    let edit = ["edit", "out/a.jpg", "--add", "8,8,64,48"]
    let refused = try BuiltCommand.run(edit, in: scratch.path)
    #expect(refused.exitCode != 0)
    refused.expectOneErrorLine(naming: "run 'faceblur scrub' again first")
    #expect(try scratch.scrub().output.contains("1 were done before"))
    let edited = try BuiltCommand.run(edit, in: scratch.path)
    #expect(edited.exitCode == 0, "\(edited.errors)")
    // Also where nothing of it is in the target.
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/c.jpg")
    #expect(try scratch.scrub("--on-no-face", "skip").output.contains("1 without a face"))
    try scratch.spoil("photos/c.jpg")
    #expect(try scratch.scrub("--on-no-face", "skip").output.contains("2 were done before"))
  }

  /// All that is new of it are times that no copy keeps.
  @Test func doesACopiedCollectionNotAnew() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(6)
    try scratch.scrub()
    let names = try scratch.published().keys.filter { $0.hasSuffix(".jpg") }
    let inodes = try names.map { try scratch.inode("out/\($0)") }
    #expect(try scratch.shell("cp -a photos copy && rm -r photos && mv copy photos").exitCode == 0)
    #expect(try scratch.scrub().output.contains("6 were done before"))
    #expect(try names.map { try scratch.inode("out/\($0)") } == inodes)
  }

  // The photos in the target would be in two hands.
  @Test func refusesTheSecondRunOnATarget() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(30)
    let first = try RunningCommand(
      ["scrub", "photos", "-o", "out", "--json", "--jobs", "1"] + ScratchFolder.quick, in: scratch.path)
    #expect(first.nextLine() != nil)
    let second = try scratch.scrub()
    #expect(second.exitCode == 73)
    second.expectOneErrorLine(naming: "another run")
    // Nor with a journal elsewhere.
    #expect(try scratch.scrub("--state", "state").exitCode == 73)
    #expect(first.wait() == 0)
    #expect(try scratch.scrub().exitCode == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func finishesWhatIsInFlightOnASignal(_ signal: Int32) throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(40)
    let run = try RunningCommand(
      ["scrub", "photos", "-o", "out", "--json", "--jobs", "1"] + ScratchFolder.quick, in: scratch.path)
    #expect(run.nextLine()?.contains("\"file\"") == true)
    run.send(signal)
    var last = ""
    while let line = run.nextLine() { last = line }
    #expect(run.wait() == 75)
    #expect(last.contains("\"interrupted\":true"))
    let done = try scratch.report().values.filter { $0.status == "done" }
    #expect(done.count >= 1 && done.count < 40)
    // What the journal says is done is there, and nothing else.
    #expect(try scratch.published().count { $0.key.hasSuffix(".jpg") } == done.count)
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output.contains("40 scrubbed") && outcome.output.contains("\(done.count) were done before"))
  }

  /// A photo in flight may take a minute; whoever pressed the keys is told before it is through.
  @Test func answersTheFirstSignalAtOnce() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(40)
    let run = try RunningCommand(
      ["scrub", "photos", "-o", "out", "--json", "--jobs", "1"] + ScratchFolder.quick, in: scratch.path,
      mixingErrors: true)
    #expect(run.nextLine() != nil)
    run.send(SIGINT)
    var lines: [String] = []
    while let line = run.nextLine() { lines.append(line) }
    #expect(run.wait() == 75)
    let answer = try #require(lines.firstIndex { $0.contains("Ctrl-C again stops at once") })
    let summary = try #require(lines.firstIndex { $0.contains("\"interrupted\":true") })
    #expect(answer < summary)
  }

  @Test func stopsAtOnceOnTheSecondSignal() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(40)
    let run = try RunningCommand(
      ["scrub", "photos", "-o", "out", "--json", "--jobs", "1"] + ScratchFolder.quick, in: scratch.path)
    #expect(run.nextLine() != nil)
    run.send(SIGINT)
    run.send(SIGTERM)
    #expect(run.wait() == 75)
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published().count { $0.key.hasSuffix(".jpg") } == 40)
  }

  /// - Returns: what is left of it.
  @discardableResult
  private func damageJournal(of scratch: ScratchFolder) throws -> [UInt8] {
    var journal = try scratch.read("out.faceblur/journal.sqlite")
    for index in stride(from: 4096, to: journal.count, by: 7) { journal[index] ^= 0x5A }
    try scratch.write(journal, "out.faceblur/journal.sqlite")
    return journal
  }

  /// What it knew of people's decisions is lost, so nothing is replaced at once.
  @Test func replacesNothingWhereTheJournalIsDamaged() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(2)
    try scratch.scrub()
    let done = try scratch.published()
    try damageJournal(of: scratch)
    for options in [["--force"], ["--force", "--dry-run"], ["--force", "--cells", "9"]] {
      let outcome = try scratch.scrub(options)
      #expect(outcome.exitCode != 0, "\(outcome.errors)")
      #expect(try scratch.published() == done)
    }
  }

  @Test func takesAnEmptyJournalForALostOne() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(2)
    try scratch.scrub()
    let done = try scratch.published()
    try scratch.write([], "out.faceblur/journal.sqlite")
    #expect(try scratch.scrub("--dry-run").exitCode == 65)
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    outcome.expectOneErrorLine(naming: "empty")
    #expect(try scratch.scrub("--force", "--cells", "9").exitCode == 73)
    #expect(try scratch.published() == done)
  }

  @Test func neverTrustsADamagedJournal() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(6)
    try scratch.scrub()
    let done = try scratch.published()
    let journal = try damageJournal(of: scratch)
    #expect(try scratch.scrub("--dry-run").exitCode == 65)
    #expect(try scratch.read("out.faceblur/journal.sqlite") == journal)
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    outcome.expectOneErrorLine(naming: "damaged")
    #expect(try scratch.published() == done)
    #expect(try scratch.names().contains("out.faceblur/journal.sqlite.damaged-1"))

    // Nobody knows any more what was hidden in what lies there.
    let forced = try scratch.scrub("--force", "--cells", "9")
    #expect(forced.exitCode == 73 && forced.errors.contains("--forget"), "\(forced.errors)")
    #expect(try scratch.published() == done)
    #expect(try scratch.scrub("--force", "--forget", "--cells", "9").exitCode == 0)
    #expect(try scratch.published() != done)

    // A journal that was named may be anything, so it is not touched.
    let diary = Array("a diary, and no journal at all, for as long as it takes".utf8)
    try scratch.write(diary, "diary/journal.sqlite")
    #expect(try scratch.scrub("--state", "diary").exitCode == 65)
    #expect(try scratch.read("diary/journal.sqlite") == diary)
    // Nor one of another program.
    try scratch.makeFolder("catalogue")
    try scratch.sqlite("catalogue/journal.sqlite", "CREATE TABLE t (x)")
    let catalogue = try scratch.read("catalogue/journal.sqlite")
    #expect(try scratch.scrub("--state", "catalogue").exitCode == 73)
    #expect(try scratch.read("catalogue/journal.sqlite") == catalogue)
  }
}
