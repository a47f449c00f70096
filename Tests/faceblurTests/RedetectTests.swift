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
    let after = try #require(try scratch.faceblur("edit", "group.jpg", "--redetect", "--json").photos().first)
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
    #expect((settings["detector"] as? [String: Any])?["effort"] as? String == "normal")
  }

  @Test func addsWhatWasNotKnownAndDropsWhatIsNoLongerFound() throws {
    let scratch = try blurredGroup()
    var record = try RecordOnDisk(scratch.read("group.AAE"))
    // As if the first look had seen a face in the ground and none of the second portrait.
    try record.forgeSettings { settings in
      guard var regions = settings["regions"] as? [[String: Any]], regions.count == 2 else { return }
      regions[1]["rect"] = ["x": 0.9, "y": 0.95, "width": 0.02, "height": 0.03]
      settings["regions"] = regions
    }
    try scratch.write(record.fileContent, "group.AAE")
    let outcome = try scratch.faceblur("edit", "group.jpg", "--redetect", "--effort", "fast", "--json")
    let photo = try #require(try outcome.photos().first)
    #expect(photo.faces.map(\.id) == ["f1", "f3"])
    // What is shown from now on is said.
    #expect(photo.warnings.contains { $0.hasPrefix("f2: not found again") })
    let seen = try RenderedCoefficients(
      original: scratch.read("group.jpg"), render: scratch.read("group_edited.jpg"))
    for face in try TestPhotos.group().faces { #expect(seen.coverage(of: face, by: seen.isFlat) == 1) }
  }
}
