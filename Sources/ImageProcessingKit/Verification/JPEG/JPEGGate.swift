internal import CJPEG

/// What the gate asks of JPEGs.
///
/// It reads files and computes blocks with code of its own. What it shares with the writer is libjpeg (`JPEGStream`,
/// `JPEGCoefficients`, `JPEGRowReader`) where a photo is not baseline or is encoded anew, though a progressive one is read and written by the
/// writer's own code and read by libjpeg here; the colour profile that is read
/// (`JPEGSegments`) and its rows in sRGB (`ConvertedRows`) where colours are converted; and facts of the standard: the order of
/// coefficients (`ZigZag`), the names of components (`ComponentIDs`), the standard tables and symbols (`StandardCodes`,
/// `HuffmanTable.Kind`), and memory that does not move (`ScanMemory`); and what the ways are called (`RenderSummary.Path`).
/// `RoomDirectionTests` lets no other name pass.
struct JPEGGate: FormatGate {
  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection {
    JPEGInspection(file, policy: policy, judge: judge)
  }

  func inspection(
    of render: FileBytes, lent bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy,
    judge: HiddenPictureJudge
  ) -> any FileInspection {
    JPEGInspection(bytes, policy: policy, judge: judge, lettingGoOf: render)
  }

  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape {
    PictureShape(orientation: JPEGInspection.orientation(of: file))
  }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError) {
    try checkPicture(
      of: render, against: original, areas, style, path, judgesCode: judgesCode, meetingAt: nil, having: nil)
  }

  func reading(of original: any EditablePhoto) -> (any OriginalReading)? {
    // Of a baseline one bits are compared.
    guard Processors.count > 1,
      original.fileBytes.withUnsafeBufferPointer({ CodedPicture($0) == nil })
    else { return nil }
    return CoefficientReading(original.fileBytes)
  }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle, _ path: RenderSummary.Path?, judgesCode: Bool, meetingAt seam: RenderSeam?,
    having reading: (any OriginalReading)?
  ) throws(FaceBlurError) {
    if path == .pixels { return try checkReencoded(render, of: original, areas, style, judgesCode) }
    guard path == nil || path == .bitCopy || path == .coefficients else {
      throw .damagedRender("JPEGs are not made in this way")
    }
    do {
      try checkCopied(
        render, of: original, areas, style, judgesCode, seam, reading as? CoefficientReading)
    } catch {
      guard path == nil, isReencoded(render, of: original, areas, style) else { throw error }
    }
  }

  /// One that was encoded anew has other coefficients outside the areas, too.
  private func checkReencoded(
    _ render: FileBytes, of original: any EditablePhoto, _ areas: [ObscuredArea], _ style: ObscuringStyle,
    _ judgesCode: Bool
  ) throws(FaceBlurError) {
    if judgesCode { try CanonicalCheck.check(render) }
    try ReencodedCheck.check(render, of: original, areas, style)
    try CoefficientComparison.check(render, against: nil, original.geometry, areas, style)
  }

  private func isReencoded(
    _ render: FileBytes, of original: any EditablePhoto, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) -> Bool {
    do {
      try checkReencoded(render, of: original, areas, style, false)
      return true
    } catch {
      return false
    }
  }

  /// Outside the areas every coefficient is the original's.
  private func checkCopied(
    _ render: FileBytes, of original: any EditablePhoto, _ areas: [ObscuredArea], _ style: ObscuringStyle,
    _ judgesCode: Bool, _ seam: RenderSeam?, _ reading: CoefficientReading?
  ) throws(FaceBlurError) {
    var holds: Bool?
    do throws(ComparisonFinding) {
      holds = try areBitsRight(original, render, areas, style, judgesCode, seam)
    } catch {
      if error != .unreadableOriginal { throw FaceBlurError(error) }
    }
    if holds == nil {
      let read: OriginalCoefficients
      if let reading {
        read = try reading.value()
      } else {
        read = try OriginalCoefficients(original.fileBytes)
      }
      let header = try JPEGStream(bytes: render, limits: .none).header()
      guard Int(header.width) == original.geometry.storedWidth,
        Int(header.height) == original.geometry.storedHeight
      else { throw .otherShape }
      do throws(ComparisonFinding) {
        holds = try areCoefficientsRight(original, read, render, areas, style, judgesCode, seam)
      } catch {
        throw FaceBlurError(error)
      }
      if holds == nil {
        if judgesCode { try CanonicalCheck.check(render) }
        return try CoefficientComparison.check(render, against: read, original.geometry, areas, style)
      }
    }
    guard holds == true else { throw .leakingRegion }
  }

  /// Compares the code of a baseline render with coefficients that libjpeg has read of another original.
  /// - Returns: whether the areas are as they should be; nil where the render is of another kind, too.
  private func areCoefficientsRight(
    _ original: any EditablePhoto, _ read: OriginalCoefficients, _ render: FileBytes, _ areas: [ObscuredArea],
    _ style: ObscuringStyle, _ judgesCode: Bool, _ seam: RenderSeam?
  ) throws(ComparisonFinding) -> Bool? {
    let divided = DividedComparison(original: nil, read: read, render: render, areas: areas, seam: seam)
    return try judge(divided, try colors(of: render), style, judgesCode, original.geometry)
  }

  /// - Returns: whether the areas are as they should be; nil where the two cannot be compared this way.
  private func areBitsRight(
    _ original: any EditablePhoto, _ render: FileBytes, _ areas: [ObscuredArea], _ style: ObscuringStyle,
    _ judgesCode: Bool, _ seam: RenderSeam?
  ) throws(ComparisonFinding) -> Bool? {
    let divided = DividedComparison(original: original.fileBytes, render: render, areas: areas, seam: seam)
    return try judge(divided, try colors(of: render), style, judgesCode, original.geometry)
  }

  private func colors(of render: FileBytes) throws(ComparisonFinding) -> ColorModel {
    do { return try JPEGStream(bytes: render, limits: .none).header().colorModel } catch { throw .damaged }
  }

  /// - Returns: as `areBitsRight`.
  private func judge(
    _ divided: DividedComparison, _ colors: ColorModel, _ style: ObscuringStyle, _ judgesCode: Bool,
    _ geometry: PhotoGeometry
  ) throws(ComparisonFinding) -> Bool? {
    try divided.withComparisons { (comparison) throws(ComparisonFinding) -> Bool? in
      guard var first = try comparison(nil) else { return nil }
      var check = RegionCheck(divided.areas, first.components, style, colors, on: geometry)
      try divided.run(&first, &check) { $0.take($1) }
      check.endFirstPass()
      if check.isSmooth, var second = try comparison(nil) {
        try divided.run(&second, &check) { $0.takeSmooth($1) }
      }
      // A region that is not obscured is the worse finding.
      if check.holds, judgesCode { try first.refuseAnomalies() }
      return check.holds
    }
  }

  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try CoefficientComparison.check(file, against: nil, geometry, areas, style)
  }

  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    try ToneComparison.check(toned, against: render, filters)
  }

  func checkConversion(_ converted: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    try ConversionCheck.check(converted, of: original)
  }

  func checkExport(_ export: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    try ExportCheck.check(export, of: original)
  }
}
