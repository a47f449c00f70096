import Testing

@testable import ImageProcessingKit

/// Pictures in planes that are shrunk before their colours are reckoned: the same as the other way round, but for rounding.
@Suite struct PlanarShrinkerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let chroma: ChromaFormat
    let depth: Int
    let width: Int
    let height: Int

    var testDescription: String { "\(chroma), \(depth) bits, \(width) × \(height)" }
  }

  static let cases = [ChromaFormat.gray, .half, .halfWidth, .full].flatMap { chroma in
    [(8, 64, 48), (8, 63, 47), (10, 64, 48), (8, 40, 20), (10, 40, 20), (12, 37, 51)].map {
      Case(chroma: chroma, depth: $0, width: $1, height: $2)
    }
  }

  /// Slow waves, so that colours which are interpolated and those which are not are nearly the same.
  static func waves(_ example: Case) -> PlanarPicture {
    let shape = PlanarShape(
      width: example.width, height: example.height, chroma: example.chroma, depth: example.depth)
    var picture = PlanarPicture(shape)
    let unit = 1 << (example.depth - 8)
    for plane in 0..<shape.planeCount {
      let (size, step) = (shape.size(ofPlane: plane), shape.step(ofPlane: plane))
      for y in 0..<size.height {
        for x in 0..<size.width {
          picture.planes[plane][y * size.width + x] = UInt16(
            (60 + 2 * x * step.x + y * step.y / 2 + 20 * plane) * unit)
        }
      }
    }
    return picture
  }

  static func pixels(of picture: PlanarPicture) -> PixelBuffer {
    let conversion = LumaChroma(picture.shape, SampleColors(matrix: 1))
    let row = 3 * picture.shape.width
    return PixelBuffer(width: picture.shape.width, height: picture.shape.height) { target in
      for y in 0..<picture.shape.height {
        conversion.convert(
          row: y, of: picture, into: UnsafeMutableBufferPointer(rebasing: target[y * row..<(y + 1) * row]))
      }
    }
  }

  static func largestDifference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int {
    guard (one.width, one.height) == (other.width, other.height) else { return .max }
    return zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(arguments: cases)
  func isTheSameAtFullSize(_ example: Case) {
    let picture = Self.waves(example)
    let same = PlanarShrinker.shrink(
      picture.bytes, of: picture.shape, width: example.width, height: example.height)
    #expect(same.planes[0] == picture.planes[0])
    #expect(Self.largestDifference(Self.pixels(of: same), Self.pixels(of: picture)) <= 1)
  }

  @Test(arguments: cases)
  func isWhatTheWholePictureShrunkIs(_ example: Case) {
    let picture = Self.waves(example)
    let expected = AreaResampler.shrink(Self.pixels(of: picture), toLongSide: 20)
    let small = PlanarShrinker.shrink(
      picture.bytes, of: picture.shape, width: expected.width, height: expected.height)
    #expect(Self.largestDifference(Self.pixels(of: small), expected) <= 3)
  }
}
