/// What the gate asks of HEICs.
///
/// It reads files with code of its own, down to the head of a slice. What it shares with the writer is the codec (`HEVCCodec`), which
/// runs in a process of its own, where the slices of large pictures begin (`SliceBands`), the filters (`Toner`), and what the ways are called. Of tiles with loss it has `PlaneObscurer` make
/// the samples that a render's are to be coded of, and reckons each of them anew before it believes them (`LossyWitness`).
struct HEICGate: FormatGate {
  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection {
    HEIFInspection<HEICCodeInspection>(file, policy: policy, judge: judge)
  }

  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape { ExaminedHEIC.pictureShape(of: file) }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError) {
    guard path == nil || path == .tiles || path == .lossy else {
      throw .damagedRender("HEICs are not made in this way")
    }
    try render.withUnsafeBufferPointers(and: original.fileBytes) { (render, before) throws(FaceBlurError) in
      // Where nobody wrote the way down, the file tells.
      let check = try HEICPictureCheck(render, before, original.geometry, allowsLoss: path != .tiles)
      if judgesCode { try check.checkForm() }
      try check.checkTiles(areas, style, judgesCode: judgesCode)
    }
  }

  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try file.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      try HEICPictureCheck(file, nil, geometry, allowsLoss: true).checkTiles(areas, style, judgesCode: false)
    }
  }

  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    try toned.withUnsafeBufferPointers(and: render.fileBytes) { (toned, before) throws(FaceBlurError) in
      let check = try HEICPictureCheck(toned, before, render.geometry, allowsLoss: false)
      try check.checkForm()
      try check.checkTiles(filters)
    }
  }
}
