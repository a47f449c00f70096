/// Makes red, green and blue of the samples of a TIFF, as viewers do that ask no colour profile.
struct TIFFPixels {
  let layout: TIFFLayout

  init(_ layout: TIFFLayout) { self.layout = layout }

  private var components: Int { layout.photometric.components }

  /// What of its samples is alpha: the first further one, if it is said to be one. Inks that have been multiplied by it are over paper.
  var transparency: PictureViews.Transparency {
    switch layout.extras.first {
    case .associatedAlpha: layout.photometric == .separated ? .none : .premultiplied
    case .unassociatedAlpha: .plain
    case .unspecified, nil: .none
    }
  }

  /// Places of the samples of a pixel that are no colours.
  var extras: Range<Int> { components..<layout.samples }

  /// What shows one of them as a picture.
  /// - Parameter place: among them, from 0.
  func kind(ofExtra place: Int) -> DisplayView.Kind {
    place == 0 && transparency != .none ? .alpha : .extraChannel(place)
  }

  /// A sample in 8 bits, to the nearest.
  @inline(__always)
  func narrow(_ sample: UInt16) -> UInt8 {
    layout.bits == 16 ? sample.inEightBits : UInt8(truncatingIfNeeded: sample)
  }

  /// Expands a row in 8 bits.
  /// - Parameters:
  ///   - samples: of the row, as `TIFFPhoto.forEachRow` lends them.
  ///   - rgb: takes three for each pixel.
  func expand(_ samples: UnsafeBufferPointer<UInt16>, into rgb: UnsafeMutableBufferPointer<UInt8>) {
    let step = layout.samples
    for x in 0..<rgb.count / 3 {
      let place = x * step
      switch layout.photometric {
      case .whiteIsZero, .blackIsZero:
        let gray = narrow(samples[place])
        (rgb[3 * x], rgb[3 * x + 1], rgb[3 * x + 2]) = (gray, gray, gray)
      case .rgb:
        for channel in 0..<3 { rgb[3 * x + channel] = narrow(samples[place + channel]) }
      case .separated:
        let light = 255 - UInt32(narrow(samples[place + 3]))
        for channel in 0..<3 {
          let part = (255 - UInt32(narrow(samples[place + channel]))) * light
          rgb[3 * x + channel] = UInt8(truncatingIfNeeded: (part + 127) / 255)
        }
      }
    }
  }

  /// Expands a row of 16-bit samples in as many bits.
  /// - Parameter rgb: as for 8 bits.
  func expand(_ samples: UnsafeBufferPointer<UInt16>, into rgb: UnsafeMutableBufferPointer<UInt16>) {
    let step = layout.samples
    for x in 0..<rgb.count / 3 {
      let place = x * step
      switch layout.photometric {
      case .whiteIsZero, .blackIsZero:
        for channel in 0..<3 { rgb[3 * x + channel] = samples[place] }
      case .rgb:
        for channel in 0..<3 { rgb[3 * x + channel] = samples[place + channel] }
      case .separated:
        let light = 65_535 - UInt32(samples[place + 3])
        for channel in 0..<3 {
          let part = (65_535 - UInt32(samples[place + channel])) * light
          rgb[3 * x + channel] = UInt16(truncatingIfNeeded: part / 65_535)
        }
      }
    }
  }

  /// One sample of each pixel of a row, in 8 bits.
  /// - Parameter component: its place among the samples of a pixel.
  func copy(
    _ component: Int, of samples: UnsafeBufferPointer<UInt16>, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    for x in target.indices { target[x] = narrow(samples[x * layout.samples + component]) }
  }

  /// The same of samples of 16 bits in as many.
  func copy(
    _ component: Int, of samples: UnsafeBufferPointer<UInt16>, into target: UnsafeMutableBufferPointer<UInt16>
  ) {
    for x in target.indices { target[x] = samples[x * layout.samples + component] }
  }

  /// The four inks of each pixel of a row, in 8 bits.
  func copyInks(of samples: UnsafeBufferPointer<UInt16>, into inks: UnsafeMutableBufferPointer<UInt8>) {
    for x in 0..<inks.count / 4 {
      for ink in 0..<4 { inks[4 * x + ink] = narrow(samples[x * layout.samples + ink]) }
    }
  }
}
