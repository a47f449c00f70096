internal import CColorManagement

/// How a photo's samples become sRGB by a colour profile, row after row.
struct ColorTransform: ~Copyable {
  /// What samples are, interleaved, of eight bits each.
  enum Samples: Hashable {
    case gray
    case rgb
    /// Four inks; `inverted` as Adobe stores them, 255 being none.
    case cmyk(inverted: Bool)

    var channels: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      }
    }

    fileprivate var forC: fbm_colors {
      switch self {
      case .gray: .gray
      case .rgb: .rgb
      case .cmyk(inverted: false): .cmyk
      case .cmyk(inverted: true): .invertedCMYK
      }
    }
  }

  private let handle: OpaquePointer
  let samples: Samples

  /// Nil where the profile is broken, or of other colours.
  /// - Parameters:
  ///   - profile: an untrusted one must have been stripped of all but known parts.
  ///   - isOurs: whether it is one that renders carry, with smooth curves: those may be computed faster.
  init?(_ profile: [UInt8], _ samples: Samples, isOurs: Bool) {
    var handle: OpaquePointer?
    let status = fbm_transform_open(profile, profile.count, samples.forC, isOurs, &handle)
    guard status == .ok, let handle else { return nil }
    self.handle = handle
    self.samples = samples
  }

  deinit {
    fbm_transform_close(handle)
  }

  /// Makes interleaved sRGB of as many pixels as `rgb` has room for.
  borrowing func apply(_ row: UnsafeBufferPointer<UInt8>, into rgb: UnsafeMutableBufferPointer<UInt8>) -> Bool
  {
    guard let from = row.baseAddress, let to = rgb.baseAddress else { return false }
    return fbm_transform_apply(
      handle, from, row.count, rgb.count / PixelBuffer.channels, to, rgb.count) == .ok
  }

  /// The same of a row that has as many pixels.
  /// - Throws: `FaceBlurError` of kind `internalError` where it has not.
  borrowing func convert(
    samples row: UnsafeBufferPointer<UInt8>, into rgb: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) {
    guard apply(row, into: rgb) else { throw .internalError("a row of samples does not fit") }
  }

  /// Makes sRGB of a row of red, green and blue; a profile for grey is given one of each three, which are alike.
  /// - Throws: `FaceBlurError` of kind `internalError` where the rows are not of one length.
  borrowing func convert(
    _ rgb: UnsafeBufferPointer<UInt8>, into shown: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) {
    guard samples.channels == 1 else { return try convert(samples: rgb, into: shown) }
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rgb.count / PixelBuffer.channels) {
      (gray) throws(FaceBlurError) in
      for place in gray.indices { gray[place] = rgb[3 * place] }
      try convert(samples: UnsafeBufferPointer(gray), into: shown)
    }
  }
}
