import ImageProcessingKit
import TestSupport
import Testing

/// What tests of HEICs stand on: FFmpeg sees what x265 coded, sample by sample.
@Suite struct TestHEVCTests {
  private static let kinds = TestHEVC.Chroma.allCases.flatMap { chroma in
    [8, 10, 12].map { (chroma, $0) }
  }
  // One of them is padded by the encoder.
  private static let sizes = [(16, 16), (64, 48), (20, 18), (130, 70)]

  @Test(arguments: kinds)
  func losslessPicturesComeOutAsTheyWentIn(chroma: TestHEVC.Chroma, depth: Int) throws {
    for (width, height) in Self.sizes {
      let picture = TestHEVC.Picture.noise(width: width, height: height, chroma: chroma, depth: depth)
      for coding in [
        TestHEVC.Coding.lossless, TestHEVC.Coding { ($0.isFullRange, $0.colors) = (false, [9, 16, 9]) },
        TestHEVC.Coding { ($0.hasDelimiter, $0.hasSettings, $0.hasSums, $0.unit) = (true, true, true, 16) },
      ] {
        let stream = try TestHEVC.encode(picture, coding)
        #expect(try TestHEVC.decode(stream) == picture, "\(picture), \(coding)")
        #expect(try TestHEVC.isFullRange(stream) == coding.isFullRange)
        #expect(try TestHEVC.encode(picture, coding) == stream, "another time other bytes")
      }
    }
  }

