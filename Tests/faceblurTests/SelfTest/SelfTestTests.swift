import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `faceblur selftest` on this machine, and with parts that are missing or broken.
@Suite struct SelfTestTests {
  private static let formats = PhotoFormats.standard.all.map(\.name)
  /// Those that other people's codecs are asked for.
  private static let coded = ["HEIC", "AVIF", "WebP", "JPEG XL"]
  private static let parts = formats + ["films", "models", "sandbox", "OpenCV", "review"]

  /// A folder of its own for temporary files, and one with the command alone.
  private struct Place {
    let temporary: ScratchFolder
    let programs: ScratchFolder

    init() throws {
      temporary = try ScratchFolder()
      programs = try ScratchFolder()
      try programs.makeFolder("bin")
      try FileManager.default.copyItem(atPath: BuiltCommand.path, toPath: programs.path("bin/faceblur"))
    }

    /// Puts a script beside the command, in the place of another program.
    func put(_ script: String, _ name: String) throws {
      try programs.write(Array("#!/bin/sh\n\(script)\n".utf8), "bin/\(name)")
      try programs.setMode(0o755, "bin/\(name)")
    }

    /// Puts what misbehaves in a way into the place of what decodes.
    func putCodec(_ behaviour: String) throws {
      let bad = programs.path("bin/bad-codec-\(behaviour)")
      try FileManager.default.createSymbolicLink(
        atPath: bad, withDestinationPath: BuiltCommand.program("BadCodec"))
      try put("exec '\(bad)'", "faceblur-codec")
    }

    /// Runs the self-test, and expects that it leaves nothing behind.
    func run(
      _ options: String..., of program: String? = nil, models: String? = nil,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> BuiltCommand.Outcome {
      let outcome = try BuiltCommand.run(
        ["selftest"] + options, of: program ?? programs.path("bin/faceblur"),
        prefix: ["TMPDIR=\(temporary.path)"], models: models, in: programs.path)
      let left = try temporary.contents().keys.sorted()
      #expect(left.isEmpty, "\(left)", sourceLocation: sourceLocation)
      return outcome
    }
  }

  /// What is said of a part: `works`, `missing` or `FAILED`, and why.
  private func line(_ part: String, in outcome: BuiltCommand.Outcome) throws -> String {
    // The name of one may begin with that of another.
    let lines = outcome.output.split(separator: "\n").filter {
      $0.prefix(10).trimmingCharacters(in: .whitespaces) == part
    }
    try #require(lines.count == 1, "\(part): \(outcome)")
    return String(lines[0].dropFirst(10))
  }

  @Test func everythingWorksHere() throws {
    let place = try Place()
    let outcome = try place.run(of: BuiltCommand.path)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome)")
    for format in Self.formats {
      let line = try line(format, in: outcome)
      #expect(line.hasPrefix("works"), "\(format): \(line)")
      #expect(line.contains("hidden") && line.contains("found"), "\(format): \(line)")
    }
    #expect(try line("films", in: outcome).hasPrefix("works"))
    #expect(try line("models", in: outcome).hasPrefix("works"))
    #expect(try !line("OpenCV", in: outcome).hasPrefix("FAILED"))
    #expect(outcome.output.split(separator: "\n").count == Self.parts.count + 1, "\(outcome.output)")
  }

  @Test func saysNothingUnderQuietWhereAllWorks() throws {
    let place = try Place()
    let outcome = try place.run("-q", of: BuiltCommand.path)
    #expect(outcome.exitCode == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
  }

