/// Makes red, green, blue and alpha of the samples of a PNG.
struct PNGPixels {
  private let header: PNGHeader
  private let transparency: PNGTransparency
  /// Of samples of up to 8 bits without colours of their own, what each is: of a palette its entries, of greys their brightness.
  private let table: [(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)]

  /// Whether a pixel may be transparent at all.
  var hasTransparency: Bool { header.colorType.hasAlpha || transparency != .none }

  init(_ file: PNGFile) {
    header = file.header
    transparency = file.transparency
    switch header.colorType {
    case .palette: table = Self.entries(of: file)
    case .gray where header.depth <= 8:
      let maxSample = header.maxSample
      let clear: Int? = if case .color(let color) = transparency { Int(color[0]) } else { nil }
      table = (0...255).map { sample in
        let level = UInt8(truncatingIfNeeded: min(sample, maxSample) * 255 / maxSample)
        return (level, level, level, sample == clear ? 0 : 255)
      }
    default: table = []
    }
  }

  /// The 256 entries that a palette may have: those that it has not are black.
  private static func entries(of file: PNGFile) -> [(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)] {
    let alphas: [UInt8] = if case .entries(let alphas) = file.transparency { alphas } else { [] }
    return (0..<256).map { entry in
      guard 3 * entry + 2 < file.palette.count else { return (0, 0, 0, 255) }
      return (
        file.palette[3 * entry], file.palette[3 * entry + 1], file.palette[3 * entry + 2],
        entry < alphas.count ? alphas[entry] : 255
      )
    }
  }

  /// Expands a row in 8 bits.
  /// - Parameters:
  ///   - samples: a byte each, or two.
  ///   - rgb: takes three samples for each pixel.
  ///   - alpha: takes one for each pixel.
  func expand(
    _ samples: UnsafeBufferPointer<UInt8>, into rgb: UnsafeMutableBufferPointer<UInt8>,
    alpha: UnsafeMutableBufferPointer<UInt8>
  ) {
    if !table.isEmpty {
      table.withUnsafeBufferPointer { table in
        for place in alpha.indices {
          let entry = table[Int(samples[place])]
          (rgb[3 * place], rgb[3 * place + 1], rgb[3 * place + 2]) = (entry.red, entry.green, entry.blue)
          alpha[place] = entry.alpha
        }
      }
    } else if header.depth == 16 {
      expandWide(samples) { place, pixel in
        rgb[3 * place] = pixel.red.inEightBits
        rgb[3 * place + 1] = pixel.green.inEightBits
        rgb[3 * place + 2] = pixel.blue.inEightBits
        alpha[place] = pixel.alpha.inEightBits
      }
    } else {
      expandBytes(samples, into: rgb, alpha: alpha)
    }
  }

  /// Expands a row of 16-bit samples.
  /// - Parameter rgb: as for 8 bits, as is `alpha`.
  func expand(
    _ samples: UnsafeBufferPointer<UInt8>, into rgb: UnsafeMutableBufferPointer<UInt16>,
    alpha: UnsafeMutableBufferPointer<UInt16>
  ) {
    expandWide(samples) { place, pixel in
      rgb[3 * place] = pixel.red
      rgb[3 * place + 1] = pixel.green
      rgb[3 * place + 2] = pixel.blue
      alpha[place] = pixel.alpha
    }
  }

  private func expandBytes(
    _ samples: UnsafeBufferPointer<UInt8>, into rgb: UnsafeMutableBufferPointer<UInt8>,
    alpha: UnsafeMutableBufferPointer<UInt8>
  ) {
    switch header.colorType {
    case .rgb:
      _ = rgb.update(fromContentsOf: samples)
      alpha.update(repeating: 255)
      guard case .color(let color) = transparency else { return }
      let clear = color.map { UInt8(truncatingIfNeeded: $0) }
      for place in alpha.indices
      where rgb[3 * place] == clear[0] && rgb[3 * place + 1] == clear[1] && rgb[3 * place + 2] == clear[2] {
        alpha[place] = 0
      }
    case .rgbAlpha:
      for place in alpha.indices {
        rgb[3 * place] = samples[4 * place]
        rgb[3 * place + 1] = samples[4 * place + 1]
        rgb[3 * place + 2] = samples[4 * place + 2]
        alpha[place] = samples[4 * place + 3]
      }
    default:
      for place in alpha.indices {
        let gray = samples[2 * place]
        (rgb[3 * place], rgb[3 * place + 1], rgb[3 * place + 2]) = (gray, gray, gray)
        alpha[place] = samples[2 * place + 1]
      }
    }
  }

  private typealias WidePixel = (red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16)

  @inline(__always)
  private func expandWide(
    _ samples: UnsafeBufferPointer<UInt8>, _ use: (_ place: Int, _ pixel: WidePixel) -> Void
  ) {
    let count = header.colorType.samples
    let clear: [UInt16] = if case .color(let color) = transparency { color } else { [] }
    func sample(_ index: Int) -> UInt16 { UInt16(samples[2 * index]) << 8 | UInt16(samples[2 * index + 1]) }
    for place in 0..<samples.count / (2 * count) {
      let first = sample(place * count)
      switch header.colorType {
      case .rgb, .rgbAlpha:
        let (green, blue) = (sample(place * count + 1), sample(place * count + 2))
        let isClear = clear.count == 3 && clear[0] == first && clear[1] == green && clear[2] == blue
        let alpha = count == 4 ? sample(place * count + 3) : isClear ? 0 : .max
        use(place, (first, green, blue, alpha))
      default:
        let alpha = count == 2 ? sample(place * count + 1) : clear.first == first ? 0 : .max
        use(place, (first, first, first, alpha))
      }
    }
  }
}
