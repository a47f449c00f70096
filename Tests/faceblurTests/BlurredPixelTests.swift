import ImageProcessingKit
import TestSupport
import Testing

@Suite struct BlurredPixelTests {
  private static let kinds = [
    TestJPEG.Kind(),
    TestJPEG.Kind { $0.isProgressive = true },
    TestJPEG.Kind {
      $0.isProgressive = true
      $0.sampling = (1, 1)
      $0.quality = 97
    },
    TestJPEG.Kind {
      $0.sampling = (2, 1)
      $0.restartInterval = 7
    },
    TestJPEG.Kind { $0.hasSeparateScans = true },
    TestJPEG.Kind {
      $0.components = 1
      $0.sampling = (1, 1)
    },
  ]

  /// Whether a unit lies wholly outside, wholly inside, or on the edge of a box in stored pixels.
  private enum Place { case outside, inside, edge }

  private func place(_ x: Int, _ y: Int, _ comparison: RenderedCoefficients, _ face: ReportedPhoto.Face)
    -> Place
  {
    // What is obscured is the face enlarged by 1.3, outward to whole units; JSON rounds to tenths.
    let margin = 0.15
    let doubt = 0.5
    let left = face.x - face.width * margin
    let right = face.x + face.width * (1 + margin)
    let top = face.y - face.height * margin
    let bottom = face.y + face.height * (1 + margin)
    let unit = (
      left: Double(x * comparison.unitWidth), right: Double((x + 1) * comparison.unitWidth),
      top: Double(y * comparison.unitHeight), bottom: Double((y + 1) * comparison.unitHeight)
    )
    if unit.right < left - doubt || unit.left > right + doubt || unit.bottom < top - doubt
      || unit.top > bottom + doubt
    {
      return .outside
    }
    let touches =
      unit.right > left + doubt && unit.left < right - doubt && unit.bottom > top + doubt
      && unit.top < bottom - doubt
    return touches ? .inside : .edge
  }

  @Test(arguments: kinds)
  func changesNoCoefficientOutsideTheAreasAndLeavesNoDetailInside(_ kind: TestJPEG.Kind) throws {
    let scratch = try ScratchFolder()
    let original = try TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.graceHopper()), kind)
    try scratch.write(original, "admiral.jpg")
    let report = try #require(
      try scratch.faceblur("blur", "admiral.jpg", "--effort", "fast", "--json").photos().first)
    let face = try #require(report.faces.first)
    #expect(report.faces.count == 1)

    let comparison = try RenderedCoefficients(original: original, render: scratch.read("admiral_edited.jpg"))
    try #require(comparison.isComparable)
    let outside = comparison.allUnits.filter { place($0.x, $0.y, comparison, face) == .outside }
    let inside = comparison.allUnits.filter { place($0.x, $0.y, comparison, face) == .inside }
    #expect(inside.count > 100 && outside.count > 100)
    let changed = outside.filter { !comparison.isUntouched($0.x, $0.y) }
    #expect(changed.isEmpty, "outside the area and changed")
    let detailed = inside.filter { !comparison.isFlat($0.x, $0.y) }
    #expect(detailed.isEmpty, "inside the area with detail left")
    #expect(comparison.render.warnings == 0)
  }

  @Test(arguments: kinds)
  func hidesTheFaceWhereAPersonSeesIt(_ kind: TestJPEG.Kind) throws {
    let scratch = try ScratchFolder()
    let original = try TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.graceHopper()), kind)
    try scratch.write(original, "admiral.jpg")
    try scratch.faceblur("blur", "admiral.jpg")
    let render = try scratch.read("admiral_edited.jpg")
    let face = TestPhotos.graceHopperFace
    let comparison = try RenderedCoefficients(original: original, render: render)
    #expect(comparison.coverage(of: face, by: comparison.isFlat) == 1)
    #expect(comparison.coverage(of: face, by: comparison.wasFlat) < 0.1)

    let before = try TestJPEG.decode(original).samples
    let after = try TestJPEG.decode(render).samples
    var changed = 0
    let channels = kind.components
    for y in face.y..<(face.y + face.height) {
      for x in face.x..<(face.x + face.width) {
        let index = (y * 512 + x) * channels
        if abs(Int(before[index]) - Int(after[index])) > 4 { changed += 1 }
      }
    }
    #expect(changed > face.width * face.height / 2)
    // And a detector, for one, no longer sees it.
    #expect(try scratch.faceblur("detect", "admiral_edited.jpg", "--json").photos()[0].faces.isEmpty)
  }

  @Test(arguments: [(columns: 2, rows: 1), (columns: 3, rows: 2), (columns: 5, rows: 3)])
  func coversEveryFaceOfAGroup(_ shape: (columns: Int, rows: Int)) throws {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group(columns: shape.columns, rows: shape.rows)
    let original = try TestJPEG.encode(group.picture)
    try scratch.write(original, "group.jpg")
    try scratch.faceblur("blur", "group.jpg")
    let comparison = try RenderedCoefficients(original: original, render: scratch.read("group_edited.jpg"))
    for face in group.faces {
      #expect(comparison.coverage(of: face, by: comparison.isFlat) >= 0.8, "\(face)")
      #expect(comparison.coverage(of: face, by: comparison.wasFlat) < 0.2, "\(face)")
    }
    // Covering the whole picture would cover every face, too.
    let untouched = comparison.allUnits.filter { comparison.isUntouched($0.x, $0.y) }
    #expect(untouched.count > comparison.allUnits.count / 2)
  }

  // Whoever hides a face does not want the name, the place or an unblurred thumbnail to stay.
  @Test func dropsEverythingThatIsNotNeededToShowThePicture() throws {
    let scratch = try ScratchFolder()
    func secret(_ signature: String) -> [UInt8] { Array("\(signature)SECRET".utf8) }
    let thumbnail = try TestPhotos.astronaut().prefix(20_000)
    let segments: [(marker: UInt8, content: [UInt8])] = [
      (0xE1, secret("http://ns.adobe.com/xap/1.0/\0")), (0xED, secret("Photoshop 3.0\0")),
      (0xFE, secret("")), (0xE0, Array("JFXX\0\u{10}".utf8) + thumbnail), (0xE5, secret("maker")),
    ]
    let photo = TestJPEG.inserting(segments, into: try TestPhotos.astronaut()) + secret("after the end")
    try scratch.write(photo, "portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "--preview", "look", "--overlay", "look")
    for name in [
      "portrait_edited.jpg", "look/portrait_preview.jpg", "look/portrait_overlay.jpg", "portrait.AAE",
    ] {
      let bytes = try scratch.read(name)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("SECRET"), "\(name)")
    }
    // The only start of a picture is the first one: no thumbnail is left.
    let render = try scratch.read("portrait_edited.jpg")
    let starts = render.indices.dropLast(2).filter { Array(render[$0..<($0 + 3)]) == [0xFF, 0xD8, 0xFF] }
    #expect(starts == [0])
  }
}
