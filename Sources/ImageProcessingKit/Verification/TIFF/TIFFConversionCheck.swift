/// Proves that a TIFF that was converted to sRGB shows what its original shows to a viewer that heeds colour profiles, and nothing
/// else.
///
/// The original is read and converted once more, row by row. Of code that makes the picture it shares the colour management.
enum TIFFConversionCheck {
  /// - Throws: `FaceBlurError` of kind `leak`: `.changedOutside` where the picture is another, `.shape` where its size or orientation
  ///   is, `.block` where its file holds anything that is not needed; of another kind where a file cannot be read.
  static func check(_ converted: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    guard converted.geometry == original.geometry else { throw .otherShape }
    try converted.fileBytes.withUnsafeBufferPointers(and: original.fileBytes) {
      (converted, original) throws(FaceBlurError) in
      try check(converted, of: original)
    }
  }

  private static func check(
    _ converted: UnsafeBufferPointer<UInt8>, of original: UnsafeBufferPointer<UInt8>
  ) throws(FaceBlurError) {
    let inspection = TIFFInspection(converted, policy: .everything, judge: HiddenPictureJudge(detector: nil))
    if let stranger = inspection.blocks.first(where: { !$0.isAllowed }) { throw .leakingBlock(stranger) }

    let (picture, base) = (try ExaminedTIFF(converted), try ExaminedTIFF(original))
    guard picture.layout == layout(of: base.layout), picture.extraKinds == base.extraKinds,
      picture.profile == nil
    else { throw .changedOutside }
    let colors = PhotoColors(profile(of: base), components: base.layout.components, isInverted: false)
    guard case .foreign = colors.profile, let transform = try colors.transform() else {
      throw .changedOutside
    }
    try compare(ExaminedTIFFRows(picture), ExaminedTIFFRows(base), base.layout, transform)
  }

  /// How the samples of a converted picture are stored.
  private static func layout(of base: ExaminedTIFF.Layout) -> ExaminedTIFF.Layout {
    ExaminedTIFF.Layout(
      isLittleEndian: base.isLittleEndian, isBig: base.isBig, width: base.width, height: base.height, bits: 8,
      photometric: .rgb, samples: 3 + base.extras, compression: .deflate, isPlanar: false,
      isDifferenced: true, isTiled: false, chunkWidth: base.width,
      chunkHeight: min(base.chunkHeight, base.height))
  }

  private static func profile(of picture: ExaminedTIFF) -> [UInt8]? {
    // One byte more than there is room for tells that there is more.
    picture.profile.map { Array(picture.fields.bytes[$0].prefix(ICCProfile.maxBytes + 1)) }
  }

  private static func compare(
    _ shown: ExaminedTIFFRows, _ rows: ExaminedTIFFRows, _ base: ExaminedTIFF.Layout,
    _ transform: borrowing ColorTransform
  ) throws(FaceBlurError) {
    let channels = transform.samples.channels
    var samples = [UInt8](repeating: 0, count: channels * base.width)
    var converted = [UInt8](repeating: 0, count: 3 * base.width)
    while let row = try rows.next() {
      for pixel in 0..<base.width {
        for channel in 0..<channels {
          // Grey may be red, green and blue of the same amount.
          let sample = row[pixel * base.samples + min(channel, base.components - 1)]
          samples[channels * pixel + channel] = eightBits(sample, of: base.bits)
        }
      }
      try samples.withUnsafeBufferPointer { (samples) throws(FaceBlurError) in
        try converted.withUnsafeMutableBufferPointer { (converted) throws(FaceBlurError) in
          try transform.convert(samples: samples, into: converted)
        }
      }
      guard let found = try shown.next(), isShown(converted, row, base, in: found) else {
        throw .changedOutside
      }
    }
  }

  /// Whether a row shows these colours, and the original's extra samples.
  private static func isShown(
    _ colors: [UInt8], _ row: UnsafeBufferPointer<UInt16>, _ base: ExaminedTIFF.Layout,
    in found: UnsafeBufferPointer<UInt16>
  ) -> Bool {
    let samples = 3 + base.extras
    return (0..<base.width).allSatisfy { pixel in
      (0..<3).allSatisfy { found[pixel * samples + $0] == UInt16(colors[3 * pixel + $0]) }
        && (0..<base.extras).allSatisfy { extra in
          let before = row[pixel * base.samples + base.components + extra]
          return found[pixel * samples + 3 + extra] == UInt16(eightBits(before, of: base.bits))
        }
    }
  }

  /// A sample in 8 bits, to the nearest.
  private static func eightBits(_ sample: UInt16, of depth: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: depth == 16 ? (Int(sample) * 255 + 32767) / 65535 : Int(sample))
  }
}
