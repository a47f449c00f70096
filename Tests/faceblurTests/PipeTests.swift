import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `blur -`: a photo that comes through standard input, and its render through standard output.
@Suite struct PipeTests {
  private func folder(_ photo: [UInt8]? = nil, named name: String = "portrait.jpg") throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(photo ?? TestPhotos.astronaut(), name)
    return scratch
  }

  /// Expects that the pipe gives, byte for byte, what a file gives of which no record is kept.
  private func expectSameAsOfAFile(
    _ photo: [UInt8], _ name: String, _ options: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let scratch = try folder(photo, named: name)
    let file = try scratch.shell("\"$faceblur\" blur \(name) -o out/ --record none \(options)")
    #expect(file.exitCode == 0, "\(file.errors)", sourceLocation: sourceLocation)
    let render = try #require(
      try scratch.names().first { $0.hasPrefix("out/") }, sourceLocation: sourceLocation)
    let piped = try scratch.shell("\"$faceblur\" blur - \(options) < \(name) > piped")
    #expect(piped.exitCode == 0, "\(piped.errors)", sourceLocation: sourceLocation)
    #expect(try scratch.digest("piped") == scratch.digest(render), sourceLocation: sourceLocation)
    #expect(try scratch.names() == [name, "out", render, "piped"], sourceLocation: sourceLocation)
    // What is said of it beside the render, it says here, too.
    let told = file.errors.replacingOccurrences(of: "\(name): ", with: "-: ")
    #expect(piped.errors == told, sourceLocation: sourceLocation)
  }

  @Test(arguments: JPEGOutputTests.Form.allCases)
  func givesOfEveryFormatWhatAFileGives(_ form: JPEGOutputTests.Form) throws {
    try expectSameAsOfAFile(form.photo(), form.name)
    try expectSameAsOfAFile(form.photo(), form.name, "--format jpeg")
  }

  @Test(arguments: [
    "", "--metadata standard+gps --thumbnail", "--style fill --shape ellipse", "--style pixelate --cells 4",
    "--metadata none -q",
  ])
  func givesOfAJPEGWhatAFileGives(_ options: String) throws {
    try expectSameAsOfAFile(CameraPhoto.jpeg(.littleEndian), "photo.jpg", options)
  }

  @Test(arguments: ["", "--keep-progressive"])
  func givesOfAProgressiveJPEGWhatAFileGives(_ options: String) throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    try expectSameAsOfAFile(
      TestJPEG.encode(portrait, TestJPEG.Kind { $0.isProgressive = true }), "photo.jpg", options)
  }

  @Test func hidesTheFaceAndNothingElse() throws {
    let scratch = try folder()
    let outcome = try scratch.shell("cat portrait.jpg | \"$faceblur\" blur - | cat > piped.jpg")
    #expect(outcome.exitCode == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
    try scratch.faceblur("verify", "piped.jpg", "--no-faces")
    let before = try TestPhotos.pixels(of: scratch.read("portrait.jpg"))
    let after = try TestPhotos.pixels(of: scratch.read("piped.jpg"))
    #expect((after.width, after.height) == (before.width, before.height))
    #expect(try scratch.read("piped.jpg") != scratch.read("portrait.jpg"))
  }

  @Test func takesAPhotoThatComesInPieces() throws {
    let scratch = try folder()
    let pieces = "head -c 3 portrait.jpg; tail -c +4 portrait.jpg | head -c 5000; tail -c +5004 portrait.jpg"
    let outcome = try scratch.shell("(\(pieces)) | \"$faceblur\" blur - > piped")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    try scratch.faceblur(
      "blur", "portrait.jpg", "-o", "render.jpg", "--record", "none", "--effort", "normal")
    #expect(try scratch.digest("piped") == scratch.digest("render.jpg"))
  }

  /// Neither here nor where temporary files go, and where nothing can be written.
  @Test func leavesNoFile() throws {
    let scratch = try folder()
    for name in ["tmp", "closed"] { try scratch.makeFolder(name) }
    try scratch.setMode(0o555, "closed")
    let before = try scratch.names()
    let line = "cd closed && TMPDIR=\(scratch.path("tmp")) \"$faceblur\" blur - < ../portrait.jpg > ../piped"
    let outcome = try scratch.shell(line, prefix: Hardship.permissionsApply)
    #expect(outcome.exitCode == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
    #expect(try scratch.names() == before.union(["piped"]))
    try scratch.faceblur(
      "blur", "portrait.jpg", "-o", "render.jpg", "--record", "none", "--effort", "normal")
    #expect(try scratch.digest("piped") == scratch.digest("render.jpg"))
    try scratch.setMode(0o755, "closed")
  }

  @Test func writesNothingThatTheGateRefuses() throws {
    let scratch = try folder()
    let before = try scratch.names()
    let outcome = try scratch.shell(
      "\"$faceblur\" blur - < portrait.jpg > piped", prefix: ForgingCommand.prefix())
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "leak gate")
    #expect(try scratch.read("piped").isEmpty)
    #expect(try scratch.names() == before.union(["piped"]))
    // What is preloaded does nothing to a render that goes into a file.
    let file = try scratch.shell(
      "\"$faceblur\" blur - -o render.jpg < portrait.jpg", prefix: ForgingCommand.prefix())
    #expect(file.exitCode == 0, "\(file.errors)")
  }

  /// Expects that a photo which is none fails in the pipe as it does as a file, and that nothing is written.
  private func expectFailureOfAFile(
    _ photo: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let scratch = try folder(photo, named: "photo")
    let file = try scratch.attempt("blur", "photo", "--record", "none")
    let piped = try scratch.shell("\"$faceblur\" blur - < photo > piped")
    #expect(file.exitCode != 0 && piped.exitCode == file.exitCode, "\(piped)", sourceLocation: sourceLocation)
    #expect(
      piped.errors == file.errors.replacingOccurrences(of: " photo: ", with: " -: "),
      sourceLocation: sourceLocation)
    #expect(try scratch.read("piped").isEmpty, sourceLocation: sourceLocation)
    #expect(try scratch.names() == ["photo", "piped"], sourceLocation: sourceLocation)
  }

  @Test(arguments: BadPhotoTests.Content.allCases)
  func failsAsTheFileFails(_ content: BadPhotoTests.Content) throws {
    try expectFailureOfAFile(content.bytes)
  }

  @Test(arguments: JPEGOutputTests.Form.allCases)
  func failsWhereThePhotoEndsTooSoon(_ form: JPEGOutputTests.Form) throws {
    let photo = try form.photo()
    try expectFailureOfAFile(Array(photo.prefix(photo.count / 2)))
  }

  @Test func heedsTheLimitOfPixels() throws {
    let scratch = try folder()
    let outcome = try scratch.shell("\"$faceblur\" blur - --max-pixels 1000 < portrait.jpg > piped")
    #expect(outcome.exitCode == 65)
    outcome.expectOneErrorLine(naming: "-: ")
    #expect(try scratch.read("piped").isEmpty)
  }

  /// What is no photo is not read on, however much comes.
  @Test func doesNotReadOnWhatIsNoPhoto() throws {
    let scratch = try ScratchFolder()
    let outcome = try scratch.shell(
      "yes | \"$faceblur\" blur - > piped; exit ${PIPESTATUS[1]}", prefix: Hardship.mustNotWait)
    #expect(outcome.exitCode == 65, "\(outcome.errors)")
    #expect(try scratch.read("piped").isEmpty)
  }

  /// An empty file that nobody was warned of would be published as a photo, or in the place of one.
  @Test func failsWhereNoFaceIsFound() throws {
    let scratch = try folder(TestJPEG.encode(TestPhotos.withoutFaces()))
    let outcome = try scratch.shell("\"$faceblur\" blur - < portrait.jpg > piped")
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "no face was found")
    #expect(try scratch.read("piped").isEmpty)
    let file = try scratch.shell("\"$faceblur\" blur - -o render.jpg < portrait.jpg")
    #expect(file.exitCode == 1 && file.output == "-: no face found, nothing written\n", "\(file)")
    #expect(file.errors == "faceblur: -: no face was found, so render.jpg was not written\n")
    #expect(try scratch.names() == ["portrait.jpg", "piped"])
    try scratch.write(Array("of an earlier run".utf8), "render.jpg")
    let earlier = try scratch.shell("\"$faceblur\" blur - -q -o render.jpg < portrait.jpg")
    #expect(earlier.exitCode == 1 && earlier.output.isEmpty)
    earlier.expectOneErrorLine(naming: "what is there is not of this run")
    // A dry run promises no file.
    #expect(try scratch.shell("\"$faceblur\" blur - --dry-run -o new.jpg < portrait.jpg").exitCode == 0)
  }

  @Test(arguments: ["-o render.jpg 2> errors", "2>&1 > piped | grep '^{'"])
  func tellsAFailureWhereNoFaceIsFound(_ redirection: String) throws {
    let scratch = try folder(TestJPEG.encode(TestPhotos.withoutFaces()))
    let outcome = try scratch.shell("\"$faceblur\" blur - --json < portrait.jpg \(redirection)")
    let told = try outcome.jsonLines()
    #expect(told.count == 1 && told.first?["exitCode"] as? Int == 1, "\(outcome)")
    #expect((told.first?["error"] as? String)?.contains("no face was found") == true)
    #expect(told.first?["faces"] == nil)
  }

  @Test(arguments: [">&-", "> /dev/full"])
  func isAnErrorWhereTheRenderCannotBeWritten(_ redirection: String) throws {
    let scratch = try folder()
    let outcome = try scratch.shell("\"$faceblur\" blur - < portrait.jpg \(redirection)")
    #expect(outcome.exitCode == 73)
    outcome.expectOneErrorLine(naming: "standard output cannot be written")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  @Test func isQuietWhereTheReaderHasGone() throws {
    let scratch = try folder()
    let outcome = try scratch.shell("exec 3> >(:); wait $!; \"$faceblur\" blur - < portrait.jpg >&3")
    #expect(outcome.exitCode == 73 && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func isAnErrorWhereStandardInputIsClosed() throws {
    let scratch = try folder()
    let outcome = try scratch.shell("\"$faceblur\" blur - <&- > piped")
    #expect(outcome.exitCode == 65)
    outcome.expectOneErrorLine(naming: "-: ")
    #expect(try scratch.read("piped").isEmpty)
  }

  @Test func writesIntoAFileWithoutARecord() throws {
    let scratch = try folder()
    let outcome = try scratch.shell("\"$faceblur\" blur - -o new/render.jpg < portrait.jpg")
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("-: 1 face\n") && outcome.output.contains("render  new/render.jpg"))
    #expect(try scratch.names() == ["portrait.jpg", "new", "new/render.jpg"])
    try scratch.faceblur(
      "blur", "portrait.jpg", "-o", "render.jpg", "--record", "none", "--effort", "normal")
    #expect(try scratch.digest("new/render.jpg") == scratch.digest("render.jpg"))
    // The same once more is no harm; what faceblur has not written from this photo stays.
    #expect(try scratch.shell("\"$faceblur\" blur - -o new/render.jpg < portrait.jpg").exitCode == 0)
    let other = try scratch.shell("\"$faceblur\" blur - --style fill -o new/render.jpg < portrait.jpg")
    #expect(other.exitCode == 73)
    other.expectOneErrorLine(naming: "--force")
  }

  @Test func neverWritesOverThePhotoItself() throws {
    let scratch = try folder()
    let before = try scratch.state()
    let file = try scratch.shell("\"$faceblur\" blur - --force -o portrait.jpg < portrait.jpg")
    #expect(file.exitCode == 73)
    file.expectOneErrorLine(naming: "original")
    let pipe = try scratch.shell("cat portrait.jpg | \"$faceblur\" blur - --force -o portrait.jpg")
    #expect(pipe.exitCode == 73)
    pipe.expectOneErrorLine(naming: "original")
    let stream = try scratch.shell("\"$faceblur\" blur - < portrait.jpg >> portrait.jpg")
    #expect(stream.exitCode == 64)
    stream.expectOneErrorLine(naming: "one file")
    #expect(try scratch.state() == before)
  }

  @Test func namesARenderByWhatItIs() throws {
    let scratch = try folder(TestPhotos.closeUpPNG(), named: "photo")
    let outcome = try scratch.shell("\"$faceblur\" blur - -o render.jpg < photo")
    #expect(outcome.exitCode == 73)
    outcome.expectOneErrorLine(naming: "name it render.png")
    #expect(try scratch.names() == ["photo"])
    let jpeg = try scratch.shell("\"$faceblur\" blur - --format jpeg -o render.jpg < photo")
    #expect(jpeg.exitCode == 0, "\(jpeg.errors)")
  }

  /// Standard output is for the photo, so what programs read goes to standard error.
  @Test func tellsProgramsOnStandardError() throws {
    let scratch = try folder()
    let outcome = try scratch.shell("\"$faceblur\" blur - --json < portrait.jpg 2>&1 > piped.jpg")
    #expect(outcome.exitCode == 0)
    let reports = try outcome.photos()
    let report = try #require(reports.first)
    #expect(reports.count == 1 && report.file == "-" && report.faces.count == 1)
    #expect(report.outputs.render == nil && report.outputs.record == nil)
    let of = try scratch.faceblur(
      "blur", "portrait.jpg", "-o", "render.jpg", "--record", "none", "--effort", "normal", "--json"
    )
    .photos()
    #expect(of.first?.faces.map(\.x) == report.faces.map(\.x) && of.first?.notes == report.notes)
    #expect(try scratch.digest("piped.jpg") == scratch.digest("render.jpg"))

    let failed = try scratch.shell("head -c 3000 portrait.jpg | \"$faceblur\" blur - --json 2>&1 > piped.jpg")
    let object = try #require(failed.output.split(separator: "\n").last { $0.hasPrefix("{") })
    #expect(object.contains("\"exitCode\":65") && object.contains("\"file\":\"-\""))
    #expect(try scratch.read("piped.jpg").isEmpty)
  }

  @Test func tellsPeopleOnlyWhatTheyAskFor() throws {
    let scratch = try folder()
    let loud = try scratch.shell("\"$faceblur\" blur - -v < portrait.jpg > piped.jpg")
    #expect(loud.exitCode == 0 && loud.output.isEmpty)
    #expect(loud.errors.contains("-: 1 face\n") && loud.errors.contains("rendered by way of"))
    let dry = try scratch.shell("\"$faceblur\" blur - --dry-run < portrait.jpg")
    #expect(dry.exitCode == 0 && dry.errors.isEmpty && dry.output == "-: 1 face\n", "\(dry)")
  }

  @Test func warnsOfWhatTells() throws {
    let scratch = try folder()
    let outcome = try scratch.shell("\"$faceblur\" blur - --style pixelate < portrait.jpg > piped.jpg")
    #expect(outcome.exitCode == 0)
    outcome.expectOneErrorLine(naming: "warning: -: ")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func refusesATerminal() throws {
    let scratch = try folder()
    for command in ["blur - < portrait.jpg", "blur - > render.jpg", "detect -", "verify -"] {
      let line = "\\\"\\$faceblur\\\" \(command)"
      let outcome = try scratch.shell("script -qec \"\(line)\" /dev/null < /dev/null")
      #expect(outcome.exitCode == 64, "\(command): \(outcome)")
      #expect(outcome.output.contains("terminal"), "\(command): \(outcome)")
    }
    try scratch.remove("render.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }
}

/// `-` where it is of no use, and a file that is called so.
@Suite struct PipeUsageTests {
  @Test(arguments: [
    (["blur", "-", "other.jpg"], "alone"),
    (["blur", "other.jpg", "-"], "alone"),
    (["blur", "-", "-"], "once"),
    (["detect", "-", "-"], "once"),
    (["verify", "-", "portrait.jpg", "-"], "once"),
    (["blur", "-", "--record", "records"], "leave --record out"),
    (["blur", "-", "--record", "beside"], "leave --record out"),
    (["blur", "-", "--xmp"], "leave --xmp out"),
    (["blur", "-", "--anonymous-names"], "leave --anonymous-names out"),
    (["blur", "-", "--preview", "look"], "leave --preview out"),
    (["blur", "-", "--overlay", "look"], "leave --overlay out"),
    (["blur", "-", "--forget"], "leave --forget out"),
    (["blur", "-", "--force-rebase"], "leave --force-rebase out"),
    (["blur", "-", "-r"], "leave -r out"),
    (["blur", "-", "-o", "there/"], "there/NAME.jpg"),
    (["blur", "-", "-o", "."], "NAME.jpg"),
    (["blur", "-", "-o", "there.txt"], "there.txt."),
    (["blur", "portrait.jpg", "-o", "-"], "faceblur blur - < PHOTO"),
    (["detect", "-", "--overlay", "look"], "leave --overlay out"),
    (["edit", "-", "--redetect"], "./-"),
    (["filter", "-", "--sepia", "0.3"], "./-"),
    (["show", "-"], "./-"),
    (["render", "-"], "./-"),
    (["revert", "-"], "./-"),
    (["review", "-"], "./-"),
    (["scrub", "-", "-o", "out"], "--from -"),
  ])
  func saysInOneLineWhatToTypeInstead(_ use: (arguments: [String], advice: String)) throws {
    let scratch = try ScratchFolder()
    let portrait = try scratch.writeAstronaut()
    try scratch.writeGraceHopper("other.jpg")
    let before = try scratch.state()
    let outcome = try BuiltCommand.run(use.arguments, in: scratch.path, input: portrait)
    #expect(outcome.exitCode == 64)
    #expect(outcome.output.isEmpty)
    outcome.expectOneErrorLine(naming: use.advice)
    #expect(try scratch.state() == before)
  }

  @Test func aFileOfThatNameIsWrittenWithItsFolder() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("-")
    let outcome = try scratch.faceblur("blur", "./-", "-o", "out.jpg", "--json")
    #expect(try outcome.photos().map(\.file) == ["./-"])
    #expect(try scratch.names().contains("out.jpg"))
  }

  @Test(arguments: ["blur", "detect", "verify"])
  func theHelpSaysWhatItDoes(_ command: String) throws {
    let lines = try BuiltCommand.run([command, "--help"]).output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  - ") && $0.contains("standard input") })
  }
}

/// `detect -` and `verify -`, alone and among files.
@Suite struct PipeReportTests {
  private func folder() throws -> (scratch: ScratchFolder, input: String) {
    let scratch = try ScratchFolder()
    let input = try scratch.writeAstronaut()
    try scratch.writeGraceHopper()
    return (scratch, input)
  }

  /// What a command says of a file, as if it were standard input.
  private func told(_ output: String) -> String {
    output.replacingOccurrences(of: "portrait.jpg", with: "-")
  }

  @Test(arguments: [
    ["detect"], ["detect", "--json"], ["detect", "-v"], ["verify"], ["verify", "--json"],
    ["verify", "--no-faces", "--json"],
  ])
  func saysWhatItSaysOfAFile(_ command: [String]) throws {
    let (scratch, input) = try folder()
    for (names, files) in [
      (["-"], ["portrait.jpg"]), (["admiral.jpg", "-"], ["admiral.jpg", "portrait.jpg"]),
    ] {
      let before = try scratch.state()
      let piped = try BuiltCommand.run(command + names, in: scratch.path, input: input)
      let file = try BuiltCommand.run(command + files, in: scratch.path)
      #expect(piped.exitCode == file.exitCode)
      #expect(!piped.output.isEmpty && piped.output == told(file.output))
      #expect(piped.errors == told(file.errors))
      #expect(try scratch.state() == before)
    }
  }

  @Test func provesARenderAgainstItsOriginal() throws {
    let (scratch, _) = try folder()
    try scratch.faceblur("blur", "portrait.jpg", "-o", "render.jpg")
    let render = scratch.path("render.jpg")
    for options in [["--original", "portrait.jpg"], ["--regions", "portrait.AAE"]] {
      let outcome = try BuiltCommand.run(["verify", "-"] + options, in: scratch.path, input: render)
      #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("-: no leak"), "\(outcome)")
      let leaking = try BuiltCommand.run(
        ["verify", "-"] + options, in: scratch.path, input: scratch.path("portrait.jpg"))
      #expect(leaking.exitCode == 1, "\(leaking)")
    }
  }

  /// One that is broken does not stop the others.
  @Test func goesOnAfterABrokenOne() throws {
    let (scratch, _) = try folder()
    let outcome = try scratch.shell("head -c 100 portrait.jpg | \"$faceblur\" detect - admiral.jpg --json")
    #expect(outcome.exitCode == 1)
    let lines = try outcome.jsonLines()
    #expect(lines.count == 2 && lines[0]["file"] as? String == "-" && lines[0]["error"] != nil)
    #expect(lines[1]["file"] as? String == "admiral.jpg" && lines[1]["error"] == nil)
  }
}
