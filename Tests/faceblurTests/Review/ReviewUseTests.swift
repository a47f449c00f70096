import Foundation
import TestSupport
import Testing

/// What may be reviewed, and what `--check` says of it.
@Suite struct ReviewUseTests {
  private static func scrubbed() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("photos/b.jpg")
    try scratch.writeAstronaut("party.jpg")
    try #require(try scratch.scrub().exitCode == 0)
    return scratch
  }

  @Test(arguments: [
    (["out", "party.jpg"], "review it alone"), (["party.jpg", "out"], "review it alone"),
    (["out/a.jpg"], "'faceblur review"), (["out", "out"], "alone"),
    (["party.jpg", "--check"], "party.jpg: it is no folder"),
    (["photos", "--check"], "photos: no journal"), (["photos", "party.jpg", "--check"], "one folder"),
    (["out", "photos", "--state", "out.faceblur"], "--state"),
    (["party.jpg", "--record", "none"], "--record none"),
    (["out", "--record", "records"], "--record"), (["out", "--metadata", "none"], "--metadata"),
    (["out", "--cells", "3"], "--cells"),
    (["out", "--port", "80"], "1024 to 65535"), (["out", "--idle-minutes", "0"], "0.01 to"),
    ([], "faceblur review"),
    (["out", "-o", "there"], "no option -o"),
  ])
  func saysWhatToTypeInstead(_ use: (words: [String], advice: String)) throws {
    let scratch = try Self.scrubbed()
    try scratch.expectFailure(64, naming: use.advice, ["review"] + use.words)
  }

  @Test(arguments: ["nowhere.jpg", "nowhere/"])
  func saysWhatIsNotThere(_ name: String) throws {
    let scratch = try ScratchFolder()
    let outcome = try scratch.attempt(
      "review", name, "--no-open", prefix: ["XDG_STATE_HOME=\(scratch.path("state"))"])
    #expect(outcome.exitCode == 66, "\(outcome.errors)")
    outcome.expectOneErrorLine(naming: "nowhere")
    try scratch.expectFailure(66, naming: "nowhere", "review", "--check", name)
  }

  /// As the guide for the privacy officer has it: the record says what is hidden, and the journal does not know.
  @Test func signsWhatARecordTellsOf() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    let records = ["--records", "records"]
    try #require(try scratch.scrub(records).exitCode == 0)
    func review(looking: Bool) throws {
      let run = try ReviewRun.opened(["out"], in: scratch)
      if looking { #expect(try run.change(0, #"{"kind":"look"}"#).status == 200) }
      _ = try run.finish()
      #expect(try run.quit() == 0)
    }
    try review(looking: true)
    try scratch.faceblur("review", "--check", "out")
    // Photos are not reviewed past the collection.
    try scratch.expectFailure(
      73, naming: "faceblur review out", "review", "photos", "--record", "records",
      "--renders", "out")

    try scratch.faceblur(
      "edit", "photos/a.jpg", "--record", "records/", "--renders", "out/", "--add", "10%,20%,5%,8%")
    try review(looking: false)
    #expect(try scratch.attempt("review", "--check", "out").exitCode == 1)
    try review(looking: true)
    try scratch.faceblur("review", "--check", "out")
    // A run that finds it so changes nothing.
    try #require(try scratch.scrub(records).exitCode == 0)
    try scratch.faceblur("review", "--check", "out")
    try review(looking: false)
    try scratch.faceblur("review", "--check", "out")
  }

  /// Two files of one size and time, exchanged while the page is open, and back before Done.
  @Test func signsNothingOfWhichAnotherWasShown() throws {
    let scratch = try ScratchFolder()
    let photos = [("photos/a.jpg", try TestPhotos.astronaut()), ("b.jpg", try TestPhotos.graceHopper())]
    let size = photos.map(\.1.count).max() ?? 0
    for (name, photo) in photos {
      let path = try scratch.write(photo + [UInt8](repeating: 0, count: size - photo.count), name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
    }
    func exchange() throws {
      for (from, to) in [("photos/a.jpg", "between"), ("b.jpg", "photos/a.jpg"), ("between", "b.jpg")] {
        try FileManager.default.moveItem(atPath: scratch.path(from), toPath: scratch.path(to))
      }
    }
    try #require(try scratch.scrub().exitCode == 0)
    let run = try ReviewRun.opened(["out"], in: scratch)
    try #require(try run.get("/api/photo/0").status == 200)
    try #require(try run.get("/picture/0/face/f1").status == 200)
    try exchange()
    #expect(try run.get("/picture/0/face/f1").status != 200)
    for change in [#"{"kind":"look"}"#, #"{"kind":"exclude","regions":["f1"]}"#] {
      #expect(try run.post("/api/photo/0", #"{"change":\#(change)}"#).status != 200)
    }
    try exchange()
    #expect(try run.get("/picture/0/face/f1").status == 200)
    _ = try run.finish()
    #expect(try run.quit() == 0)
    #expect(try scratch.attempt("review", "--check", "out").exitCode == 1)
  }

  @Test func namesWhatIsNoPhotoAndNoOutput() throws {
    let scratch = try Self.scrubbed()
    let run = try ReviewRun.opened(["out"], in: scratch)
    for number in 0...1 {
      #expect(try run.change(number, #"{"kind":"look"}"#).status == 200)
    }
    _ = try run.finish()
    #expect(try run.quit() == 0)
    try scratch.write([0] + scratch.read("party.jpg"), "out/x.bin")
    let stray = try scratch.attempt("review", "out", "--check", "-q")
    #expect(stray.exitCode == 1)
    stray.expectOneErrorLine(naming: "out/x.bin: no run put it there")
  }

  /// As on a disc: the target and its journal are read as they lie there.
  @Test func checksWhereNothingCanBeWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("photos/b.jpg")
    let target = "a 100% disc?#"
    try scratch.faceblur("scrub", "photos", "-o", target)
    let run = try ReviewRun.opened([target], in: scratch)
    for number in 0...1 { #expect(try run.change(number, #"{"kind":"look"}"#).status == 200) }
    _ = try run.finish()
    #expect(try run.quit() == 0)
    func setMode(_ mode: Int) throws {
      for name in [target, "\(target).faceblur"] {
        try FileManager.default.setAttributes(
          [.posixPermissions: mode], ofItemAtPath: scratch.path(name))
      }
    }
    func check(_ words: String...) throws -> BuiltCommand.Outcome {
      try setMode(0o500)
      defer { try? setMode(0o700) }
      return try BuiltCommand.run(
        ["review", "--check", target] + words, prefix: Hardship.permissionsApply, in: scratch.path)
    }
    try setMode(0o700)
    let before = try scratch.state()
    let sound = try check()
    #expect(sound.exitCode == 0, "\(sound.errors)")
    #expect(try check("--state", "\(target).faceblur").exitCode == 0)
    #expect(try scratch.state() == before)
    try scratch.spoil("\(target)/b.jpg")
    let changed = try check()
    #expect(changed.exitCode == 1)
    changed.expectOneErrorLine(naming: "b.jpg: it has changed")

    // What a program that was killed left there may say otherwise.
    for name in ["journal.sqlite-wal", "review.sqlite-wal"] {
      let path = "\(target).faceblur/\(name)"
      try scratch.write([1], path)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch.path(path))
      let refused = try check()
      #expect(refused.exitCode == 73)
      refused.expectOneErrorLine(naming: "is still to be taken up from \(name)")
      #expect(refused.errors.contains("copy the target"))
      try scratch.remove(path)
    }
    #expect(try check().exitCode == 1)
  }

  @Test func checksThatEverythingWasLookedAt() throws {
    let scratch = try Self.scrubbed()
    let before = try scratch.state()
    let unseen = try scratch.attempt("review", "--check", "out")
    #expect(unseen.exitCode == 1)
    for name in ["out/a.jpg", "out/b.jpg"] { #expect(unseen.errors.contains("\(name): nobody has looked")) }
    #expect(try scratch.state() == before, "looking has changed something")

    let run = try ReviewRun.opened(["out"], in: scratch)
    #expect(try run.change(0, #"{"kind":"look"}"#).status == 200)
    _ = try run.finish()
    #expect(try run.quit() == 0)
    let half = try scratch.attempt("review", "--check", "out")
    #expect(half.exitCode == 1 && half.errors.filter { $0 == "\n" }.count == 1, "\(half.errors)")

    let rest = try ReviewRun.opened(["out/"], in: scratch)
    #expect(try rest.change(1, #"{"kind":"look"}"#).status == 200)
    _ = try rest.finish()
    #expect(try rest.quit() == 0)
    #expect(try scratch.faceblur("review", "--check", "out").errors.isEmpty)

    try scratch.spoil("out/b.jpg")
    let changed = try scratch.attempt("review", "out", "--check", "-q")
    #expect(changed.exitCode == 1 && changed.output.isEmpty)
    changed.expectOneErrorLine(naming: "out/b.jpg: it has changed")
    // What is gone shows nothing; what somebody else has put there does.
    try scratch.remove("out/b.jpg")
    try scratch.faceblur("review", "out", "--check")
    try scratch.write(try scratch.read("party.jpg"), "out/party.jpg")
    let stranger = try scratch.attempt("review", "out", "--check")
    #expect(stranger.exitCode == 1)
    stranger.expectOneErrorLine(naming: "out/party.jpg: no run has put it there")
  }

  @Test func findsAJournalThatLiesElsewhere() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try #require(try scratch.scrub("--state", "journal").exitCode == 0)
    #expect(try scratch.attempt("review", "out", "--state", "journal", "--check").exitCode == 1)
    let run = try ReviewRun.opened(["out", "--state", "journal"], in: scratch)
    #expect(try run.queue()["kind"] as? String == "collection")
  }

  @Test func remembersSettingsForEveryClient() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let run = try ReviewRun.opened(["portrait.jpg"], in: scratch)
    let nothing = try run.get("/api/settings").object()
    #expect(Set(nothing.keys) == ["style", "shape", "cells", "margin", "metadata", "effort"])
    #expect(nothing.values.allSatisfy { $0 is NSNull })
    #expect(try run.post("/api/settings", #"{"style":"fill","margin":1.5,"metadata":"none"}"#).status == 204)
    let settings = try run.get("/api/settings").object()
    #expect(settings["style"] as? String == "fill" && settings["margin"] as? Double == 1.5)
    #expect(settings["metadata"] as? String == "none" && settings["effort"] is NSNull)
    #expect(scratch.has("home/config/faceblur/settings.json"))
  }

  /// Nobody's edits become weaker by something that was stored without a word.
  @Test(arguments: [
    (#""style":"pixelate""#, "style pixelate"), (#""margin":1"#, "margin 1.0"),
    (#""metadata":"standard+gps""#, "standard+GPS"), (#""effort":"fast""#, "effort fast"),
  ])
  func asksBeforeItStoresWeakerSettings(_ weaker: (field: String, words: String)) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let run = try ReviewRun.opened(["portrait.jpg"], in: scratch)
    let file = "home/config/faceblur/settings.json"
    for beside in ["", #","weaker":false"#, #","weaker":null"#, #","weaker":1"#, #","weaker":"true""#] {
      let answer = try run.post("/api/settings", "{\(weaker.field)\(beside)}")
      #expect(answer.status == 422 && !scratch.has(file), "\(beside)")
      if beside.isEmpty {
        #expect((try answer.object()["error"] as? String)?.contains(weaker.words) == true, "\(answer.text)")
      }
    }
    #expect(try run.post("/api/settings", #"{\#(weaker.field),"weaker":true}"#).status == 204)
    let stored = try scratch.read(file)
    #expect(!String(decoding: stored, as: UTF8.self).contains("weaker"))
    // What is weaker already is no reason to ask again; nothing else may stand there.
    #expect(try run.post("/api/settings", #"{\#(weaker.field),"cells":3}"#).status == 204)
    #expect(try run.post("/api/settings", #"{\#(weaker.field),"weakr":true}"#).status == 422)
    #expect(try run.post("/api/settings", #"{\#(weaker.field),"weaker":true,"weaker":true}"#).status == 422)
  }

  @Test func showsLooksOfThePhoto() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let run = try ReviewRun.opened(["portrait.jpg"], in: scratch)
    _ = try run.settledQueue()
    var pictures: Set<[UInt8]> = []
    let looks =
      ["mosaic", "blur", "fill"].map { "style=\($0)" }
      + ["sepia", "vignette", "chrome", "instant", "invert", "posterize"].map { "look=\($0)" }
    for look in looks {
      let answer = try run.get("/picture/0/look?\(look)")
      #expect(answer.status == 200 && answer.headers["content-type"] == "image/jpeg", "\(look)")
      #expect(answer.body.starts(with: [0xFF, 0xD8]))
      pictures.insert(answer.body)
    }
    #expect(pictures.count == looks.count)
    let tone = try run.change(0, #"{"kind":"tone","sepia":0.5,"look":"chrome"}"#)
    let photo = try #require(try tone.object()["photo"] as? [String: Any])
    #expect(photo["sepia"] as? Double == 0.5 && photo["look"] as? String == "chrome")
    let other = try run.change(0, #"{"kind":"tone","look":null}"#)
    let without = try #require(try other.object()["photo"] as? [String: Any])
    #expect(without["sepia"] as? Double == 0.5 && without["look"] is NSNull)
  }

  /// A photo of which most viewers show nothing says how others show it; its pictures are served so, and no others.
  @Test func showsWhatOtherViewersShow() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestPhotos.portraitInAlpha(), "photos/blank.png")
    try scratch.writeAstronaut("photos/usual.jpg")
    let run = try ReviewRun.opened(["photos"], in: scratch)
    _ = try run.settledQueue()
    let usual = try run.get("/api/photo/1").object()
    #expect(
      usual["views"] == nil && (usual["warnings"] as? [String])?.contains { $0.contains("viewers") } == false)
    let blank = try run.get("/api/photo/0").object()
    #expect(blank["views"] as? [String] == ["over black"])
    #expect((blank["warnings"] as? [String])?.contains { $0.contains("over black") } == true, "\(blank)")
    let regions = try #require(blank["regions"] as? [[String: Any]])
    let region = try #require(regions.first?["id"] as? String, "no face is found over black any more")
    for picture in ["shown", "original", "face/\(region)"] {
      let (first, other) = (
        try run.get("/picture/0/\(picture)"), try run.get("/picture/0/\(picture)?view=1")
      )
      #expect(first.status == 200 && other.status == 200 && other.headers["content-type"] == "image/jpeg")
      #expect(other.body.starts(with: [0xFF, 0xD8]) && other.body != first.body, "\(picture)")
      #expect(try run.get("/picture/0/\(picture)?view=2").status == 404, "\(picture)")
      #expect(try run.get("/picture/1/\(picture)?view=1").status == 404, "\(picture)")
    }
    #expect(try run.get("/picture/0/face/none?view=1").status == 422)
    #expect(try run.get("/picture/0/look?style=fill&view=1").status == 404)
  }
}
