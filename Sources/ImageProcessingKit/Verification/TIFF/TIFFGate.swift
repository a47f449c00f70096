/// What the gate asks of TIFFs.
///
/// It reads files with code of its own, and inflates with zlib, where the writer has another library. What it shares with the writer
/// is what the way is called, which EXIF may stay (`EXIFTag`), limits, memory that may be missing (`PictureMemory`), the filters (`Toner`), and where colours are converted
/// what a profile means (`PhotoColors`) and the colour management.
struct TIFFGate: FormatGate {
  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection {
    TIFFInspection(file, policy: policy, judge: judge)
  }

  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape {
    PictureShape(orientation: TIFFStructure(file, in: file.indices, isFile: true)?.orientation ?? .up)
  }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError) {
    guard path == nil || path == .strips else { throw .damagedRender("TIFFs are not made in this way") }
    try render.withUnsafeBufferPointers(and: original.fileBytes) { (render, before) throws(FaceBlurError) in
      let check = try TIFFPictureCheck(render, before, original.geometry)
      if judgesCode { try CanonicalTIFF.check(check.render) }
      try check.check(areas, style, judgesCode: judgesCode)
    }
  }

  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try file.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      try TIFFPictureCheck(file, nil, geometry).check(areas, style)
    }
  }

  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    try toned.withUnsafeBufferPointers(and: render.fileBytes) { (toned, base) throws(FaceBlurError) in
      try TIFFToneCheck.check(toned, against: base, render.geometry, filters)
    }
  }

  func checkConversion(_ converted: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    try TIFFConversionCheck.check(converted, of: original)
  }
}