  @Test(arguments: kinds)
  func lossyPicturesAreLikeTheOriginal(chroma: TestHEVC.Chroma, depth: Int) throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut(), chroma: chroma, depth: depth)
      .cut(x: 160, y: 40, width: 128, height: 128)
    var sizes: [Int] = []
    for qp in [12, 24, 36] {
      for isFiltered in [true, false] {
        let stream = try TestHEVC.encode(
          picture,
          TestHEVC.Coding {
            ($0.isLossless, $0.qp, $0.hasDeblocking, $0.hasOffsets) = (false, qp, isFiltered, isFiltered)
            $0.hasSums = true
          })
        let decoded = try TestHEVC.decode(stream)
        let difference = zip(picture.planes[0], decoded.planes[0]).reduce(0) {
          $0 + abs(Int($1.0) - Int($1.1))
        }
        #expect(decoded != picture && difference >> (depth - 8) < 128 * 128 * qp / 4)
        sizes.append(stream.bytes().count)
      }
    }
    #expect(sizes[0] > sizes[2] && sizes[2] > sizes[4])
  }

  @Test func hasTheUnitsThatAreAskedFor() throws {
    let picture = TestHEVC.Picture.noise(width: 96, height: 96)
    func types(_ change: (inout TestHEVC.Coding) -> Void) throws -> [Int] {
      let stream = try TestHEVC.encode(picture, TestHEVC.Coding(change))
      #expect(try TestHEVC.decode(stream) == picture)
      #expect(TestHEVC.Stream(stream.bytes(), lengthSize: 4) == stream)
      return stream.units.map(TestHEVC.type)
    }
    #expect(try types { _ in } == [32, 33, 34, 20])
    #expect(try types { $0.slices = 3 } == [32, 33, 34, 20, 20, 20])
    #expect(
      try types { ($0.hasDelimiter, $0.hasSettings, $0.hasSums) = (true, true, true) } == [
        32, 33, 34, 35, 39, 20, 40,
      ])
    // Wider than two units, or x265 writes nonsense.
    #expect(throws: TestHEVC.Failure.self) { try types { ($0.slices, $0.unit) = (2, 64) } }
  }

  @Test func aDecoderIgnoresWhatNobodyNeeds() throws {
    let picture = TestHEVC.Picture.noise(width: 32, height: 32)
    let stream = try TestHEVC.encode(picture)
    let content: [UInt8] = [0, 0, 1, 0, 0, 0, 2, 0xFF, 0, 0, 3, 9] + [UInt8](repeating: 7, count: 600)
    let message = TestHEVC.message(content)
    #expect(ByteSearch.contains(TestHEVC.unescaped(message), content))
    #expect(!ByteSearch.contains(message, [0, 0, 1]) && !ByteSearch.contains(message, [0, 0, 2]))
    let units =
      stream.parameterSets + [TestHEVC.delimiter, message, TestHEVC.unknown(48, content)] + stream.slices
      + [TestHEVC.message(content, isBehind: true), TestHEVC.filler(30)]
    #expect(try TestHEVC.decode(TestHEVC.Stream(units)) == picture)
  }

  @Test func refusesWhatFFmpegRefuses() throws {
    let picture = TestHEVC.Picture.noise(width: 64, height: 64)
    let stream = try TestHEVC.encode(picture, TestHEVC.Coding { $0.hasSums = true })
    let bytes = stream.bytes()
    #expect(throws: TestHEVC.Failure.self) { try TestHEVC.decode(Array(bytes.dropLast(40))) }
    #expect(throws: TestHEVC.Failure.self) { try TestHEVC.decode([]) }
    #expect(throws: TestHEVC.Failure.self) { try TestHEVC.decode(TestHEVC.bytes(stream.rest)) }
    #expect(throws: TestHEVC.Failure.self) {
      try TestHEVC.decode(TestHEVC.bytes(stream.parameterSets))
    }
    // Sums that differ: the last bytes of the message.
    var units = stream.units
    units[units.count - 1][10] ^= 1
    #expect(throws: TestHEVC.Failure.self) { try TestHEVC.decode(TestHEVC.Stream(units)) }
    #expect(throws: TestHEVC.Failure.self) {
      try TestHEVC.encode(TestHEVC.Picture.noise(width: 8, height: 8))
    }
  }

  @Test func colorsBecomeSamplesAndBack() throws {
    let portrait = try TestPhotos.closeUp()
    for depth in [8, 10, 12] {
      let picture = TestHEVC.Picture(portrait, chroma: .full, depth: depth)
      let differences = zip(picture.pixels.bytes, portrait.bytes).map { abs(Int($0) - Int($1)) }
      #expect((differences.max() ?? 0) <= (depth == 8 ? 2 : 1))
      // The bits that 8 have not are in use.
      let low = Set(picture.planes[0].map { $0 & UInt16((1 << (depth - 8)) - 1) })
      #expect(low.count == 1 << (depth - 8))
    }
    let half = TestHEVC.Picture(portrait)
    #expect(half.planes.map(\.count) == [256 * 256, 128 * 128, 128 * 128])
    let part = half.cut(x: 100, y: 40, width: 64, height: 32)
    var other = half
    other.paste(TestHEVC.Picture(width: 64, height: 32, chroma: .half, depth: 8, value: 1), x: 100, y: 40)
    #expect(other != half)
    other.paste(part, x: 100, y: 40)
    #expect(other == half)
  }

  @Test(arguments: TestHEVC.Chroma.allCases)
  func decodersCutOffWhatTheWindowSays(chroma: TestHEVC.Chroma) throws {
    let picture = TestHEVC.Picture.noise(width: 52, height: 36, chroma: chroma, depth: 10)
    let stream = try TestHEVC.encode(picture)
    let window = TestHEVC.Window(left: 4, right: 12, top: 2, bottom: 6)
    #expect(
      try TestHEVC.decode(stream.cropped(to: window, of: picture))
        == picture.cut(x: 4, y: 2, width: 40, height: 32))
    // With what x265 pads the picture to.
    let whole = try TestHEVC.decode(stream.withoutWindow)
    #expect(whole.width == 56 && whole.height == 40)
    #expect(whole.cut(x: 0, y: 0, width: 52, height: 36) == picture)
    // Parameter sets under other numbers are in nobody's way.
    let others = [0, 2].map { TestHEVC.renumbered(stream.parameterSets[$0], to: 5) }
    #expect(
      try TestHEVC.decode(TestHEVC.Stream(stream.parameterSets + others + stream.slices)) == picture)
    #expect(throws: TestHEVC.Failure.self) {
      try TestHEVC.decode(
        TestHEVC.Stream(stream.parameterSets.prefix(2) + others.suffix(1) + stream.slices))
    }
  }

  @Test func configurationsHoldTheirUnits() throws {
    let picture = TestHEVC.Picture.noise(width: 32, height: 32, chroma: .full, depth: 10)
    let stream = try TestHEVC.encode(picture)
    let message = TestHEVC.message([1, 2, 3])
    let bytes = TestHEVC.configuration(
      stream.parameterSets, chroma: .full, depth: 10, lengthSize: 2, others: [message])
    #expect(TestHEVC.units(ofConfiguration: bytes) == stream.parameterSets + [message])
    #expect(TestHEVC.units(ofConfiguration: Array(bytes.dropLast())) == nil)
    // Version, range extensions, 4:4:4, 10 bits twice, lengths of 2.
    #expect(bytes[0] == 1 && bytes[1] & 31 == 4 && bytes[16] & 3 == 3)
    #expect(bytes[17] & 7 == 2 && bytes[18] & 7 == 2 && bytes[21] & 3 == 1)
  }
}
