internal import CJPEG

/// Proves that a photo that was converted to sRGB shows what its original shows to a viewer that heeds colour profiles, and
/// nothing else.
///
/// The original is decoded and converted once more, and the converted photo must be what an encoder makes of that with the
/// original's quantisers and sampling. Of code that makes it, it shares libjpeg, the colour management and the reading of the
/// profile. It takes 2 bytes of memory a sample: 3 a pixel at 4:2:0, 6 at 4:4:4.
enum ConversionCheck {
  /// - Throws: `FaceBlurError` of kind `leak`: `.changedOutside` where the picture is another, `.shape` where its size or orientation
  ///   is, `.block` where its file holds anything that is not needed; of another kind where a file cannot be read.
  static func check(_ converted: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    guard converted.geometry == original.geometry else { throw .otherShape }
    let source = JPEGStream(bytes: original.fileBytes, limits: .none)
    let stream = JPEGStream(bytes: converted.fileBytes, limits: .none)
    let before = try source.header()
    let header = try stream.header()
    let coded = try CoefficientComparison.opened(stream)
    let components = CoefficientComparison.components(of: header, coded)
    guard components == expectedComponents(before),
      header.standard_colors == (before.component_count != 3 || before.standard_colors)
    else { throw .changedOutside }
    try checkMetadata(of: converted.fileBytes)

    let profile = JPEGSegments(original.fileBytes).profile
    let colors = PhotoColors(
      profile, components: Int(before.component_count), isInverted: before.has_adobe)
    guard let transform = try colors.transform() else {
      throw .changedOutside
    }
    let comparison = SampleComparison(
      coded, components, width: Int(header.width), height: Int(header.height),
      isYCbCr: header.standard_colors)
    guard try isSame(comparison, source, before, transform) else { throw .changedOutside }
  }

  private static func isSame(
    _ comparison: consuming SampleComparison, _ source: JPEGStream, _ header: fbj_header,
    _ transform: borrowing ColorTransform
  ) throws(FaceBlurError) -> Bool {
    var isSame = true
    var failure: FaceBlurError?
    _ = try ConvertedRows.forEach(of: source, header, by: transform) { row in
      guard isSame, failure == nil else { return }
      do throws(FaceBlurError) {
        isSame = try comparison.take(UnsafeBufferPointer(row)) == nil
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return isSame
  }

  /// Three components are as they were; grey and inks become YCbCr in coding units of the same size.
  private static func expectedComponents(_ header: fbj_header) -> [ComparedComponent] {
    let own = header.componentList.map(ComparedComponent.init)
    guard own.count != 3 else { return own }
    let isParted = own.count == 4 && header.has_adobe && header.adobe_transform == 2
    let across = Int(header.mcu_width) / 8
    let down = Int(header.mcu_height) / 8
    return (0..<3).map { index in
      let (width, height) = index == 0 ? (across, down) : (1, 1)
      func blocks(_ pixels: UInt32, _ part: Int, of whole: Int) -> Int {
        (Int(pixels) * part + 8 * whole - 1) / (8 * whole)
      }
      return ComparedComponent(
        across: width, down: height, widthInBlocks: blocks(header.width, width, of: across),
        heightInBlocks: blocks(header.height, height, of: down),
        quantizers: own[isParted ? index : 0].quantizers)
    }
  }

  /// Its metadata is what may be kept of the original's, of which a render carries what the policy allows.
  static func checkMetadata(of file: FileBytes) throws(FaceBlurError) {
    try file.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      let inspection = JPEGInspection(
        file, policy: .everything, judge: HiddenPictureJudge(detector: nil))
      if let stranger = inspection.blocks.first(where: { !$0.isAllowed }) { throw .leakingBlock(stranger) }
    }
  }
}
