/// Turns a picture brown as old prints are: the `sepia()` of CSS (W3C, Filter Effects Module Level 1, section 6.2), on
/// the samples as they are stored. 0 leaves the picture as it is, 1 leaves brown alone.
struct Sepia: ToneFilter {
  let intensity: Double

  var isNeutral: Bool { UnitInterval.clamped(intensity) == 0 }

  func validate() throws(FaceBlurError) {
    try UnitInterval.validate(intensity, "the intensity of the sepia")
  }

  /// By output and input channel, at full intensity.
  private static let brown = [
    [0.393, 0.769, 0.189],
    [0.349, 0.686, 0.168],
    [0.272, 0.534, 0.131],
  ]

  func prepared(width: Int, height: Int) -> any RowToner {
    let intensity = UnitInterval.clamped(intensity)
    let matrix = Self.brown.enumerated().map { output, row in
      row.enumerated().map { input, weight in
        let identity = output == input ? 1.0 : 0.0
        return Int32(((identity + (weight - identity) * intensity) * 65536).rounded())
      }
    }
    return SepiaToner(red: Weights(matrix[0]), green: Weights(matrix[1]), blue: Weights(matrix[2]))
  }
}

/// What of each input channel makes an output channel, in 1/65536.
private struct Weights {
  let red: Int32
  let green: Int32
  let blue: Int32

  init(_ weights: [Int32]) {
    (red, green, blue) = (weights[0], weights[1], weights[2])
  }

  @inline(__always)
  func sum(_ r: Int32, _ g: Int32, _ b: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min((red &* r &+ green &* g &+ blue &* b &+ 32768) &>> 16, 255))
  }

  /// Of samples of 16 bits.
  @inline(__always)
  func sum(_ r: Int64, _ g: Int64, _ b: Int64) -> UInt16 {
    let sum = Int64(red) &* r &+ Int64(green) &* g &+ Int64(blue) &* b
    return UInt16(truncatingIfNeeded: min((sum &+ 32768) &>> 16, 65_535))
  }
}

private struct SepiaToner: RowToner {
  let red: Weights
  let green: Weights
  let blue: Weights

  func tone(_ row: UnsafeMutableBufferPointer<UInt8>, y: Int) {
    for pixel in stride(from: 0, to: row.count, by: PixelBuffer.channels) {
      let (r, g, b) = (Int32(row[pixel]), Int32(row[pixel + 1]), Int32(row[pixel + 2]))
      row[pixel] = red.sum(r, g, b)
      row[pixel + 1] = green.sum(r, g, b)
      row[pixel + 2] = blue.sum(r, g, b)
    }
  }
  func tone(_ row: UnsafeMutableBufferPointer<UInt16>, y: Int) {
    for pixel in stride(from: 0, to: row.count, by: PixelBuffer.channels) {
      let (r, g, b) = (Int64(row[pixel]), Int64(row[pixel + 1]), Int64(row[pixel + 2]))
      row[pixel] = red.sum(r, g, b)
      row[pixel + 1] = green.sum(r, g, b)
      row[pixel + 2] = blue.sum(r, g, b)
    }
  }
}
