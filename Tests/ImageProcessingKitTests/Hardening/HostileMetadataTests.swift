import TestSupport
import Testing

@testable import ImageProcessingKit

/// Metadata that is made to lead a parser astray: it is read or left, and every answer is about the file at hand.
@Suite struct HostileMetadataTests {
  private static let photo = Result {
    let picture = TestPhotos.noise(width: 24, height: 24, seed: 7)
    return try TestJPEG.encode(picture)
  }

  private func build(_ hostile: HostileFile) throws -> [UInt8] { try hostile.build(Self.photo.get()) }

  private func inspect(_ file: [UInt8], _ policy: MetadataPolicy = .everything) -> JPEGInspection {
    file.withUnsafeBufferPointer {
      JPEGInspection($0, policy: policy, judge: HiddenPictureJudge(detector: nil))
    }
  }

  @Test(arguments: HostileFile.all)
  func everyBlockLiesInTheFile(_ hostile: HostileFile) throws {
    let file = try build(hostile)
    let inspection = inspect(file)
    #expect(!inspection.blocks.isEmpty, "\(hostile)")
    for block in inspection.blocks {
      #expect(file.indices.contains(block.range.lowerBound) && !block.range.isEmpty, "\(hostile): \(block)")
      #expect(block.range.upperBound <= file.count, "\(hostile): \(block)")
    }
  }

  @Test(arguments: HostileFile.all)
  func everyByteBelongsToOnePiece(_ hostile: HostileFile) throws {
    let file = try build(hostile)
    let ranges = file.withUnsafeBufferPointer { JPEGPieces($0).map(\.range) }
    #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == file.count, "\(hostile)")
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }, "\(hostile)")
    #expect(ranges.allSatisfy { !$0.isEmpty }, "\(hostile)")
  }

  @Test(arguments: HostileFile.all)
  func theGateAllowsWhatIsKept(_ hostile: HostileFile) throws {
    let segments = JPEGSegments(FileBytes(try build(hostile)))
    for policy in [MetadataPolicy.none, .minimal, .standard, .everything] {
      let header = JPEGHeaderWriter(
        jfif: nil, exif: segments.exif.filtered(by: policy).tiff(thumbnail: nil),
        colorProfile: policy.keeps(.colorProfile) ? colors(of: segments).renderProfile : nil,
        adobeTransform: nil)
      let blocks = inspect([0xFF, 0xD8] + header.segments() + [0xFF, 0xD9], policy).blocks
      #expect(blocks.allSatisfy { $0.isAllowed }, "\(hostile): \(blocks)")
    }
  }

  // Where they differ, the gate would refuse a sound render.
  @Test(arguments: HostileFile.all.filter(\.isPhoto))
  func bothReadersSeeTheSameOrientation(_ hostile: HostileFile) throws {
    let file = try build(hostile)
    let seen = file.withUnsafeBufferPointer { JPEGInspection.orientation(of: $0) }
    #expect(try JPEGPhoto(file, limits: ImageLimits()).geometry.orientation == seen, "\(hostile)")
  }

  private func colors(of segments: JPEGSegments) -> PhotoColors {
    PhotoColors(segments.profile, components: 3, isInverted: false)
  }

  // It has a curve of 33,000 entries, which no colour management reads.
  @Test func putsAProfileTogetherFrom255Parts() throws {
    let hostile = try #require(HostileFile.all.first { $0.name == "Profile in 255 parts" })
    let segments = JPEGSegments(FileBytes(try build(hostile)))
    #expect((segments.profile?.count ?? 0) > 66_000)
    let colors = colors(of: segments)
    #expect(colors.profile == .none && colors.warnings == ["its colour profile is broken and was dropped"])
  }

  @Test func listsSoManyBlocksAndTheRestAsOne() throws {
    let file = HostileFile.repeating(10_000, [(0xFE, []), (0xE5, [])], in: try Self.photo.get())
    let blocks = inspect(file).blocks
    #expect(blocks.count < 5000)
    let rest = try #require(blocks.last)
    #expect(rest.kind == .others && !rest.isAllowed && rest.mayShowFace == .unknown)
  }

  // A decoder skips some of these, or reads them and asks for the last one alone.
  @Test(
    arguments: [
      [(0xDC, [UInt8](repeating: 7, count: 500))],
      [(0xC8, [UInt8](repeating: 7, count: 500))],
      [(0xDD, [0, 0, 7])],
      [(0xCC, [0x10, 5, 0x10, 5])],
      [(0xDB, [3] + [UInt8](repeating: 7, count: 64)), (0xDB, [3] + [UInt8](repeating: 8, count: 64))],
      [(0xDB, [3] + [UInt8](repeating: 7, count: 70))],
      [
        (0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]),
        (0xEE, Array("Adobe".utf8) + [1, 2, 0, 0, 0, 0, 1]),
      ],
    ] as [[JPEGParts.Segment]])
  func objectsToWhatNoDecoderNeeds(_ segments: [JPEGParts.Segment]) throws {
    let photo = try HardeningSeeds.Seed(kind: TestJPEG.Kind(), number: 1).jpeg()
    #expect(inspect(photo).blocks.allSatisfy { $0.isAllowed })
    #expect(!inspect(JPEGParts.inserting(segments, into: photo)).blocks.allSatisfy { $0.isAllowed })
  }

  @Test(arguments: HardeningSeeds.kinds)
  func hasNothingAgainstTheTablesOfAnyPhoto(_ kind: TestJPEG.Kind) throws {
    let photo = try HardeningSeeds.Seed(kind: kind, number: 1).jpeg()
    #expect(inspect(photo).blocks.allSatisfy { $0.isAllowed }, "\(inspect(photo).blocks)")
  }
}
