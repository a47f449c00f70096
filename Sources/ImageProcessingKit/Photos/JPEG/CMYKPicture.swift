/// A picture of four inks, interleaved, as the light that each lets through: 255 is none of an ink.
struct CMYKPicture {
  let width: Int
  let height: Int
  let samples: [UInt8]

  /// What it shows to a viewer that multiplies the light.
  /// - Parameters:
  ///   - hasBlack: whether the fourth ink counts.
  ///   - isInverted: whether 255 is taken for all of an ink.
  func picture(hasBlack: Bool, isInverted: Bool) -> PixelBuffer {
    let flip: UInt8 = isInverted ? 255 : 0
    return PixelBuffer(width: width, height: height) { target in
      for pixel in 0..<(width * height) {
        let black = hasBlack ? Int(samples[4 * pixel + 3] ^ flip) : 255
        for channel in 0..<PixelBuffer.channels {
          let light = Int(samples[4 * pixel + channel] ^ flip)
          target[PixelBuffer.channels * pixel + channel] = UInt8((light * black + 127) / 255)
        }
      }
    }
  }
}
