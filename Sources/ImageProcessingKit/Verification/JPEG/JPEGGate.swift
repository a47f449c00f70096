internal import CJPEG

/// What the gate asks of JPEGs.
///
/// It reads files and computes blocks with code of its own. What it shares with the writer is libjpeg (`JPEGStream`,
/// `JPEGCoefficients`, `JPEGRowReader`) where a photo is not baseline or is encoded anew; the colour profile that is read
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
      of: render, against: original, areas, style, path, judgesCode: judgesCode, meetingAt: nil)
  }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle, _ path: RenderSummary.Path?, judgesCode: Bool, meetingAt seam: RenderSeam?
  ) throws(FaceBlurError) {
    if path == .pixels { return try checkReencoded(render, of: original, areas, style, judgesCode) }
    guard path == nil || path == .bitCopy || path == .coefficients else {
      throw .damagedRender("JPEGs are not made in this way")
    }
    do {
      try checkCopied(render, of: original, areas, style, judgesCode, seam)
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
    _ judgesCode: Bool, _ seam: RenderSeam?
  ) throws(FaceBlurError) {
    var holds: Bool?
    do throws(ComparisonFinding) {
      holds = try areBitsRight(original, render, areas, style, judgesCode, seam)
    } catch {
      if error != .unreadableOriginal { throw FaceBlurError(error) }
    }
    if let holds {
      guard holds else { throw .leakingRegion }
      return
    }
    if judgesCode { try CanonicalCheck.check(render) }
    try CoefficientComparison.check(
      render, against: original.fileBytes, original.geometry, areas, style)
  }

  /// - Returns: whether the areas are as they should be; nil where the two cannot be compared this way.
  private func areBitsRight(
    _ original: any EditablePhoto, _ render: FileBytes, _ areas: [ObscuredArea], _ style: ObscuringStyle,
    _ judgesCode: Bool, _ seam: RenderSeam?
  ) throws(ComparisonFinding) -> Bool? {
    let colors: ColorModel
    do {
      colors = try JPEGStream(bytes: render, limits: .none).header().colorModel
    } catch {
      throw .damaged
    }
    let divided = DividedComparison(original: original.fileBytes, render: render, areas: areas, seam: seam)
    return try original.fileBytes.withUnsafeBufferPointers(and: render) {
      (source, render) throws(ComparisonFinding) -> Bool? in
      guard var comparison = PictureComparison(source, render, areas: areas) else { return nil }
      var check = RegionCheck(areas, comparison.components, style, colors, on: original.geometry)
      try divided.run(&comparison, &check) { $0.take($1) }
      check.endFirstPass()
      if check.isSmooth, var second = PictureComparison(source, render, areas: areas) {
        try divided.run(&second, &check) { $0.takeSmooth($1) }
      }
      // A region that is not obscured is the worse finding.
      if check.holds, judgesCode { try comparison.refuseAnomalies() }
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
