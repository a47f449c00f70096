import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the gate lists of TIFFs.
@Suite struct TIFFInspectionTests {
  private func blocks(
    _ file: [UInt8], _ policy: MetadataPolicy = .minimal, detector: (any FaceDetecting)? = nil
  ) -> [MetadataBlock] {
    file.withUnsafeBufferPointer {
      PhotoFormat.tiff.gate.inspection(
        of: $0, policy: policy, judge: HiddenPictureJudge(detector: detector, containers: [JPEGContainer()])
      ).blocks
    }
  }

  /// Kinds, those that are objected to with an exclamation mark.
  private func kinds(_ file: [UInt8], _ policy: MetadataPolicy = .minimal) -> [String] {
    blocks(file, policy).map { $0.kind.rawValue + ($0.isAllowed ? "" : "!") }
  }

  private func file(
    _ kind: TestTIFF.Kind = .rgb8, _ coding: (inout TestTIFF.Coding) -> Void = { _ in },
    _ change: (inout OddTIFF) throws -> Void
  ) throws -> [UInt8] {
    var file = try TestTIFF.file(
      .noise(kind, width: 40, height: 30, seed: 4), TestTIFF.Coding { coding(&$0) })
    try change(&file)
    return file.bytes
  }

  @Test(arguments: TestTIFF.Kind.all, TestTIFF.Compression.allCases)
  func objectsToNothingOfABarePicture(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 31)
    for _ in 0..<3 {
      var coding = TestTIFF.Coding.any(compression, using: &random)
      if case .noise = coding.padding { coding.padding = .edge }
      let picture = TestTIFF.Picture.noise(kind, width: 37, height: 29, seed: 3)
      for file in [try TestTIFF.encode(picture, coding), try TestTIFF.encodeByLibtiff(picture, coding)] {
        // What libtiff writes apart from the picture's layout is nothing that is objected to.
        #expect(blocks(file).filter { !$0.isAllowed }.isEmpty, "\(kinds(file)) \(coding)")
      }
    }
  }

  @Test(arguments: Carrier.tiff)
  func namesEveryCarrier(_ carrier: Carrier) throws {
    let file = try carrier.build(TestPhotos.closeUpTIFF())
    let blocks = blocks(file, detector: OneFaceDetector())
    for block in blocks {
      #expect(block.range.lowerBound >= 0 && block.range.upperBound <= file.count, "\(block)")
    }
    let leaks = blocks.filter { !$0.isAllowed }
    #expect(!leaks.isEmpty)
    #expect(
      carrier.kind == nil || leaks.contains { $0.kind.rawValue == carrier.kind },
      "\(leaks.map(\.kind.rawValue))")
    if carrier.content != .text { #expect(leaks.contains { $0.mayShowFace != .no }, "\(leaks)") }
  }

  @Test func followsThePolicy() throws {
    func density(_ across: Int, _ down: Int) throws -> [UInt8] {
      try file { file in
        for (tag, value) in [(282, across), (283, down)] {
          file.first.set(file.bytes(tag, file.order.number(value, 4) + file.order.number(1, 4), type: 5))
        }
        file.first.set(file.short(296, 2))
      }
    }
    for (across, down) in [(300, 300), (204, 98)] {
      #expect(try !kinds(density(across, down)).contains { $0.hasSuffix("!") })
      #expect(try kinds(density(across, down), .none).contains { $0.hasSuffix("!") })
    }
    // Faces so drawn out are not found.
    let drawnOut = try blocks(density(100, 300)).first { !$0.isAllowed }
    #expect(drawnOut?.objection?.contains("3 times as wide as high") == true)
    #expect(drawnOut?.mayShowFace == .unknown)
    #expect(try kinds(density(300, 100), .everything).contains("exif!"))
    let make = try file { $0.first.set($0.text(271, "Acme")) }
    #expect(kinds(make).contains("exif!") && !kinds(make, .standard).contains { $0.hasSuffix("!") })
    let profile = try file { $0.first.set($0.bytes(34675, KnownColorSpace.displayP3.profile)) }
    #expect(kinds(profile).contains("icc") && !kinds(profile).contains { $0.hasSuffix("!") })
    #expect(kinds(profile, try #require(MetadataPolicy("none-profile"))).contains("icc!"))
    let other = try file { $0.first.set($0.bytes(34675, TestProfile.profile(slack: [1, 2, 3]))) }
    #expect(kinds(other).contains("icc!"))
  }

  /// Bits that a value leaves of its field, and bytes that pad values to even numbers.
  @Test func seesSmallPlaces() throws {
    #expect(
      try kinds(file { $0.first.set(OddTIFF.Entry(274, 3, .field([6, 0, 7, 7]), count: 1)) }).contains {
        $0.hasSuffix("!")
      })
    #expect(try kinds(file { $0.first.slack = [1, 2] }).contains { $0.hasSuffix("!") })
    #expect(try kinds(file { $0.gap = [1, 2] }).contains { $0.hasSuffix("!") })
    #expect(try kinds(file { $0.first.gap = [1] }).contains { $0.hasSuffix("!") })
    #expect(try kinds(file { $0.trailing = [1] }).contains("trailingBytes!"))
  }

  @Test(arguments: TestTIFF.Compression.allCases)
  func seesWhatStripsHoldBesideThePicture(compression: TestTIFF.Compression) throws {
    func found(_ change: ([UInt8]) throws -> [UInt8]) throws -> [String] {
      kinds(
        try file(.rgb8, { ($0.compression, $0.rowsPerStrip) = (compression, 16) }) { file in
          file.first.chunks[1] = try change(file.first.chunks[1])
        })
    }
    #expect(try found { $0 } == [])
    #expect(try found { $0 + [7, 7, 7] } == ["pictureSlack!"])
    #expect(try found { $0 + [UInt8](repeating: 77, count: 5000) } == ["pictureSlack!"])
    #expect(
      try found {
        try TestTIFFCode.compress(
          TestTIFFCode.decompress($0, compression).bytes + [UInt8](repeating: 5, count: 120), compression,
          rowBytes: 120)
      } == ["pictureSlack!"])
    let padded = try file(
      .rgb8, { ($0.compression, $0.tile, $0.padding) = (compression, [32, 32], .noise(seed: 3)) }
    ) { _ in }
    #expect(kinds(padded).contains("pictureSlack!"))
  }

  @Test(arguments: [false, true], ByteOrder.allCases)
  func saysHowThePictureIsTurned(isBig: Bool, order: ByteOrder) throws {
    for orientation in Orientation.allCases {
      let file = try file(
        .gray8, { ($0.orientation, $0.isBig, $0.order) = (orientation.rawValue, isBig, order) }
      ) { _ in }
      file.withUnsafeBufferPointer {
        #expect(PhotoFormat.tiff.gate.shape(of: $0).orientation == orientation)
        let judge = HiddenPictureJudge(detector: nil)
        let found = PhotoFormat.tiff.gate.inspection(of: $0, policy: .minimal, judge: judge)
        #expect(found.shape.orientation == orientation)
      }
    }
  }

  /// In pictures that are a reduced version, or a page, of what is hidden in the first.
  @Test func looksIntoFurtherPictures() throws {
    for (index, change) in [
      { $0.chain.append(try $0.hidden(subfile: 1)) },
      { file in file.first.set(file.pointer(330, to: [try file.hidden(subfile: 1)])) },
    ].enumerated() as EnumeratedSequence<[(inout OddTIFF) throws -> Void]> {
      for isBig in [false, true] {
        let file = try file(.rgb8, { $0.isBig = isBig }, change)
        let found = blocks(file, detector: OneFaceDetector()).filter { $0.kind.rawValue == "furtherPicture" }
        #expect(
          found.contains { $0.mayShowFace == .yes } && found.allSatisfy { !$0.isAllowed },
          "\(index): \(found)")
      }
    }
  }

  @Test func objectsToDamage() throws {
    let file = try file { _ in }
    for cut in try [[], [1, 2, 3], Array(file.dropFirst())] + OddTIFF.truncations(of: file) {
      #expect(kinds(cut).contains { $0.hasSuffix("!") }, "\(cut.count)")
    }
  }
}
