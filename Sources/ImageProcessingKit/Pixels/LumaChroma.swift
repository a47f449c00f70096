/// What luma and colour differences are as red, green and blue (ITU-T H.273, 8.3).
struct LumaChroma: Sendable, Hashable {
  private let depth: Int
  private let isIdentity: Bool
  /// In 65536ths.
  private let lumaScale: Int
  private let lumaZero: Int
  private let redByRed: Int
  private let greenByBlue: Int
  private let greenByRed: Int
  private let blueByBlue: Int
  private let chroma: ChromaFormat

  /// - Parameter colors: a matrix that is not known is taken for BT.601's, as by most viewers.
  init(_ shape: PlanarShape, _ colors: SampleColors) {
    let isFullRange = colors.isFullRange
    depth = shape.depth
    isIdentity = colors.matrix == 0 && shape.chroma == .full
    chroma = shape.chroma
    let (red, blue) = Self.weights(ofMatrix: colors.matrix)
    let whole = Double((1 << shape.depth) - 1)
    let unit = Double(1 << (shape.depth - 8))
    let luma = 65536 * 255 / (isFullRange ? whole : 219 * unit)
    let difference = 65536 * 255 / (isFullRange ? whole : 224 * unit)
    lumaScale = Int(luma.rounded())
    lumaZero = isFullRange ? 0 : 16 << (shape.depth - 8)
    let green = 1 - red - blue
    redByRed = Int((2 * (1 - red) * difference).rounded())
    blueByBlue = Int((2 * (1 - blue) * difference).rounded())
    greenByBlue = Int((2 * (1 - blue) * blue / green * difference).rounded())
    greenByRed = Int((2 * (1 - red) * red / green * difference).rounded())
  }

  /// What red and blue count for in luma.
  /// - Parameter matrix: H.273's number.
  static func weights(ofMatrix matrix: Int) -> (red: Double, blue: Double) {
    switch matrix {
    case 1: (0.2126, 0.0722)
    case 4: (0.30, 0.11)
    case 7: (0.212, 0.087)
    case 9, 10: (0.2627, 0.0593)
    default: (0.299, 0.114)
    }
  }

  /// Some pixels of a row as 8-bit red, green and blue. Samples of colour are not interpolated.
  /// - Parameters:
  ///   - row: of the picture.
  ///   - rgb: takes three bytes for each of the picture's columns.
  func convert(row: Int, of picture: PlanarPicture, into rgb: UnsafeMutableBufferPointer<UInt8>) {
    let width = min(picture.shape.width, rgb.count / 3)
    let half = 1 << 15
    let chromaStep = chroma.step
    func clamped(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(max(value >> 16, 0), 255)) }
    picture.planes[0].withUnsafeBufferPointer { luma in
      let start = row * picture.shape.width
      guard picture.shape.planeCount == 3 else {
        for x in 0..<width {
          let gray = clamped((Int(luma[start + x]) - lumaZero) * lumaScale + half)
          for channel in 0..<3 { rgb[3 * x + channel] = gray }
        }
        return
      }
      picture.planes[1].withUnsafeBufferPointer { blue in
        picture.planes[2].withUnsafeBufferPointer { red in
          let chromaStart = row / chromaStep.y * picture.shape.size(ofPlane: 1).width
          let shift = chromaStep.x - 1
          let zero = 1 << (depth - 1)
          if isIdentity {
            // Green, blue and red.
            for x in 0..<width {
              rgb[3 * x] = clamped((Int(red[chromaStart + x]) - lumaZero) * lumaScale + half)
              rgb[3 * x + 1] = clamped((Int(luma[start + x]) - lumaZero) * lumaScale + half)
              rgb[3 * x + 2] = clamped((Int(blue[chromaStart + x]) - lumaZero) * lumaScale + half)
            }
            return
          }
          for x in 0..<width {
            let y = (Int(luma[start + x]) &- lumaZero) &* lumaScale &+ half
            let cb = Int(blue[chromaStart + x >> shift]) &- zero
            let cr = Int(red[chromaStart + x >> shift]) &- zero
            rgb[3 * x] = clamped(y &+ cr &* redByRed)
            rgb[3 * x + 1] = clamped(y &- cb &* greenByBlue &- cr &* greenByRed)
            rgb[3 * x + 2] = clamped(y &+ cb &* blueByBlue)
          }
        }
      }
    }
  }
}
