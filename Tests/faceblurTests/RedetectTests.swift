import TestSupport
import Testing

/// `edit --redetect`: another look forgets nothing that a person decided.
@Suite struct RedetectTests {
  private func blurredGroup() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "group.jpg")
    try scratch.faceblur("blur", "group.jpg", "--effort", "fast")
    return scratch
  }

  @Test func findsTheSameFacesUnderTheSameNames() throws {
    let scratch = try blurredGroup()
    let before = try scratch.state()
    let outcome = try scratch.faceblur("edit", "group.jpg", "--redetect", "--effort", "fast")
    #expect(outcome.output.contains("nothing was written"))
    #expect(try scratch.state() == before)
  }

  @Test func keepsExcludedAndDrawnRegions() throws {
    let scratch = try blurredGroup()
    try scratch.faceblur(
      "edit", "group.jpg", "--exclude", "f2", "--move", "f1=190,80,100,110", "--add", "2,560,40,40")
    let before = try #require(
      try scratch.faceblur("edit", "group.jpg", "--dry-run", "--overlay", "look", "--json").photos().first)
    let after = try #require(
      try scratch.faceblur("edit", "group.jpg", "--redetect", "--json", "--effort", "normal").photos().first)
    #expect(after.detector == "yunet+centerface")
    #expect(after.faces.map(\.id) == before.faces.map(\.id))
    #expect(Set(after.faces.map(\.id)) == ["f1", "f2", "m1"])
    for (old, new) in zip(before.faces, after.faces) {
      #expect(new.state == old.state && new.origin == old.origin)
      if old.origin == "manual" {
        #expect([new.x, new.y, new.width, new.height] == [old.x, old.y, old.width, old.height])
      }
    }
    let settings = try RecordOnDisk(scratch.read("group.AAE")).settings
    // That another look sees the same is no new step.
    #expect((settings["detector"] as? [String: Any])?["effort"] as? String == "fast")
  }

  @Test func addsWhatWasNotKnownAndKeepsWhatIsNoLongerFound() throws {
    let scratch = try blurredGroup()
    var record = try RecordOnDisk(scratch.read("group.AAE"))
    // As if the first look had seen a face in the ground and none of the second portrait.
    try record.forgeSettings { settings in
      guard var regions = settings["regions"] as? [[String: Any]], regions.count == 2 else { return }
      regions[1]["rect"] = ["x": 0.9, "y": 0.95, "width": 0.02, "height": 0.03]
      settings["regions"] = regions
    }
    try scratch.write(record.fileContent, "group.AAE")
    // The render is not what that record makes, so it would not give way.
    try scratch.remove("group_edited.jpg")
    let outcome = try scratch.faceblur("edit", "group.jpg", "--redetect", "--effort", "fast", "--json")
    let photo = try #require(try outcome.photos().first)
    #expect(Set(photo.faces.map(\.id)) == ["f1", "f2", "f3"])
    let line = try #require(try outcome.jsonLines().first)
    #expect((line["kept"] as? [String: Any])?["notFoundAgain"] as? [String] == ["f2"])
    let seen = try RenderedCoefficients(
      original: scratch.read("group.jpg"), render: scratch.read("group_edited.jpg"))
    for face in try TestPhotos.group().faces { #expect(seen.coverage(of: face, by: seen.isFlat) == 1) }
  }

  /// A weaker detector, a higher threshold, less effort: what was hidden stays so, and somebody is told.
  @Test(arguments: [
    ["blur", "--detector", "haar"], ["blur", "--threshold", "1"],
    ["edit", "--redetect", "--detector", "haar"],
    ["blur", "--effort", "fast", "--detector", "yunet", "--threshold", "1"],
  ])
  func hidesNoLessThanBefore(_ words: [String]) throws {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group()
    try scratch.write(TestJPEG.encode(group.picture), "group.jpg")
    try scratch.faceblur("blur", "group.jpg")
    try scratch.faceblur("edit", "group.jpg", "--exclude", "f1", "--add", "2,560,40,40")
    let outcome = try BuiltCommand.run(words + ["group.jpg", "--json"], in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let line = try #require(try outcome.jsonLines().first)
    let kept = try #require(line["kept"] as? [String: Any])
    #expect(kept["excluded"] as? [String] == ["f1"] && kept["drawn"] as? [String] == ["m1"])
    let seen = try RenderedCoefficients(
      original: scratch.read("group.jpg"), render: scratch.read("group_edited.jpg"))
    // Haar sees another face in a part of the excluded one, which nobody has decided about.
    #expect(words.contains("haar") || seen.coverage(of: group.faces[0], by: seen.isUntouched) == 1)
    for box in [group.faces[1], PixelBox(x: 2, y: 560, width: 40, height: 40)] {
      #expect(seen.coverage(of: box, by: seen.isFlat) == 1)
    }
  }

  @Test func forgetsDecisionsOnlyOnRequestAndSaysWhatIsSeenFromThenOn() throws {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group()
    try scratch.write(TestJPEG.encode(group.picture), "group.jpg")
    try scratch.faceblur("blur", "group.jpg", "--style", "fill")
    try scratch.faceblur("edit", "group.jpg", "--exclude", "f1", "--add", "2,560,40,40")
    // What was not named stays as it was recorded, the style too.
    let again = try scratch.faceblur("blur", "group.jpg")
    #expect(again.output.contains("f1: excluded") && again.output.contains("m1: drawn"))
    #expect(again.output.contains("--forget"))
    #expect(try scratch.faceblur("show", "group.jpg").output.contains("fill"))
    let outcome = try scratch.faceblur("blur", "group.jpg", "--forget", "-q")
    #expect(outcome.errors.contains("m1"))
    let shown = try #require(try scratch.faceblur("show", "group.jpg", "--json").jsonLines().first)
    let faces = shown["regions"] as? [[String: Any]] ?? []
    #expect(faces.map { $0["id"] as? String } == ["f1", "f2"])
    #expect(faces.allSatisfy { $0["state"] as? String != "excluded" })
    #expect(try scratch.faceblur("show", "group.jpg").output.contains("mosaic"))
  }
}
