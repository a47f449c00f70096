/// What the samples of a picture's components mean.
package struct ColorModel: Sendable, Hashable {
  /// One component.
  package enum Component: Sendable, Hashable {
    /// Brightness, as JFIF's Y.
    case luma
    /// JFIF's Cb and Cr: 128 is neither.
    case blueDifference, redDifference
    case red, green, blue
    /// Of inks, how much light the black one lets through.
    case black
  }

  package let components: [Component]
  /// Whether all is stored the other way round: 255 is the least light.
  package let isInverted: Bool

  package static let gray = ColorModel([.luma])
  package static let yCbCr = ColorModel([.luma, .blueDifference, .redDifference])
  package static let rgb = ColorModel([.red, .green, .blue])
  /// Cyan, magenta, yellow and black as Adobe stores them, 255 for no ink: cyan is how much red light it lets through.
  package static let adobeCMYK = ColorModel([.red, .green, .blue, .black])
  /// The same with 255 for all of an ink.
  package static let cmyk = ColorModel([.red, .green, .blue, .black], isInverted: true)
  /// Adobe's YCCK: what luma and differences make is inverted once more, and black is as in `adobeCMYK`.
  package static let yCCK = ColorModel([.luma, .blueDifference, .redDifference, .black], isInverted: true)

  private init(_ components: [Component], isInverted: Bool = false) {
    self.components = components
    self.isInverted = isInverted
  }

  /// By component, the sample that makes middle grey: of inks, no colour and half of the black.
  package var neutrals: [Double] {
    guard components.contains(.black) else { return components.map { _ in 128 } }
    return components.map { component in
      switch component {
      case .black, .blueDifference, .redDifference: 128
      case .luma, .red, .green, .blue: isInverted ? 0 : 255
      }
    }
  }

  /// The brightness of a colour, 0…255: JFIF 1.02's luma (page 3) of red, green and blue. Black ink does not count.
  /// - Parameter samples: one for each component, in 256ths.
  /// - Returns: in 256ths.
  func brightness(of samples: [Int]) -> Int {
    var sum = 0
    for (component, sample) in zip(components, samples) {
      switch component {
      case .luma: sum += 256 * sample
      case .red: sum += 77 * sample
      case .green: sum += 150 * sample
      case .blue: sum += 29 * sample
      case .blueDifference, .redDifference, .black: break
      }
    }
    let brightness = sum >> 8
    return isInverted ? 255 * 256 - brightness : brightness
  }
}
