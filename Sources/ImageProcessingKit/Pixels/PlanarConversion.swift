/// Makes luma and colour differences of red, green and blue, as video has them: 8 bits, and one of each difference for 2 × 2 pixels. What
/// `LumaChroma` does the other way round, with the same weights (ITU-T H.273, 8.3).
struct PlanarConversion: Sendable {
  /// What red, green and blue count for, in 65536ths.
  private typealias Weights = (red: Int, green: Int, blue: Int)

  private let luma: Weights
  private let blueDifference: Weights
  private let redDifference: Weights
  private let lumaZero: Int

  /// - Parameter colors: matrix and range of what is made; a matrix that is not known is taken for BT.601's.
  init(_ colors: SampleColors) {
    let (red, blue) = LumaChroma.weights(ofMatrix: colors.matrix)
    let lumaScale = 65536 * (colors.isFullRange ? 1 : 219.0 / 255)
    let chromaScale = 65536 * (colors.isFullRange ? 1 : 224.0 / 255)
    func whole(_ value: Double) -> Int { Int(value.rounded()) }
    let (redPart, bluePart) = (whole(lumaScale * red), whole(lumaScale * blue))
    luma = (redPart, whole(lumaScale) - redPart - bluePart, bluePart)
    lumaZero = colors.isFullRange ? 0 : 16
    // Grey has no colour difference, whatever is rounded.
    let half = whole(chromaScale / 2)
    let redInBlue = whole(chromaScale / 2 * red / (1 - blue))
    let blueInRed = whole(chromaScale / 2 * blue / (1 - red))
    blueDifference = (-redInBlue, redInBlue - half, half)
    redDifference = (half, blueInRed - half, -blueInRed)
  }

  /// The form of what is made: a last column or row that has no pair gets itself for one.
  /// - Parameters:
  ///   - width: of the picture in pixels.
  ///   - height: likewise.
  static func shape(width: Int, height: Int) -> PlanarShape {
    PlanarShape(width: width + width % 2, height: height + height % 2, chroma: .half, depth: 8)
  }

  /// - Returns: luma, then each difference, rows from the top, of the form that `shape` says.
  func planes(of picture: PixelBuffer) -> [UInt8] {
    let shape = Self.shape(width: picture.width, height: picture.height)
    let (width, height) = (shape.width, shape.height)
    func byte(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(max(value, 0), 255)) }
    return [UInt8](unsafeUninitializedCapacity: shape.sampleCount) { target, count in
      picture.bytes.withUnsafeBufferPointer { source in
        var blueAt = width * height
        var redAt = blueAt + width * height / 4
        for y in stride(from: 0, to: height, by: 2) {
          for x in stride(from: 0, to: width, by: 2) {
            var (red, green, blue) = (0, 0, 0)
            for corner in 0..<4 {
              let (down, across) = (corner >> 1, corner & 1)
              let pixel =
                min(y + down, picture.height - 1) * picture.width + min(x + across, picture.width - 1)
              let place = pixel * PixelBuffer.channels
              let (r, g, b) = (Int(source[place]), Int(source[place + 1]), Int(source[place + 2]))
              let sum = luma.red &* r &+ luma.green &* g &+ luma.blue &* b &+ 32768
              target[(y + down) * width + x + across] = byte(lumaZero + sum >> 16)
              red += r
              green += g
              blue += b
            }
            // Of four pixels.
            func difference(_ weights: Weights) -> UInt8 {
              let sum = weights.red &* red &+ weights.green &* green &+ weights.blue &* blue &+ 131_072
              return byte(128 + sum >> 18)
            }
            target[blueAt] = difference(blueDifference)
            target[redAt] = difference(redDifference)
            blueAt += 1
            redAt += 1
          }
        }
      }
      count = shape.sampleCount
    }
  }
}
