import Foundation
import TestSupport
import Testing

/// `faceblur settings`: the file, and what is said of it.
@Suite struct SettingsTests {
  @Test func storesShowsAndForgets() throws {
    let scratch = try ScratchFolder()
    let empty = try scratch.heeding("settings")
    #expect(
      empty.output.contains("nothing is stored") && empty.output.contains("  style     mosaic (default)"))
    #expect(try scratch.names().isEmpty)
    let stored = try scratch.heeding(
      "settings", "--style", "fill", "--margin", "2", "--metadata", "none", "--effort", "thorough")
    #expect(stored.output.hasPrefix(scratch.path(StoredSettings.file) + "\n"))
    for line in [
      "style     fill", "shape     box (default)", "margin    2.0", "metadata  none", "effort    thorough",
    ] {
      #expect(stored.output.contains("  \(line)\n"), "\(stored.output)")
    }
    #expect(try FileState(at: scratch.path(StoredSettings.file)).mode == 0o600)
    #expect(try FileState(at: scratch.path(StoredSettings.folder + "/faceblur")).mode == 0o700)
    #expect(try scratch.heeding("settings").output == stored.output)
    // One after the other; what is not named stays.
    let less = try scratch.heeding("settings", "--reset", "margin", "--reset", "effort", "--shape", "ellipse")
    #expect(less.output.contains("  margin    1.3 (default)\n") && less.output.contains("  style     fill\n"))
    #expect(less.output.contains("  effort    normal (default)\n"))
    #expect(less.output.contains("  shape     ellipse\n"))
    try scratch.heeding("settings", "--reset", "all", "-q")
    #expect(try !scratch.names().contains(StoredSettings.file))
    #expect(try scratch.heeding("settings").output == empty.output)
  }

  @Test(arguments: [
    ["--style", "pixelate"], ["--margin", "1.2"], ["--metadata", "standard"], ["--metadata", "+gps"],
    ["--effort", "fast"],
  ])
  func storesWhatIsWeakerOnlyOnRequest(_ words: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.heeding("settings", "--shape", "ellipse")
    let before = try scratch.state()
    let outcome = try scratch.heeding(["settings", "--shape", "box"] + words)
    #expect(outcome.exitCode == 64)
    outcome.expectOneErrorLine(naming: "--weaker")
    #expect(try scratch.state() == before)
    let shown = try scratch.heeding(["settings", "--weaker"] + words)
    #expect(shown.exitCode == 0 && shown.output.contains(", weaker than the default\n"), "\(shown.output)")
    // What is weaker already is no reason to ask again.
    try scratch.heeding("settings", "--cells", "3")
  }

  /// Cells that would show a face are refused with either written first.
  @Test func keepsTheBoundsOfAStyle() throws {
    let scratch = try ScratchFolder()
    try scratch.heeding("settings", "--cells", "20")
    let other = try scratch.heeding("settings", "--style", "pixelate", "--weaker")
    #expect(other.output.contains("  cells     6 (default)\n"))
    #expect(try scratch.heeding(["settings", "--cells", "7"]).exitCode == 64)
    #expect(try scratch.heeding("settings").output == other.output)
  }

  @Test(arguments: [
    (#"{"margn": 2}"#, "'margn'"), (#"{"style": "swirl"}"#, "'style'"), (#"{"cells": 99}"#, "'cells'"),
    ("not JSON", "no JSON object"), ("", "no JSON object"),
  ])
  func aDamagedFileEndsWhatWouldHeedIt(_ content: (json: String, named: String)) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.store(content.json)
    let prefix = scratch.heedingPrefix
    for words in [
      ["blur", "portrait.jpg", "--style", "mosaic"], ["detect", "portrait.jpg", "--json"],
      ["edit", "portrait.jpg", "--add", "3,3,40,40"], ["filter", "portrait.jpg", "--sepia", "0.3"],
      ["scrub", "photos", "-o", "out"], ["settings"], ["settings", "--margin", "2"],
      ["settings", "--reset", "style"],
    ] {
      let outcome = try scratch.expectFailure(65, naming: StoredSettings.file, words, prefix: prefix)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains(content.named), "\(outcome.errors)")
      #expect(outcome.errors.contains("faceblur settings --reset all"))
    }
    // What heeds no settings goes on.
    try scratch.heeding("show", "portrait.jpg")
    try scratch.heeding("render", "portrait.jpg")
    try scratch.heeding("verify", "portrait_edited.jpg")
    try scratch.heeding("revert", "portrait.jpg")
    try scratch.heeding("settings", "--reset", "all", "--margin", "2")
    try scratch.heeding("blur", "portrait.jpg")
  }

  @Test func aFileThatOthersMayWriteEndsWhatWouldHeedIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.store("{}")
    try scratch.setMode(0o666, StoredSettings.file)
    let prefix = scratch.heedingPrefix
    try scratch.expectFailure(65, naming: "chmod go-w", "blur", "portrait.jpg", prefix: prefix)
    try scratch.rename(StoredSettings.file, to: "elsewhere")
    try scratch.setMode(0o600, "elsewhere")
    try scratch.link(StoredSettings.file, to: scratch.path("elsewhere"))
    try scratch.expectFailure(65, naming: "it is a link", "blur", "portrait.jpg", prefix: prefix)
  }

  @Test func doesWithoutAPlace() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let homeless = ["env", "-u", "XDG_CONFIG_HOME", "-u", "HOME"]
    #expect(try scratch.attempt("blur", "portrait.jpg", prefix: homeless).exitCode == 0)
    #expect(try scratch.attempt("settings", prefix: homeless).output.hasPrefix("settings have no place"))
    try scratch.expectFailure(73, naming: "XDG_CONFIG_HOME", "settings", "--margin", "2", prefix: homeless)
    // Below the home folder.
    let home = ["env", "-u", "XDG_CONFIG_HOME", "HOME=" + scratch.path("home")]
    #expect(try scratch.attempt("settings", "--margin", "2", prefix: home).exitCode == 0)
    #expect(try scratch.names().contains("home/.config/faceblur/settings.json"))
  }
}

