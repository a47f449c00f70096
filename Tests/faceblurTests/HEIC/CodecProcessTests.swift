import Foundation
import TestSupport
import Testing

/// What the command makes of a decoder that misbehaves, that cannot be confined, or that is missing.
@Suite struct CodecProcessTests {
  /// The command in a folder of its own, with what decodes HEICs beside it: a script that starts the misbehaving one under a name
  /// that says how; nothing where that is nil.
  private func folder(_ behaviour: String?) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(TestHEIF.phone(TestHEVC.Picture(TestPhotos.closeUp())).bytes, "photos/a.heic")
    try scratch.write(TestJPEG.encode(TestPhotos.closeUp()), "photos/b.jpg")
    try scratch.write([], "bin/.here")
    let files = FileManager.default
    try files.copyItem(atPath: BuiltCommand.path, toPath: scratch.path + "/bin/faceblur")
    guard let behaviour else { return scratch }
    let bad = scratch.path + "/bin/bad-codec-" + behaviour
    try files.createSymbolicLink(atPath: bad, withDestinationPath: BuiltCommand.program("BadCodec"))
    try scratch.write(Array("#!/bin/sh\nexec '\(bad)'\n".utf8), "bin/faceblur-codec")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path + "/bin/faceblur-codec")
    return scratch
  }

  private func run(_ words: String..., in scratch: ScratchFolder) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(words, of: scratch.path + "/bin/faceblur", in: scratch.path)
  }

  /// Processes whose command line names a folder, and which do not end either: on a busy machine one that is being killed is still seen.
  private func processes(of scratch: ScratchFolder) throws -> [String] {
    let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc")
    return try numbers.compactMap { number in
      guard Int(number) != nil, let line = FileManager.default.contents(atPath: "/proc/\(number)/cmdline")
      else {
        return nil
      }
      let text = String(decoding: line, as: UTF8.self)
      guard text.contains(scratch.path) else { return nil }
      let waiting = ["20", "tail", "--pid=\(number)", "--follow", "/dev/null"]
      return try BuiltCommand.run(waiting, of: "/usr/bin/timeout").exitCode == 0 ? nil : text
    }
  }

  @Test(arguments: ["crash", "exit", "half", "garbage", "status", "large", "shape", "gone"])
  func costsOnePhoto(behaviour: String) throws {
    let scratch = try folder(behaviour)
    let outcome = try run("blur", "photos/a.heic", "photos/b.jpg", "-o", "out/", in: scratch)
    #expect(outcome.exitCode != 0, "\(outcome.output)")
    #expect(outcome.errors.contains("a.heic"), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out") == ["b.jpg"])
    #expect(try processes(of: scratch) == [])
  }

  @Test func costsOnePhotoOfARun() throws {
    let scratch = try folder("crash")
    let outcome = try run("scrub", "photos", "-o", "out", "--jobs", "2", in: scratch)
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    let report = try scratch.report()
    #expect(report["a.heic"]?.status == "failed" && report["b.jpg"]?.status == "done", "\(report)")
    #expect(try processes(of: scratch) == [])
  }

  @Test func isNamedWhereItIsMissing() throws {
    let scratch = try folder(nil)
    let outcome = try run("blur", "photos/a.heic", in: scratch)
    #expect(outcome.exitCode == 69 && outcome.errors.contains("faceblur-codec"), "\(outcome.errors)")
    #expect(try run("blur", "photos/b.jpg", in: scratch).exitCode == 0)
  }

  /// Whatever a run could not decode is foretold as failed.
  @Test func isForetoldWhereItIsMissing() throws {
    let scratch = try folder(nil)
    try scratch.write(TestFilm { $0.frames = 8 }.bytes(), "photos/c.mp4")
    let outcome = try run("scrub", "photos", "-o", "out", "--dry-run", "--json", in: scratch)
    let planned = try outcome.jsonLines().filter { $0["event"] as? String == "planned" }
    let names = try planned.map { URL(filePath: try #require($0["file"] as? String)).lastPathComponent }
    let forecasts = Dictionary(uniqueKeysWithValues: zip(names, planned))
    #expect(forecasts["b.jpg"]?["status"] as? String == "done", "\(outcome)")
    for name in ["a.heic", "c.mp4"] {
      #expect(forecasts[name]?["status"] as? String == "failed", "\(outcome)")
      #expect((forecasts[name]?["reason"] as? String)?.contains("faceblur-codec") == true, "\(outcome)")
    }
  }

  @Test func isRefusedWhereItCannotBeConfined() throws {
    let scratch = try folder("nojail")
    let outcome = try run("blur", "photos/a.heic", in: scratch)
    #expect(outcome.exitCode == 69 && outcome.errors.contains("--no-sandbox"), "\(outcome.errors)")
  }

  /// The command alone neither links nor loads what decodes.
  @Test func theCommandSeesNoDecoder() throws {
    let outcome = try BuiltCommand.run([BuiltCommand.path], of: "/usr/bin/ldd")
    #expect(outcome.exitCode == 0 && outcome.output.contains("libc"))
    for name in ["de265", "x265", "seccomp", "heif", "avcodec"] { #expect(!outcome.output.contains(name)) }
  }
}