  /// Whoever installs the command alone has a sound installation of that.
  @Test func namesWhatIsNotInstalled() throws {
    let place = try Place()
    let outcome = try place.run()
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome)")
    for format in Self.formats {
      let line = try line(format, in: outcome)
      if Self.coded.contains(format) {
        #expect(line.hasPrefix("missing") && line.contains("faceblur-codecs"), "\(format): \(line)")
      } else {
        #expect(line.hasPrefix("works"), "\(format): \(line)")
      }
    }
    for (part, package) in [
      ("films", "faceblur-codecs"), ("OpenCV", "faceblur-opencv"), ("review", "faceblur-review"),
    ] {
      let line = try line(part, in: outcome)
      #expect(line.hasPrefix("missing") && line.contains(package), "\(line)")
    }
    let whole = try place.run("--all")
    #expect(whole.exitCode == 1, "\(whole)")
    whole.expectOneErrorLine(naming: "HEIC, AVIF, WebP, JPEG XL, films, OpenCV, review")
  }

  /// What decodes is there, and what it asks is not.
  @Test func namesTheLibrariesThatAreNotInstalled() throws {
    let place = try Place()
    try place.putCodec("bare")
    let outcome = try place.run()
    #expect(outcome.exitCode == 0, "\(outcome)")
    let line = try line("HEIC", in: outcome)
    #expect(line.hasPrefix("missing") && line.contains("libde265-0"), "\(line)")
    let films = try self.line("films", in: outcome)
    #expect(films.hasPrefix("missing") && films.contains("libavcodec59"), "\(films)")
    #expect(try place.run("--all").exitCode == 1)
  }

  @Test(arguments: ["crash", "zeros", "nojail", "stranger"])
  func failsWhereADecoderIsBroken(_ behaviour: String) throws {
    let place = try Place()
    try place.putCodec(behaviour)
    let outcome = try place.run()
    #expect(outcome.exitCode == 1, "\(outcome)")
    for part in ["HEIC", "films"] {
      #expect(try line(part, in: outcome).hasPrefix("FAILED"), "\(outcome.output)")
    }
    #expect(try line("JPEG", in: outcome).hasPrefix("works"), "\(outcome.output)")
    outcome.expectOneErrorLine(naming: "HEIC")
  }

  @Test func failsWhereAModelIsNotTheTestedOne() throws {
    let place = try Place()
    let name = "face_detection_yunet_2023mar.onnx"
    for file in [name, "centerface.onnx"] {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: TestPhotos.modelsFolder).appending(path: file)))
      try place.programs.write(bytes + (file == name ? [0] : []), "models/\(file)")
    }
    let outcome = try place.run(of: BuiltCommand.path, models: place.programs.path("models"))
    #expect(outcome.exitCode == 1, "\(outcome)")
    let line = try line("models", in: outcome)
    #expect(line.hasPrefix("FAILED") && line.contains(name), "\(line)")
    for format in Self.formats { #expect(try self.line(format, in: outcome).hasPrefix("FAILED")) }
    let quiet = try place.run("-q", of: BuiltCommand.path, models: place.programs.path("models"))
    #expect(quiet.exitCode == 1 && quiet.output.isEmpty && quiet.errors.contains(name), "\(quiet)")
  }

  @Test func failsWhereALibraryOrAProgramIsAnother() throws {
    let place = try Place()
    try place.programs.write(Array("junk".utf8), "bin/libfaceblur-opencv.so")
    try place.put("exit 3", "faceblur-review")
    let outcome = try place.run()
    #expect(outcome.exitCode == 1, "\(outcome)")
    #expect(try line("OpenCV", in: outcome).hasPrefix("FAILED"))
    let line = try line("review", in: outcome)
    #expect(line.hasPrefix("FAILED") && line.contains("code 3"), "\(line)")
    outcome.expectOneErrorLine(naming: "OpenCV, review")
  }

  /// Its files are nobody else's, and are gone when it is stopped.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func leavesNothingWhereItIsStopped(_ signal: Int32) throws {
    let temporary = try ScratchFolder()
    let command = try RunningCommand(
      ["selftest"], prefix: ["TMPDIR=\(temporary.path)"], in: temporary.path)
    #expect(command.nextLine()?.hasPrefix("JPEG") == true)
    for name in try FileManager.default.contentsOfDirectory(atPath: temporary.path) {
      let state = try FileManager.default.attributesOfItem(atPath: temporary.path(name))
      #expect(state[.posixPermissions] as? Int == 0o700)
    }
    command.send(signal)
    let code = command.wait()
    #expect(code == 75 || code == 0, "\(code)")
    #expect(try temporary.contents().isEmpty)
  }

  @Test func saysWhereItFindsNoRoom() throws {
    let outcome = try BuiltCommand.run(["selftest"], prefix: ["TMPDIR=/nonexistent"])
    #expect(outcome.exitCode == 73 && outcome.output.isEmpty, "\(outcome)")
    outcome.expectOneErrorLine(naming: "TMPDIR")
  }

  @Test func tellsProgramsTheSame() throws {
    let place = try Place()
    let told = try #require(try place.run("--json").jsonLines().first)
    let checks = try #require(told["checks"] as? [[String: Any]])
    #expect(checks.map { $0["name"] as? String } == Self.parts)
    #expect(told["passed"] as? Bool == true)
    let heic = try #require(checks.first { $0["name"] as? String == "HEIC" })
    #expect(heic["state"] as? String == "missing" && heic["package"] as? String == "faceblur-codecs")
    let whole = try place.run("--json", "--all")
    #expect(try whole.exitCode == 1 && whole.jsonLines().first?["passed"] as? Bool == false)
  }
}
