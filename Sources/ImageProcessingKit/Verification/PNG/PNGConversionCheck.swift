/// Proves that a PNG that was converted to sRGB shows what its original shows to a viewer that heeds colour profiles, and nothing
/// else.
///
/// The original is read and converted once more, row by row. Of code that makes the picture it shares the colour management.
enum PNGConversionCheck {
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
    let inspection = PNGInspection(converted, policy: .everything, judge: HiddenPictureJudge(detector: nil))
    if let stranger = inspection.blocks.first(where: { !$0.isAllowed }) { throw .leakingBlock(stranger) }

    let (picture, base) = (try ExaminedPNG(converted), try ExaminedPNG(original))
    let hasAlpha = base.shape.type.hasAlpha || base.contents["tRNS"] != nil
    guard picture.shape.type == (hasAlpha ? .colorAlpha : .color), picture.shape.depth == 8,
      ["cICP", "iCCP", "sRGB", "gAMA", "cHRM", "tRNS", "sBIT", "bKGD"].allSatisfy({
        picture.contents[$0] == nil
      })
    else { throw .changedOutside }
    let colors = PhotoColors(
      try profile(in: original), components: base.shape.type.isGray ? 1 : 3, isInverted: false)
    guard case .foreign = colors.profile, let transform = try colors.transform() else {
      throw .changedOutside
    }
    try compare(
      WholeRows(ExaminedRows(converted, picture)), WholeRows(ExaminedRows(original, base)), base, hasAlpha,
      transform)
  }

  private static func compare(
    _ shown: consuming WholeRows, _ rows: consuming WholeRows, _ base: ExaminedPNG, _ hasAlpha: Bool,
    _ transform: borrowing ColorTransform
  ) throws(FaceBlurError) {
    let channels = transform.samples.channels
    for _ in 0..<base.shape.height {
      let (colors, alphas) = base.colorsAndAlphas(of: try rows.next())
      var samples: [UInt8] = []
      for pixel in stride(from: 0, to: colors.count, by: 3) {
        for channel in 0..<channels {
          samples.append(eightBits(colors[pixel + channel], of: base.colorDepth))
        }
      }
      var converted = [UInt8](repeating: 0, count: colors.count)
      try samples.withUnsafeBufferPointer { (samples) throws(FaceBlurError) in
        try converted.withUnsafeMutableBufferPointer { (converted) throws(FaceBlurError) in
          try transform.convert(samples: samples, into: converted)
        }
      }
      var expected: [UInt16] = []
      for pixel in 0..<base.shape.width {
        for channel in 0..<3 { expected.append(UInt16(converted[3 * pixel + channel])) }
        if hasAlpha { expected.append(UInt16(eightBits(alphas[pixel], of: base.colorDepth))) }
      }
      guard try shown.next() == expected else { throw .changedOutside }
    }
    try shown.end()
    try rows.end()
  }

  /// A sample in 8 bits, to the nearest; those of fewer bits have been brought to 8 already.
  private static func eightBits(_ sample: UInt16, of depth: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: depth == 16 ? Int((Double(sample) / 257).rounded()) : Int(sample))
  }

  /// The profile of the first iCCP that stands where it may; nil for none.
  private static func profile(in file: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) -> [UInt8]? {
    for piece in PNGPieces(file) {
      if piece.kind == .chunk("PLTE") || piece.kind == .chunk("IDAT") { break }
      guard piece.kind == .chunk("iCCP") else { continue }
      // A name of 1 to 79 letters, a zero, and the method, which is 0 (11.3.2.3).
      guard let zero = file[piece.content].prefix(80).firstIndex(of: 0), zero > piece.content.lowerBound,
        zero + 2 < piece.content.upperBound, file[zero + 1] == 0
      else { return [] }
      let data = try InflatedData(file, (zero + 2)..<piece.content.upperBound)
      let profile = data.all(limit: ICCProfile.maxBytes + 1)
      return data.state == .ended ? profile : []
    }
    return nil
  }
}
