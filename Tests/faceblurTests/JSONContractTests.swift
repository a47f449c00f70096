import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// What the commands print with `--json`, against the schemas in Documentation/schemas.
@Suite struct JSONContractTests {
  private static func schemas() throws -> JSONSchema {
    try JSONSchema(
      folder: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Documentation/schemas"
      ).standardizedFileURL)
  }

  /// Checks every line, and that there is one of each kind that is expected; that a program which has the library reads each as the
  /// report it is, and would tell it again in the same bytes.
  private func expect(
    _ outcome: BuiltCommand.Outcome, _ kinds: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let objects = try outcome.jsonLines()
    #expect(objects.count == kinds.count, "\(outcome)", sourceLocation: sourceLocation)
    for (object, kind) in zip(objects, kinds) {
      let problems = try Self.schemas().problems(of: object, by: kind)
      #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
    for (line, kind) in zip(outcome.output.split(separator: "\n"), kinds) {
      #expect(try Self.toldAgain(String(line), as: kind) == line, sourceLocation: sourceLocation)
    }
  }

  /// A line as the library tells it after it has read it.
  private static func toldAgain(_ line: String, as kind: String) throws -> String {
    func again<Report: Codable>(_ line: String, _ type: Report.Type) throws -> String {
      try PlainText.json(JSONDecoder().decode(CommandObject<Report>.self, from: Data(line.utf8)))
    }
    switch kind {
    case "photo": return try again(line, PhotoReport.self)
    case "record": return try again(line, RecordReport.self)
    case "revert": return try again(line, EditRevert.Outcome.self)
    case "verdict":
      // Whether that is a failure, the command says by its options.
      let failed = try #require(line.firstMatch(of: /"failed":(?:true|false),/))
      let told = try again(line, PhotoVerifier.Verdict.self)
      return told.replacing("\"file\":", with: "\(failed.output)\"file\":", maxReplacements: 1)
    case let event where event.hasPrefix("scrub-"): return try again(line, ScrubEvent.self)
    // What the command alone tells.
    default: return line
    }
  }

  @Test func whatIsToldOfStandardInputKeepsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.write(CameraPhoto.jpeg(.littleEndian), "camera.jpg")
    // Among warnings, for standard output is for the render.
    let blur = "\"$faceblur\" blur - --json < camera.jpg 2>&1 > render.jpg | grep '^{'"
    try expect(scratch.shell(blur), ["photo"])
    try expect(
      scratch.shell("head -c 500 camera.jpg | \"$faceblur\" blur - --json 2>&1 | grep '^{'"), ["failure"])
    try expect(scratch.shell("\"$faceblur\" detect - --json < camera.jpg"), ["photo"])
    try expect(scratch.shell("\"$faceblur\" verify - --json < render.jpg"), ["verdict"])
  }

  @Test func whatIsToldOfFilmsKeepsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm().bytes(), "film.mp4")
    try scratch.write(Array(TestFilm().bytes().prefix(5000)), "cut.mp4")
    try expect(scratch.attempt("detect", "--json", "film.mp4", "cut.mp4"), ["film", "failure"])
    try expect(scratch.attempt("verify", "--json", "film.mp4", "cut.mp4"), ["film-verdict", "film-verdict"])
    try scratch.writeEditedFilm()
    try expect(scratch.attempt("show", "--json", "film.mp4"), ["film-record"])
    try expect(scratch.attempt("edit", "--json", "film.mp4", "--add", "1,1,9,9@1"), ["film-edit"])
    try expect(scratch.attempt("edit", "--json", "film.mp4", "--exclude", "t9"), ["failure"])
    try expect(scratch.attempt("blur", "--json", "film.mp4", "--dry-run"), ["film"])
    try expect(scratch.attempt("render", "--json", "film.mp4"), ["film-edit"])
    try expect(scratch.attempt("edit", "--json", "film.mp4", "--audio", "mute-hidden"), ["film-edit"])
    try expect(scratch.attempt("show", "--json", "film.mp4"), ["film-record"])
    try expect(scratch.attempt("filter", "--json", "film.mp4", "--sepia", "0.5"), ["failure"])
    try expect(scratch.attempt("revert", "--json", "film.mp4"), ["revert"])
    try scratch.write(ForeignRecords.photos(), "film.AAE")
    try expect(scratch.attempt("show", "--json", "film.mp4"), ["film-record"])
  }

  @Test func whatIsToldOfFilmsOfCollectionsKeepsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm { $0.frames = 8 }.bytes(), "photos/film.mp4")
    try scratch.scrub()
    try expect(scratch.attempt("show", "--json", "out/film.mp4"), ["film-record"])
    try expect(scratch.attempt("edit", "--json", "out/film.mp4", "--add", "1,1,9,9"), ["film-edit"])
    try expect(scratch.attempt("show", "--json", "out/film.mp4"), ["film-record"])
    try expect(scratch.attempt("revert", "--json", "out/film.mp4"), ["film-edit"])
  }

  @Test func whatAWorkerIsAskedAndAnswersKeepsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(2)
    let requests = try ["0/0.jpg", "1/1.jpg", "missing.jpg"].map { try scratch.request($0) }
    for request in requests {
      let object = try JSONSerialization.jsonObject(with: Data(request.utf8))
      #expect(try Self.schemas().problems(of: object, by: "worker-request").isEmpty)
    }
    let outcome = try scratch.work(requests + ["junk"]).outcome
    let kinds = try outcome.jsonLines().map { "worker-\($0["event"] ?? "")" }
    #expect(
      kinds.sorted() == [
        "worker-answer", "worker-answer", "worker-answer", "worker-ended", "worker-ready", "worker-refused",
      ])
    try expect(outcome, kinds)
  }

  @Test func everyCommandOfAnEditsLifeKeepsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "group.jpg")
    try scratch.write(CameraPhoto.jpeg(.littleEndian), "camera.jpg")
    try scratch.write(Array("no photo".utf8), "text.jpg")
    func run(_ words: String...) throws -> BuiltCommand.Outcome {
      try BuiltCommand.run(words, in: scratch.path)
    }
    try expect(
      run("detect", "group.jpg", "text.jpg", "missing.jpg", "--json", "--overlay", "look"),
      ["photo", "failure", "failure"])
    try expect(
      run("blur", "group.jpg", "camera.jpg", "text.jpg", "--json", "--preview", "look", "--xmp"),
      ["photo", "photo", "failure"])
    try expect(
      run("edit", "group.jpg", "--json", "--exclude", "f1", "--add", "3,3,40,40", "--overlay", "look"),
      ["photo"])
    try expect(run("edit", "group.jpg", "--json", "--exclude", "f9"), ["failure"])
    try expect(run("blur", "group.jpg", "group_edited.jpg", "--json", "--dry-run"), ["left-out", "photo"])
    try expect(run("blur", "group_edited.jpg", "--json", "--dry-run"), ["failure"])
    try expect(run("filter", "group.jpg", "--json", "--sepia", "0.3", "--vignette", "0.5"), ["photo"])
    try expect(run("show", "group.jpg", "text.jpg", "camera.jpg", "--json"), ["record", "failure", "record"])
    try expect(run("revert", "group.jpg", "--json", "--to", "1", "--unhidden"), ["photo"])
    try expect(run("revert", "group.jpg", "--json", "--to", "9"), ["failure"])
    try expect(run("render", "group.jpg", "--json"), ["photo"])
    try expect(run("render", "group.jpg", "--json", "-o", "copy.jpg"), ["photo"])
    try expect(run("render", "text.jpg", "--json"), ["failure"])
    try expect(run("verify", "group_edited.jpg", "camera.jpg", "--json"), ["verdict", "verdict"])
    try expect(run("revert", "group.jpg", "--json"), ["revert"])
    try expect(run("show", "group.jpg", "--json"), ["failure"])
  }

  @Test func modelsKeepIt() throws {
    try expect(BuiltCommand.run(["models", "--json"]), ["models"])
    let scratch = try ScratchFolder()
    let outcome = try BuiltCommand.run(["models", "--json", "--models", scratch.path])
    #expect(outcome.exitCode == 69)
    try expect(outcome, ["models"])
  }

  @Test func selftestKeepsIt() throws {
    try expect(BuiltCommand.run(["selftest", "--json"]), ["selftest"])
    let scratch = try ScratchFolder()
    try FileManager.default.copyItem(atPath: BuiltCommand.path, toPath: scratch.path("faceblur"))
    let outcome = try BuiltCommand.run(
      ["selftest", "--json", "--all", "--models", scratch.path], of: scratch.path("faceblur"))
    #expect(outcome.exitCode == 1)
    try expect(outcome, ["selftest"])
  }

  @Test func settingsKeepIt() throws {
    try expect(BuiltCommand.run(["settings", "--json"]), ["settings"])
    let scratch = try ScratchFolder()
    let words = ["--style", "pixelate", "--margin", "1.5", "--metadata", "standard", "--effort", "maximum"]
    let outcome = try scratch.heeding(["settings", "--json", "--weaker", "--cells", "5"] + words)
    try expect(outcome, ["settings"])
    // The file itself, which people may write.
    let file = try JSONSerialization.jsonObject(with: Data(scratch.read(StoredSettings.file)))
    #expect(try Self.schemas().problems(of: file, by: "settings-file").isEmpty)
    #expect((file as? [String: Any])?.count == 5)
    let told = try #require(try outcome.jsonLines().first)
    #expect(told["weaker"] as? [String] == ["style", "metadata"])
    #expect(told["path"] as? String == scratch.path(StoredSettings.file))
  }

  /// The events of a run over a collection, and the report that it leaves.
  @Test func aCollectionKeepsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/none.jpg")
    try scratch.write(Array("no photo".utf8), "photos/broken.jpg")
    try scratch.write(Array("text".utf8), "photos/notes.txt")
    let foretold = try scratch.scrub("--json", "--dry-run")
    let events = try foretold.jsonLines().compactMap { $0["event"] as? String }
    #expect(events.contains("planned"))
    try expect(foretold, events.map { $0 == "planned" ? "scrub-planned" : "scrub-plan-summary" })
    let outcome = try scratch.scrub("--json")
    #expect(outcome.exitCode == 1)
    let kinds = try outcome.jsonLines().compactMap { $0["event"] as? String }
    #expect(kinds.count { $0 == "file" } >= 3 && kinds.last == "summary")
    try expect(outcome, kinds.map { "scrub-\($0)" })
    let group = try #require(
      try outcome.jsonLines().first { ($0["file"] as? String)?.hasSuffix("group.jpg") == true })
    #expect((group["regions"] as? [Any])?.count == 2 && group["hiddenCount"] as? Int == 2)
    let size = try TestPhotos.group().picture
    #expect(group["width"] as? Int == size.width && group["height"] as? Int == size.height)
    let folder = try #require(try outcome.jsonLines().last?["report"] as? String)
    let report = try String(decoding: scratch.read("\(folder)/report.jsonl"), as: UTF8.self)
    let lines = report.split(separator: "\n")
    #expect(lines.count >= 3)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let problems = try Self.schemas().problems(of: object, by: "scrub-file")
      #expect(problems.isEmpty, "\(problems)")
      let read = try JSONDecoder().decode(CommandObject<ScrubLine>.self, from: Data(line.utf8))
      #expect(try PlainText.json(read) == line)
    }
  }

  /// An output of a collection is a photo like any other.
  @Test func anOutputOfACollectionKeepsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.scrub()
    func run(_ words: String...) throws -> BuiltCommand.Outcome {
      try BuiltCommand.run(words + ["--json"], in: scratch.path)
    }
    try expect(run("show", "out/portrait.jpg"), ["record"])
    try expect(run("edit", "out/portrait.jpg", "--add", "3,3,40,40", "--overlay", "look"), ["photo"])
    try expect(run("edit", "out/portrait.jpg", "--exclude", "f9"), ["failure"])
    try expect(run("edit", "out/other.jpg", "--exclude", "f1"), ["failure"])
    try expect(run("filter", "out/portrait.jpg", "--sepia", "0.3"), ["photo"])
    try expect(run("show", "out/portrait.jpg"), ["record"])
    try expect(run("revert", "out/portrait.jpg", "--to", "2"), ["photo"])
    try expect(run("revert", "out/portrait.jpg"), ["photo"])
  }

  /// A record of another program, of which little is known.
  @Test func aForeignRecordKeepsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_0001.JPG")
    try scratch.write(ForeignRecords.photos(), "IMG_0001.AAE")
    try expect(BuiltCommand.run(["show", "IMG_0001.JPG", "--json"], in: scratch.path), ["record"])
  }

  /// Programs find the file again, whatever its name.
  @Test func aNameThatIsNotTextIsToldInBytes() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try BuiltCommand.run(
      ["-c", "mv portrait.jpg $'a\\xff.jpg'; \"$faceblur\" blur --json $'a\\xff.jpg'"], of: "/bin/bash",
      prefix: ["env", "faceblur=\(BuiltCommand.path)"], in: scratch.path)
    try expect(outcome, ["photo"])
    let photo = try #require(try outcome.jsonLines().first)
    #expect(photo["file"] as? String == "a\u{FFFD}.jpg")
    #expect(photo["fileBytes"] as? [Int] == [97, 255] + Array(".jpg".utf8).map(Int.init))
    #expect((photo["outputs"] as? [String: Any])?["renderBytes"] != nil)
  }

  /// What is not documented, missing or of another type is found, so that the other tests mean something.
  @Test func theSchemasRefuseWhatIsNotTheirs() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let photo = try #require(try scratch.faceblur("detect", "portrait.jpg", "--json").jsonLines().first)
    func problems(_ change: (inout [String: Any]) -> Void) throws -> [String] {
      var changed = photo
      change(&changed)
      return try Self.schemas().problems(of: changed, by: "photo")
    }
    #expect(try problems { _ in }.isEmpty)
    #expect(try problems { $0["hidden"] = 1 }.count == 1)
    #expect(try problems { $0["warnings"] = nil }.count == 1)
    #expect(try problems { $0["width"] = "512" }.count >= 1)
    #expect(try problems { $0["schema"] = 2 }.count == 1)
    #expect(try problems { $0["orientation"] = 9 }.count == 1)
    #expect(
      try problems { object in
        var regions = object["regions"] as? [[String: Any]] ?? []
        regions[0]["state"] = "open"
        regions[0]["box"] = [1, 2]
        regions[0]["kind"] = "A face"
        object["regions"] = regions
      }.count == 3)
    let regions = try #require(photo["regions"] as? [[String: Any]])
    #expect(regions.map { $0["kind"] as? String } == ["face"])
  }

  /// Each is in the table of Documentation/json.md.
  @Test func everySchemaIsDocumented() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation")
    let text = try String(contentsOf: folder.appending(path: "json.md").standardizedFileURL, encoding: .utf8)
    for name in try Self.schemas().names {
      #expect(text.contains("schemas/\(name).schema.json"), "\(name)")
    }
  }
}
