import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Whole collections: what comes out, and what is on the list.
@Suite struct ScrubTests {
  @Test func mirrorsTheTreeWithEveryFaceHidden() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a/portrait.JPG")
    try scratch.writeGraceHopper("photos/b/deeper/admiral.jpg")
    let originals = try scratch.state()
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      Set(try scratch.published().keys) == ["a", "a/portrait.JPG", "b", "b/deeper", "b/deeper/admiral.jpg"])
    for (name, state) in originals { #expect(try FileState(at: scratch.path(name)) == state) }
    let verified = try scratch.attempt(
      "verify", "out/a/portrait.JPG", "--original", "photos/a/portrait.JPG", "--effort", "fast")
    #expect(verified.exitCode == 0, "\(verified.output)")
    let report = try scratch.report()
    #expect(report["portrait.JPG"]?.faces == 1 && report["admiral.jpg"]?.faces == 1)
    #expect(outcome.output.contains("2 scrubbed, 2 faces hidden"))
  }

  // A run may be long over when somebody reads the report, and what it wrote published.
  @Test func saysOnceThatFacesTellSomething() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("photos/b.jpg")
    let outcome = try scratch.scrub("--style", "pixelate", "-q")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    outcome.expectOneErrorLine(naming: "2 files of the target show faces in cells of their own colours")
    #expect(try scratch.scrub("-q", target: "mosaic").errors.isEmpty)
  }

  // The list is the point: a file that fails may neither stop the others nor be forgotten.
  @Test func doesTheGoodOnesAndListsEveryBadOne() throws {
    let scratch = try ScratchFolder()
    let portrait = try TestPhotos.astronaut()
    try scratch.write(portrait, "photos/good.jpg")
    var bad: [String: String] = [
      "empty.jpg": "empty", "junk.jpg": "not a photo", "cut.jpg": "cut short", "picture.gif": "GIF",
      "film.mp4": "film", "hidden.dat": "GIF", "nowhere.jpg": "link",
    ]
    try scratch.write([], "photos/empty.jpg")
    try scratch.write(Array("junk".utf8), "photos/junk.jpg")
    try scratch.write(Array(portrait.prefix(3000)), "photos/cut.jpg")
    try scratch.write(Array("GIF89a".utf8), "photos/picture.gif")
    try scratch.write(Array("GIF89a".utf8), "photos/hidden.dat")
    try scratch.write([0, 0, 1, 0xBA], "photos/film.mp4")
    try scratch.link("photos/nowhere.jpg", to: "gone.jpg")
    for file in HostileFile.all {
      try scratch.write(file.build(portrait), "photos/hostile/\(file.fileName)")
      if !file.isPhoto { bad[file.fileName] = "" }
    }
    let outcome = try scratch.scrub("--max-pixels", "1M")
    #expect(outcome.exitCode == 1)
    let report = try scratch.report()
    for (name, reason) in bad {
      #expect(report[name]?.status == "failed", "\(name)")
      #expect(
        report[name]?.reason.map { reason.isEmpty || $0.contains(reason) } == true,
        "\(name): \(report[name]?.reason ?? "nothing")")
    }
    #expect(report["good.jpg"]?.status == "done")
    // Nothing is in the target that is not on the list as done.
    let published = Set(try scratch.published().keys.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".dat") })
    #expect(published == Set(report.values.compactMap(\.target)))
    #expect(report.count == bad.count + 1 + HostileFile.all.count { $0.isPhoto })
    #expect(try !scratch.names().contains { $0.hasSuffix(".quarantined") })
  }

  @Test func keepsPhotosWithoutAFaceWithoutTheirMetadata() throws {
    let scratch = try ScratchFolder()
    let plain = try TestJPEG.encode(TestPhotos.withoutFaces())
    let secret = Array("Exif\0\0 secret place".utf8)
    try scratch.write(TestJPEG.inserting([(0xE1, secret), (0xFE, secret)], into: plain), "photos/plain.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(String(decoding: try scratch.read("out/plain.jpg"), as: UTF8.self).contains("secret") == false)
    #expect(try TestJPEG.read(scratch.read("out/plain.jpg")).components == TestJPEG.read(plain).components)
  }

  @Test(arguments: [("skip", "skipped"), ("review", "review")])
  func leavesOutPhotosWithoutAFaceOnRequest(_ use: (choice: String, status: String)) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/plain.jpg")
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.scrub()
    // What an earlier run wrote under other settings goes.
    #expect(try scratch.scrub("--on-no-face", use.choice).exitCode == 0)
    #expect(Set(try scratch.published().keys) == ["portrait.jpg"])
    #expect(try scratch.report()["plain.jpg"]?.status == use.status)
  }

  // Text holds pictures and people in more ways than anyone can name.
  @Test func putsNothingButPhotosIntoTheTarget() throws {
    let scratch = try ScratchFolder()
    for name in ["minutes.txt", "IMG_1.AAE", "portrait.xmp", "people.json"] {
      try scratch.write(Array("Anna, 9, second from the left".utf8), "photos/\(name)")
    }
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published().isEmpty)
    #expect(try scratch.report().values.allSatisfy { $0.status == "other" })
    // What an earlier version copied goes.
    try scratch.write(try scratch.read("photos/minutes.txt"), "out/minutes.txt")
    try scratch.sqlite(
      "out.faceblur/journal.sqlite",
      """
      UPDATE entries SET status = 'copied', out_sha256 = '\(try scratch.digest("photos/minutes.txt"))'
      WHERE CAST(target AS TEXT) = 'minutes.txt'
      """)
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published().isEmpty)
    #expect(try scratch.scrub("--copy-others").exitCode == 64)
  }

  @Test func keepsRecordsOutOfTheTarget() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a/portrait.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try !scratch.names().contains { $0.hasSuffix(".AAE") })
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    #expect(Set(try scratch.names().filter { $0.hasSuffix(".AAE") }) == ["records/a/portrait.AAE"])
    // The record of a photo that has changed gives way.
    try scratch.writeGraceHopper("photos/a/portrait.jpg")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    #expect(try scratch.report()["portrait.jpg"]?.faces == 1)
    #expect(try scratch.scrub("--records", "out/records").exitCode == 73)
    #expect(try scratch.scrub("--records", "beside").exitCode == 0)
    let records = try scratch.names().filter { $0.hasSuffix(".AAE") }.sorted()
    #expect(records == ["photos/a/portrait.AAE", "records/a/portrait.AAE"])
    #expect(try scratch.attempt("show", "photos/a/portrait.jpg").output.contains("out/a/portrait.jpg"))
  }

  /// Whoever sees a missed face in the report draws it and scrubs again.
  @Test(arguments: [
    "none": ["out/portrait.jpg"], "beside": ["photos/portrait.jpg", "--renders", "out"],
    "records": ["photos/portrait.jpg", "--renders", "out", "--record", "records"],
  ])
  func obscuresWhatAPersonDrewAlsoAfterwards(_ place: String, _ edited: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    let records = ["--records", place]
    #expect(try scratch.scrub(records).exitCode == 0)
    // A record says that its render is in the target, which somebody has to confirm.
    let edit = try BuiltCommand.run(["edit"] + edited + ["--add", "400,400,64,48"], in: scratch.path)
    #expect(edit.exitCode == 0, "\(edit.errors)")
    #expect(try scratch.scrub(records).exitCode == 0)
    let comparison = try RenderedCoefficients(
      original: scratch.read("photos/portrait.jpg"), render: scratch.read("out/portrait.jpg"))
    let drawn = PixelBox(x: 400, y: 400, width: 64, height: 48)
    for box in [drawn, TestPhotos.astronautFace] {
      #expect(comparison.coverage(of: box, by: comparison.isFlat) == 1)
    }
  }

  @Test func saysWhatADryRunWouldDoAndChangesNothing() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    let before = try scratch.state()
    #expect(try scratch.scrub("--dry-run").output.contains("1 would be in the target"))
    #expect(try scratch.state() == before)
    try scratch.scrub()
    try scratch.writeGraceHopper("photos/portrait.jpg")
    try scratch.writeGraceHopper("photos/second.jpg")
    let done = try scratch.published()
    let outcome = try scratch.scrub("--dry-run", "-v")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("portrait.jpg: would be scrubbed, the photo has changed"))
    #expect(outcome.output.contains("second.jpg: would be scrubbed, new"))
    #expect(try scratch.published() == done)
    // It has not marked anything as seen.
    #expect(try scratch.scrub("--dry-run").output == scratch.scrub("--dry-run").output)
  }

  // Whoever plans a night's work wants to know what will be missing in the morning.
  @Test(arguments: [[], ["--records", "beside"], ["--records", "records"]])
  func foretellsOfEachFileWhatARunDoes(_ records: [String]) throws {
    let scratch = try ScratchFolder()
    let portrait = try TestPhotos.astronaut()
    for name in ["good.jpg", "settled.jpg", "taken.jpg", "spoilt.jpg"] {
      try scratch.write(portrait, "photos/\(name)")
    }
    let options = records + ["--max-pixels", "1M"]
    #expect(try scratch.scrub(options).exitCode == 0)
    try scratch.remove("out/good.jpg")
    try scratch.remove("out/taken.jpg")
    try scratch.write(Array("mine".utf8), "out/taken.jpg")
    try scratch.spoil("out/spoilt.jpg")
    try scratch.write([], "photos/empty.jpg")
    try scratch.write(Array(portrait.prefix(3000)), "photos/cut.jpg")
    try scratch.write(Array("GIF89a".utf8), "photos/picture.gif")
    try scratch.write(Array("minutes".utf8), "photos/minutes.txt")
    try scratch.link("photos/nowhere.jpg", to: "gone.jpg")
    try scratch.link("photos/outside.jpg", to: "/etc/passwd")
    try scratch.link("photos/inside.jpg", to: "good.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces(width: 1200, height: 1000)), "photos/large.jpg")
    try scratch.write(portrait, "photos/blocked/a.jpg")
    try scratch.write(Array("mine".utf8), "out/blocked")
    let before = try scratch.state()
    let foretold = try scratch.scrub(options + ["--dry-run", "--json"])
    #expect(try scratch.state() == before)
    let shown = try scratch.scrub(options + ["--dry-run"])
    let outcome = try scratch.scrub(options)
    #expect(outcome.exitCode == 1 && foretold.exitCode == 1 && shown.exitCode == 1)

    var statuses: [String: String] = [:]
    var unchanged: [String] = []
    for event in try foretold.jsonLines() where event["event"] as? String == "planned" {
      let name = URL(filePath: try #require(event["file"] as? String)).lastPathComponent
      #expect(statuses[name] == nil)
      statuses[name] = event["status"] as? String
      if event["unchanged"] as? Bool == true { unchanged.append(name) }
    }
    let report = try scratch.report()
    #expect(statuses == report.mapValues(\.status))
    #expect(unchanged == ["settled.jpg"])
    let files = try #require(try foretold.jsonLines().last?["files"] as? [String: Int])
    #expect(files == Dictionary(report.values.map { ($0.status, 1) }, uniquingKeysWith: +))
    // Without more words, at least the failures.
    for (name, file) in report where file.status == "failed" {
      #expect(shown.errors.contains("\(name): would fail:"))
    }
    #expect(shown.errors.filter { $0 == "\n" }.count == files["failed"])
  }

  @Test func tellsProgramsWhatHappens() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.write([], "photos/empty.jpg")
    let events = try scratch.scrub("--json").jsonLines()
    let files = events.filter { $0["event"] as? String == "file" }
    #expect(Set(files.compactMap { $0["status"] as? String }) == ["done", "failed"])
    let summary = try #require(events.last)
    #expect(summary["event"] as? String == "summary")
    #expect(summary["hiddenCount"] as? Int == 1)
    #expect(summary["files"] as? [String: Int] == ["done": 1, "failed": 1])
  }

  @Test(arguments: [
    (["photos"], "-o TARGET", 64), ([], "--from -", 64),
    (["photos", "-o", "photos/../photos"], "in the target", 73),
    (["photos/inner", "-o", "photos"], "in the target", 73), (["gone", "-o", "out"], "gone", 66),
    (["photos", "photos/../photos", "-o", "out"], "same place", 73),
    (["photos", "-o", "photos/a.jpg"], "no folder", 73),
    (["photos", "-o", "out", "--records", "photos"], "is not scrubbed", 73),
    (["photos/inner", "-o", "out", "--records", "photos"], "is not scrubbed", 73),
    (["photos", "-o", "out", "--state", "out/state"], "names the originals", 73),
    (["photos", "-o", "out", "--state", "out/.faceblur"], "names the originals", 73),
    (["photos", "-o", "out", "--state", "photos/a.jpg"], "no folder", 73),
    (["photos", "-o", "out", "--state", "photos/inner"], "holds other files", 73),
    (["photos", "-o", "out", "--jobs", "0"], "1 to 256", 64),
    (["photos", "-o", "out", "--memory", "4"], "4G", 64),
  ])
  func refusesWhatWouldGoWrong(_ use: (arguments: [String], advice: String, code: Int32)) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeAstronaut("photos/inner/b.jpg")
    let before = try scratch.state()
    let outcome = try BuiltCommand.run(["scrub"] + use.arguments, in: scratch.path)
    #expect(outcome.exitCode == use.code)
    outcome.expectOneErrorLine(naming: use.advice)
    #expect(try scratch.state() == before)
  }
}