/// What stored settings do to photos: what the same options would, for edits that are begun and for nothing else.
@Suite struct HeededSettingsTests {
  private static let json = #"{"style": "fill", "shape": "ellipse", "margin": 2, "metadata": "standard"}"#
  private static let words = [
    "--style", "fill", "--shape", "ellipse", "--margin", "2", "--metadata", "standard",
  ]

  private func photo() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(CameraPhoto.jpeg(.littleEndian), "photo.jpg")
    return scratch
  }

  @Test func blurDoesWhatTheSameOptionsWould() throws {
    let scratch = try photo()
    try scratch.faceblur("blur", "photo.jpg", "-o", "default.jpg", "--effort", "normal")
    try scratch.remove("photo.AAE")
    let asked = try BuiltCommand.run(
      ["blur", "photo.jpg", "-o", "asked.jpg", "--effort", "normal"] + Self.words, in: scratch.path)
    #expect(asked.exitCode == 0)
    try scratch.remove("photo.AAE")
    try scratch.store(Self.json)
    try scratch.heeding("blur", "photo.jpg", "-o", "stored.jpg")
    #expect(try scratch.digest("stored.jpg") == scratch.digest("asked.jpg"))
    #expect(try scratch.digest("stored.jpg") != scratch.digest("default.jpg"))
    let settings = try RecordOnDisk(scratch.read("photo.AAE")).settings
    #expect(settings["style"] as? String == "fill" && settings["margin"] as? Double == 2)
    // Options win.
    try scratch.remove("photo.AAE")
    try scratch.heeding(
      "blur", "photo.jpg", "-o", "won.jpg", "--style", "mosaic", "--shape", "box", "--margin", "1.3",
      "--metadata", "minimal")
    #expect(try scratch.digest("won.jpg") == scratch.digest("default.jpg"))
    // Forgotten, an edit is begun anew.
    try scratch.heeding("blur", "photo.jpg", "-o", "won.jpg", "--forget")
    #expect(try scratch.digest("won.jpg") == scratch.digest("asked.jpg"))
  }

  @Test func editAndFilterBeginAsTheSameOptionsWould() throws {
    let scratch = try photo()
    try scratch.store(#"{"style": "fill", "margin": 2}"#)
    try scratch.heeding("edit", "photo.jpg", "--add", "3,3,40,40")
    let edited = try scratch.digest("photo_edited.jpg")
    try scratch.faceblur("revert", "photo.jpg")
    try scratch.faceblur(
      "edit", "photo.jpg", "--add", "3,3,40,40", "--style", "fill", "--margin", "2")
    #expect(try scratch.digest("photo_edited.jpg") == edited)
    try scratch.faceblur("revert", "photo.jpg")
    try scratch.heeding("filter", "photo.jpg", "--sepia", "0.3")
    let adjustments = try RecordOnDisk(scratch.read("photo.AAE")).payload["adjustments"] as? [[String: Any]]
    let hidden = adjustments?.compactMap { $0["settings"] as? [String: Any] }.first { $0["regions"] != nil }
    #expect(hidden?["style"] as? String == "fill" && hidden?["margin"] as? Double == 2)
  }

  /// Whatever is stored afterwards, an edit goes on as it was begun.
  @Test func recordedEditsKeepTheirs() throws {
    let plain = try photo()
    let heeding = try photo()
    try heeding.store(
      #"{"style": "pixelate", "cells": 3, "margin": 1, "metadata": "standard+gps", "effort": "fast"}"#)
    for scratch in [plain, heeding] { try scratch.faceblur("blur", "photo.jpg") }
    for words in [
      ["edit", "photo.jpg", "--add", "3,3,40,40"], ["filter", "photo.jpg", "--sepia", "0.3"],
      ["render", "photo.jpg"], ["revert", "photo.jpg", "--to", "1", "--unhidden"],
      ["edit", "photo.jpg", "--shape", "ellipse"], ["edit", "photo.jpg", "--cells", "10"],
      ["blur", "photo.jpg", "--effort", "normal"],
      ["blur", "photo.jpg", "--effort", "normal", "--cells", "11"],
    ] {
      #expect(try BuiltCommand.run(words, in: plain.path).exitCode == 0)
      let outcome = try heeding.heeding(words)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains("weaker than"), "\(words): \(outcome)")
      #expect(try heeding.digest("photo_edited.jpg") == plain.digest("photo_edited.jpg"), "\(words)")
    }
  }

  /// Looked at again, a photo tells no more than it did and no more than is wanted.
  @Test func aPhotoThatIsBlurredAgainTellsNoMore() throws {
    let scratch = try photo()
    try scratch.faceblur("blur", "photo.jpg", "--metadata", "none", "--effort", "normal")
    let silent = try scratch.digest("photo_edited.jpg")
    try scratch.store(#"{"metadata": "standard+gps"}"#)
    try scratch.heeding("blur", "photo.jpg")
    #expect(try scratch.digest("photo_edited.jpg") == silent)
    try scratch.faceblur("blur", "photo.jpg", "--metadata", "standard", "--effort", "normal")
    #expect(try scratch.digest("photo_edited.jpg") != silent)
    try scratch.store(#"{"metadata": "none"}"#)
    try scratch.heeding("blur", "photo.jpg")
    #expect(try scratch.digest("photo_edited.jpg") == silent)
  }

  /// Also where nothing is stored. Who wants the edit begun anew wants the defaults.
  @Test func aPhotoThatIsBlurredAgainTellsNoMoreWithoutSettings() throws {
    let scratch = try photo()
    try scratch.faceblur("blur", "photo.jpg", "-o", "default.jpg")
    try scratch.remove("photo.AAE")
    try scratch.faceblur("blur", "photo.jpg", "--metadata", "none")
    let silent = try scratch.digest("photo_edited.jpg")
    try scratch.faceblur("blur", "photo.jpg")
    #expect(try scratch.digest("photo_edited.jpg") == silent)
    try scratch.faceblur("blur", "photo.jpg", "--metadata", "minimal")
    #expect(try scratch.digest("photo_edited.jpg") == scratch.digest("default.jpg"))
    try scratch.faceblur("blur", "photo.jpg", "--metadata", "none")
    try scratch.faceblur("blur", "photo.jpg", "--forget")
    #expect(try scratch.digest("photo_edited.jpg") == scratch.digest("default.jpg"))
    #expect(try scratch.digest("photo_edited.jpg") != silent)
  }

  @Test func saysWhereverAnEditIsWeakerByStoredSettings() throws {
    let scratch = try photo()
    try scratch.store(#"{"style": "pixelate", "margin": 1.1, "metadata": "standard", "effort": "fast"}"#)
    let note = "stored settings are weaker than the defaults: "
    let all = note + "style pixelate, margin 1.1, metadata standard, effort fast"
    let outcome = try scratch.heeding("blur", "photo.jpg")
    func warning(_ text: String, _ photo: String = "photo.jpg") -> String {
      "faceblur: warning: \(photo): \(text)\n"
    }
    #expect(outcome.errors.contains(warning(all)) && !outcome.output.contains(note), "\(outcome)")
    try scratch.faceblur("revert", "photo.jpg")
    let told = try scratch.heeding("blur", "photo.jpg", "--json")
    #expect(try told.photos().first?.notes.contains(all) == true && told.errors.contains(warning(all)))
    // The look was weaker and the render tells more; what is hidden is hidden as it was.
    let again = try scratch.heeding("blur", "photo.jpg")
    #expect(again.errors.contains(warning(note + "metadata standard, effort fast")), "\(again)")
    try scratch.faceblur("revert", "photo.jpg")
    // Who wants to hear nothing hears this.
    let quiet = try scratch.heeding("blur", "photo.jpg", "-q")
    #expect(quiet.output.isEmpty && quiet.errors.contains(warning(all)), "\(quiet)")
    try scratch.faceblur("revert", "photo.jpg")
    let some = try scratch.heeding("blur", "photo.jpg", "--style", "fill", "--effort", "normal", "--json")
    let notes = try #require(try some.photos().first?.notes)
    #expect(notes.contains(note + "margin 1.1, metadata standard"), "\(notes)")
    let detected = try #require(try scratch.heeding("detect", "photo.jpg", "--json").jsonLines().first)
    #expect(detected["notes"] as? [String] == [note + "effort fast"])
    #expect((detected["detector"] as? [String: Any])?["effort"] as? String == "fast")
    // Where nobody is seen, who looked less surely should know.
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "none.jpg")
    #expect(
      try scratch.heeding("blur", "none.jpg").errors.contains(warning(note + "effort fast", "none.jpg")))
  }

  @Test func aLookAnewIsAsThoroughAsIsStored() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--effort", "fast")
    try scratch.store(#"{"effort": "thorough"}"#)
    func effort(_ words: String...) throws -> String? {
      let outcome = try scratch.heeding(words + ["--json", "--dry-run"])
      let photo = try #require(try outcome.jsonLines().first)
      return (photo["detector"] as? [String: Any])?["effort"] as? String
    }
    #expect(try effort("edit", "portrait.jpg", "--redetect") == "thorough")
    #expect(try effort("edit", "portrait.jpg", "--redetect", "--effort", "normal") == "normal")
    #expect(try effort("edit", "portrait.jpg", "--add", "3,3,40,40") == "fast")
    #expect(try effort("blur", "portrait.jpg") == "thorough")
  }
}

/// What stored settings do to collections.
@Suite struct HeededByScrubTests {
  private func scrub(_ scratch: ScratchFolder, _ words: String...) throws -> BuiltCommand.Outcome {
    let outcome = try scratch.scrub(words, prefix: scratch.heedingPrefix)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome
  }

  @Test func scrubDoesWhatTheSameOptionsWould() throws {
    let asked = try ScratchFolder()
    let scratch = try ScratchFolder()
    for folder in [asked, scratch] { try folder.writeSmallPhotos(6) }
    try scratch.store(#"{"style": "fill", "margin": 2}"#)
    _ = try scrub(scratch)
    #expect(try asked.scrub("--style", "fill", "--margin", "2").exitCode == 0)
    #expect(try scratch.published() == asked.published())
    #expect(try scrub(scratch).output.contains("6 were done before"))
    // Other settings are other options.
    try scratch.store(#"{"style": "blur"}"#)
    #expect(try !scrub(scratch).output.contains("were done before"))
    #expect(try asked.scrub("--style", "blur").exitCode == 0)
    #expect(try scratch.published() == asked.published())
    // Options win.
    _ = try scrub(scratch, "--style", "mosaic")
    #expect(try asked.scrub().exitCode == 0)
    #expect(try scratch.published() == asked.published())
  }

  /// What a person decided about an output says how it is hidden.
  @Test func whatWasDecidedKeepsItsStyle() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/decided.jpg")
    try scratch.writeGraceHopper("photos/other.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    try scratch.faceblur("edit", "out/decided.jpg", "--style", "fill", "--add", "3,3,40,40")
    let before = try scratch.published()
    try scratch.store(#"{"style": "pixelate", "margin": 1}"#)
    let outcome = try scrub(scratch)
    #expect(
      outcome.errors.contains("stored settings are weaker than the defaults: style pixelate, margin 1.0"))
    let after = try scratch.published()
    #expect(after["decided.jpg"] == before["decided.jpg"])
    #expect(after["other.jpg"] != before["other.jpg"])
  }

  /// So does a record beside an original.
  @Test func whatIsRecordedKeepsItsStyle() throws {
    let plain = try ScratchFolder()
    let scratch = try ScratchFolder()
    for folder in [plain, scratch] {
      try folder.writeGraceHopper("photos/recorded.jpg")
      try folder.writeAstronaut("photos/other.jpg")
      try folder.faceblur("blur", "photos/recorded.jpg", "--style", "blur")
    }
    try scratch.store(#"{"style": "fill", "margin": 2}"#)
    #expect(try plain.scrub("--records", "beside").exitCode == 0)
    _ = try scrub(scratch, "--records", "beside")
    let (before, after) = (try plain.published(), try scratch.published())
    #expect(after["recorded.jpg"] == before["recorded.jpg"])
    #expect(after["other.jpg"] != before["other.jpg"])
  }

  /// An output that is edited stays what its run made of it, whatever is stored since.
  @Test func anOutputIsEditedAsItsRunMadeIt() throws {
    let plain = try ScratchFolder()
    let scratch = try ScratchFolder()
    for folder in [plain, scratch] {
      try folder.writeAstronaut("photos/portrait.jpg")
      #expect(try folder.scrub().exitCode == 0)
    }
    try scratch.store(#"{"style": "pixelate", "margin": 1, "metadata": "standard", "effort": "fast"}"#)
    for words in [
      ["edit", "out/portrait.jpg", "--add", "3,3,40,40"], ["filter", "out/portrait.jpg", "--sepia", "0.3"],
      ["revert", "out/portrait.jpg"],
    ] {
      #expect(try BuiltCommand.run(words, in: plain.path).exitCode == 0)
      let outcome = try scratch.heeding(words)
      #expect(
        outcome.exitCode == 0 && !(outcome.output + outcome.errors).contains("weaker than"), "\(outcome)")
      #expect(try scratch.published() == plain.published(), "\(words)")
    }
  }

  @Test func saysThatARunIsWeakerByStoredSettings() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(2)
    try scratch.store(#"{"style": "pixelate", "metadata": "standard", "effort": "fast"}"#)
    // The run names an effort itself.
    let note = "stored settings are weaker than the defaults: style pixelate, metadata standard"
    let warning = "faceblur: warning: \(note)\n"
    #expect(try scrub(scratch, "--dry-run").errors.contains(warning))
    #expect(try scrub(scratch).errors.contains(warning))
    // Who wants to hear nothing hears this, and once.
    let quiet = try scrub(scratch, "-q")
    #expect(quiet.output.isEmpty && quiet.errors.components(separatedBy: warning).count == 2, "\(quiet)")
    let last = try #require(try scrub(scratch, "--json").jsonLines().last)
    #expect(last["notes"] as? [String] == [note])
    let strong = try scrub(scratch, "--json", "--style", "fill", "--metadata", "none")
    #expect(try strong.jsonLines().last?["notes"] as? [String] == [])
  }

  /// A run ends as it began: what is stored meanwhile is for the next one, also for workers that it starts late.
  @Test func aRunEndsWithTheSettingsThatItBeganWith() throws {
    let asked = try ScratchFolder()
    let scratch = try ScratchFolder()
    for folder in [asked, scratch] { try folder.writeSmallPhotos(20) }
    try scratch.store(#"{"style": "fill", "margin": 2}"#)
    let run = try RunningCommand(
      ["scrub", "photos", "-o", "out", "--json", "--jobs", "2"] + ScratchFolder.quick,
      prefix: scratch.heedingPrefix, in: scratch.path)
    #expect(run.nextLine() != nil)
    try scratch.store("damaged")
    for worker in run.children { kill(worker, SIGKILL) }
    #expect(run.wait() == 0)
    #expect(try asked.scrub("--style", "fill", "--margin", "2").exitCode == 0)
    #expect(try scratch.published() == asked.published())
  }
}
