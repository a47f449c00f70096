/// What some viewers show of a photo where most show another picture.
package struct DisplayView: Sendable, Hashable {
  /// What these viewers do otherwise.
  package enum Kind: Sendable, Hashable {
    /// What is transparent lies over black.
    case overBlack
    /// Nothing is transparent: the colours beneath are seen.
    case opaque
    /// Alpha, as a gray picture.
    case alpha
    /// The colour profile counts, and other words of the file on colours do not.
    case byProfile
    /// Samples are shown as they are, whatever the file says that they mean.
    case unmanaged
    /// Of the file's words on colours the gamma alone counts.
    case byGamma
    /// Samples of 16 bits that lie close together are drawn apart.
    case stretched
    /// Samples of 16 bits are cut, or brought to the nearest of 8 bits, before anything else.
    case cutTo8Bits, roundedTo8Bits
    /// The fourth of four inks is left out.
    case withoutBlack
    /// Inks are taken the other way round: none for all.
    case inverted, invertedWithoutBlack
    /// A sample that is neither colour nor alpha, as a gray picture: which one, from 0.
    case extraChannel(Int)

    /// Whether one sample of each pixel is shown that is no colour.
    package var isOfNoColor: Bool {
      switch self {
      case .alpha, .extraChannel: true
      default: false
      }
    }

    /// How, for people: after "it is shown".
    package var words: String {
      switch self {
      case .overBlack: "over black"
      case .opaque: "without transparency"
      case .alpha: "by its transparency alone"
      case .byProfile: "by its colour profile"
      case .unmanaged: "without colour management"
      case .byGamma: "by its gamma alone"
      case .stretched: "with its contrast stretched"
      case .cutTo8Bits: "cut to 8 bits"
      case .roundedTo8Bits: "rounded to 8 bits"
      case .withoutBlack: "without its black ink"
      case .inverted: "with its inks inverted"
      case .invertedWithoutBlack: "with its inks inverted, without black"
      case .extraChannel(let place): "by its extra channel \(place + 1)"
      }
    }
  }

  package var kind: Kind
  /// Of the same size as what most viewers show.
  package var pixels: PixelBuffer
}

extension PixelBuffer {
  /// Whether nothing can be told apart in one of two pictures of the same size that cannot in the other one.
  /// - Parameter levels: by so many of 256 samples may differ.
  func isMuch(like other: PixelBuffer, within levels: Int = 8) -> Bool {
    bytes.count == other.bytes.count
      && zip(bytes, other.bytes).allSatisfy { abs(Int($0) - Int($1)) <= levels }
  }
}
