/// What the gate asks of PNGs.
///
/// It reads files with code of its own. What it shares with the writer is zlib, with which both inflate, what the way is called, the
/// filters (`Toner`), and where colours are converted what a profile means (`PhotoColors`) and the colour management.
struct PNGGate: FormatGate {
  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection {
    PNGInspection(file, policy: policy, judge: judge)
  }

  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape {
    PictureShape(orientation: ExaminedPNG.orientation(of: file))
  }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError) {
    guard path == nil || path == .rows else { throw .damagedRender("PNGs are not made in this way") }
    try render.withUnsafeBufferPointers(and: original.fileBytes) { (render, before) throws(FaceBlurError) in
      let check = try PNGPictureCheck(render, before, original.geometry)
      if judgesCode { try check.checkOrder() }
      try check.check(areas, style, judgesCode: judgesCode)
    }
  }

  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try file.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      try PNGPictureCheck(file, nil, geometry).check(areas, style)
    }
  }

  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    try toned.withUnsafeBufferPointers(and: render.fileBytes) { (toned, base) throws(FaceBlurError) in
      try PNGToneCheck.check(toned, against: base, render.geometry, filters)
    }
  }

  func checkConversion(_ converted: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    try PNGConversionCheck.check(converted, of: original)
  }
}
