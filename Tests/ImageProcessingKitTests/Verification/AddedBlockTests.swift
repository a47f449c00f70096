import TestSupport
import Testing

@testable import ImageProcessingKit

/// The gate refuses a render that holds anything besides what the policy allows.
@Suite struct AddedBlockTests {
  private static let mark = Array("a mark".utf8)

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static let segments: [(marker: UInt8, content: [UInt8], kind: String)] = [
    (0xFE, mark, "comment"), (0xE0, Array("JFXX\0\u{10}".utf8) + mark, "jfxx"),
    (0xE0, mark, "app0"), (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + mark, "xmp"),
    (0xE1, mark, "app1"), (0xE2, Array("MPF\0".utf8) + mark, "mpf"), (0xE2, mark, "app2"),
    (0xEB, Array("JP".utf8) + mark + mark, "jumbf"), (0xED, Array("Photoshop 3.0\0".utf8), "photoshop"),
    (0xE3, mark, "app3"), (0xEF, [], "app15"), (0xE1, Array("Exif\0\0".utf8) + mark, "exif"),
    (0xEE, Array("Adobe\0d\0\0\0\0\0".utf8) + [1] + mark, "adobe"),
    (0xDC, [0, 1], "strayBytes"), (0xF0, mark, "strayBytes"), (0xC8, mark, "strayBytes"),
    // Two tables of one number, of which a decoder uses the second.
    (0xDB, [3] + (1...64) + [3] + (2...65), "strayBytes"),
    (0xC4, [0x13, 1] + zeros(15) + [1, 0x13, 1] + zeros(15) + [2], "strayBytes"),
    (0xCC, [0x13, 1, 0x13, 2], "strayBytes"), (0xDB, [3] + zeros(63), "strayBytes"),
  ]

  @Test(arguments: segments.indices)
  func findsASegmentWhereverItStands(index: Int) throws {
    let added = Self.segments[index]
    let render = try GatedRender()
    let bytes = JPEGParts.segment(added.marker, added.content)
    let tables = try #require(JPEGParts.segments(of: render.bytes).first { $0.marker == 0xDB })
    let end = render.bytes.count - 2
    for place in [2, tables.range.lowerBound, tables.range.upperBound, end] {
      let refusal = render.refusal(of: render.bytes[..<place] + bytes + render.bytes[place...])
      #expect(refusal?.blockKind == added.kind, "at byte \(place): \(refusal.map { "\($0)" } ?? "passed")")
    }
  }

  @Test func findsTrailingAndStrayBytes() throws {
    let render = try GatedRender()
    let tables = try #require(JPEGParts.segments(of: render.bytes).first { $0.marker == 0xDB })
    func inserting(_ bytes: [UInt8], at place: Int) -> [UInt8] {
      render.bytes[..<place] + bytes + render.bytes[place...]
    }
    #expect(render.refusal(of: render.bytes + [0])?.blockKind == "trailingBytes")
    #expect(render.refusal(of: render.bytes + render.bytes)?.blockKind == "trailingPicture")
    for bytes in [[0x00], [0xFF], [0x41, 0x42], [0xFF, 0xD8], [0xFF, 0x01], [0xFF, 0xD0]] as [[UInt8]] {
      for place in [2, tables.range.lowerBound, tables.range.upperBound] {
        let refusal = render.refusal(of: inserting(bytes, at: place))
        #expect(refusal?.blockKind == "strayBytes", "\(bytes) at \(place)")
      }
    }
    // Behind the coded bits a stray byte looks like one of them.
    #expect(render.refusal(of: inserting([0x41], at: render.bytes.count - 2)) != nil)
    #expect(render.refusal(of: inserting([0xFF], at: render.bytes.count - 2)) != nil)
    #expect(render.refusal(of: inserting([0xFF, 0xD0], at: render.bytes.count - 2)) != nil)
  }

  @Test func findsAnOrientationThatIsNotTheOriginals() throws {
    let upright = try GatedRender()
    let turned = try GatedRender(
      TestJPEG.oriented(upright.original, .right), GatedRender.plan(GatedRender.one))
    #expect(turned.refusal(of: TestJPEG.oriented(upright.bytes, .right)) != nil)
    #expect(turned.refusal(of: upright.bytes) == .otherShape)
    let down = try GatedRender(
      TestJPEG.oriented(upright.original, .down), GatedRender.plan(GatedRender.one))
    #expect(turned.refusal(of: down.bytes) == .otherShape)
  }

  @Test func findsWhatAnotherPolicyWouldHaveLeftOut() throws {
    let photo = try CameraPhoto.jpeg(.bigEndian)
    let policies = ["none", "minimal", "standard", "standard+gps"]
    for (index, policy) in policies.enumerated() {
      var options = RenderOptions()
      options.metadata = try #require(MetadataPolicy(policy))
      let render = try GatedRender(photo, GatedRender.plan(GatedRender.one), options: options)
      for (otherIndex, other) in policies.enumerated() {
        var stricter = RenderOptions()
        stricter.metadata = try #require(MetadataPolicy(other))
        #expect(
          (render.refusal(options: stricter) != nil) == (otherIndex < index), "\(policy) under \(other)")
      }
    }
  }

  @Test func findsAThumbnailThatNobodyAskedForOrThatIsMissing() throws {
    var options = RenderOptions()
    options.hasThumbnail = true
    let with = try GatedRender(options: options)
    #expect(with.refusal(options: RenderOptions())?.blockKind == "exifThumbnail")
    let without = try GatedRender()
    #expect(without.refusal(options: options) == .leakingThumbnail)
    let original = try TestJPEG.encode(GatedRender.picture())
    let forged = try ThumbnailSplice.replacing(in: with.bytes, by: original)
    #expect(with.refusal(of: forged) == .leakingThumbnail)
  }
}
