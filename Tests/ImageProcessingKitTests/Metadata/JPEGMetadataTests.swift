import TestSupport
import Testing

@testable import ImageProcessingKit

/// Only what decoding needs leaves the photo; everything else could still show the face.
@Suite struct JPEGMetadataTests {
  private let mark = Array("THE FACE IS STILL HERE".utf8)

  private func render(_ jpeg: [UInt8]) throws -> [UInt8] {
    let photo = try PhotoFormats.standard.open(jpeg).content
    let plan = RegionPlanner().plan(for: [
      DetectedFace(rect: NormalizedRect(x: 0.3, y: 0.1, width: 0.2, height: 0.3), score: 1)
    ])
    return try photo.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer()).bytes
  }

  /// The application segments and comments up to the end of the file, wherever they stand.
  private func segments(of jpeg: [UInt8]) -> [(marker: UInt8, content: ArraySlice<UInt8>)] {
    var result: [(UInt8, ArraySlice<UInt8>)] = []
    var position = 2
    while position + 4 <= jpeg.count, jpeg[position] == 0xFF {
      let marker = jpeg[position + 1]
      let end = position + 2 + Int(jpeg[position + 2]) << 8 + Int(jpeg[position + 3])
      if (0xE0...0xEF).contains(marker) || marker == 0xFE {
        result.append((marker, jpeg[(position + 4)..<min(end, jpeg.count)]))
      }
      if marker == 0xDA { break }
      position = end
    }
    return result
  }

  private func contains(_ jpeg: [UInt8], _ text: [UInt8]) -> Bool {
    jpeg.indices.contains { jpeg[$0...].starts(with: text) }
  }

  private func profileSegments(_ profile: [UInt8], partBytes: Int) -> [(marker: UInt8, content: [UInt8])] {
    let parts = stride(from: 0, to: profile.count, by: partBytes).map {
      Array(profile[$0..<min($0 + partBytes, profile.count)])
    }
    return parts.enumerated().map { index, part in
      (0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(parts.count)] + part)
    }
  }

  @Test func dropsEverySegmentThatDecodingDoesNotNeed() throws {
    let carriers: [(marker: UInt8, content: [UInt8])] =
      [(0xE0, Array("JFXX\0\u{10}".utf8) + mark), (0xFE, mark)]
      + (UInt8(0xE1)...0xEF).map { ($0, mark) }
      + [
        (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + mark), (0xE2, Array("MPF\0".utf8) + mark),
        (0xED, Array("Photoshop 3.0\0".utf8) + mark), (0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + mark),
      ]
    let original = TestJPEG.inserting(carriers, into: try TestPhotos.astronaut()) + mark
    let rendered = try render(original)
    #expect(contains(original, mark))
    #expect(!contains(rendered, mark))
    #expect(segments(of: rendered).map(\.marker) == [0xE0])
  }

  @Test func rebuildsTheOrientationAndNothingElseOfEXIF() throws {
    for orientation in Orientation.allCases.dropFirst() {
      let original = TestJPEG.oriented(
        try TestPhotos.astronaut(), orientation, littleEndian: true, slack: mark)
      #expect(contains(original, mark))
      let rendered = try render(original)
      let exif = try #require(segments(of: rendered).first { $0.marker == 0xE1 })
      #expect(exif.content.count == 32)
      #expect(try PhotoFormats.standard.open(rendered).geometry.orientation == orientation)
      #expect(!contains(rendered, mark))
    }
  }

  /// Faces so drawn out are not found, and a viewer that heeds it would show them.
  @Test(arguments: [(100, 200, true), (204, 98, true), (100, 300, false), (300, 100, false)])
  func leavesOutADensityThatDrawsFacesOut(across: Int, down: Int, isKept: Bool) throws {
    let name = Array("JFIF".utf8) + [0, 1, 1]
    let numbers: [UInt8] = [across, down].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let given = name + [1] + numbers + [0, 0]
    let original = JPEGParts.replacingJFIF(given, in: try TestPhotos.astronaut())
    let jfif = try #require(segments(of: try render(original)).first { $0.marker == 0xE0 })
    #expect(Array(jfif.content) == (isKept ? given : name + [0, 0, 1, 0, 1, 0, 0]))
    for policy in [MetadataPolicy.none, .minimal, .everything] {
      let objections = original.withUnsafeBufferPointer {
        JPEGInspection($0, policy: policy, judge: HiddenPictureJudge(detector: nil, limits: .none)).blocks
          .compactMap(\.objection)
      }
      #expect(objections.contains { $0.contains("faces so drawn out") } != isKept)
    }
  }

  private func carriedProfile(of jpeg: [UInt8]) -> [UInt8] {
    segments(of: jpeg).filter { $0.marker == 0xE2 }.flatMap { $0.content.dropFirst(14) }
  }

  @Test(arguments: [100, 700, 65_000])
  func writesAColourProfileAnew(partBytes: Int) throws {
    let original = TestJPEG.inserting(
      profileSegments(TestProfile.wideGamut, partBytes: partBytes), into: try TestPhotos.astronaut())
    let carried = carriedProfile(of: try render(original))
    #expect(carried != TestProfile.wideGamut && ICCInspection.objection(to: carried) == nil)
    #expect(!contains(carried, Array("Wide gamut".utf8)))
  }

  /// A profile is a container: a whole picture fits behind its tags or into one of its own.
  @Test func leavesBehindWhatHidesInAColourProfile() throws {
    let hiding = TestProfile.profile(
      [
        ("face", Array("data\0\0\0\0".utf8) + mark), ("dmnd", Array("desc\0\0\0\0".utf8) + mark),
        ("cprt", Array("text\0\0\0\0".utf8) + mark),
      ], slack: mark + (try TestPhotos.graceHopper()))
    func rendered(_ profile: [UInt8]) throws -> [UInt8] {
      try render(
        TestJPEG.inserting(profileSegments(profile, partBytes: 60_000), into: try TestPhotos.astronaut()))
    }
    let bytes = try rendered(hiding)
    #expect(!contains(bytes, mark))
    #expect(try carriedProfile(of: bytes) == carriedProfile(of: rendered(TestProfile.wideGamut)))
  }

  @Test func dropsABrokenColourProfileAndSaysSo() throws {
    let profile = TestProfile.wideGamut
    var gap = profileSegments(profile, partBytes: 100)
    gap.remove(at: 2)
    var short = profile
    short.replaceSubrange(0..<4, with: [0, 1, 0, 0])
    let broken =
      [gap]
      + [
        short, Array(profile.prefix(120)), TestProfile.replacing("link", at: 12, in: profile),
        TestProfile.replacing("CMYK", at: 16, in: profile),
        TestProfile.replacing("GRAY", at: 16, in: profile),
        TestProfile.profile([("rTRC", mark), ("A2B0", mark)]),
      ].map { profileSegments($0, partBytes: 60_000) }
    for (index, segments) in broken.enumerated() {
      let jpeg = TestJPEG.inserting(segments, into: try TestPhotos.astronaut())
      #expect(!self.segments(of: try render(jpeg)).contains { $0.marker == 0xE2 }, "\(index)")
      let shown = try PhotoFormats.standard.open(jpeg).displayImage(fitting: 100)
      #expect(shown.warnings.count == 1 && shown.otherViews.isEmpty, "\(index): \(shown.warnings)")
    }
  }

  /// Without its Adobe segment an inverted CMYK or an RGB photo would show in false colours.
  @Test(arguments: [TestJPEG.Kind { $0.components = 4 }, TestJPEG.Kind { $0.keepsColors = true }])
  func keepsTheColoursOfAdobeFiles(kind: TestJPEG.Kind) throws {
    let original = try TestJPEG.encode(try TestPhotos.pixels(of: TestPhotos.astronaut()), kind)
    let before = try TestJPEG.decode(original).samples
    let after = try TestJPEG.decode(try render(original)).samples
    // The lower half holds no region.
    #expect(before.suffix(before.count / 3) == after.suffix(after.count / 3))
  }

  @Test func readsNoOrientationFromABrokenBlock() {
    var block = EXIFBlock()
    block.orientation = .right
    let valid = block.tiff(thumbnail: nil)
    func orientation(_ tiff: [UInt8]) -> Orientation { EXIFBlock(reading: tiff[...]).orientation }
    #expect(orientation(valid) == .right)
    for count in 0..<(valid.count - 4) { #expect(orientation(Array(valid.prefix(count))) == .up) }
    var value = valid
    value[19] = 9
    #expect(orientation(value) == .up)
    var offset = valid
    offset[4] = 0xFF
    #expect(orientation(offset) == .up)
  }
}
