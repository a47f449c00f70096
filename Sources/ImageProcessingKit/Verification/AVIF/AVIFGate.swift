/// What the gate asks of AVIFs.
///
/// It reads files with code of its own, down to the header of a frame. What it shares with the writer is the codec (`AV1Codec`), which
/// runs in a process of its own, what `base_q_idx` means to it, and what the ways are called. Of pictures with loss it has
/// `PlaneObscurer` and `PlanarToner` make the samples that a render is to be coded of, and reckons each of them anew before it believes
/// them (`LossyWitness`).
struct AVIFGate: FormatGate {
  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection {
    HEIFInspection<AVIFCodeInspection>(file, policy: policy, judge: judge)
  }

  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape { ExaminedAVIF.pictureShape(of: file) }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError) {
    try render.withUnsafeBufferPointers(and: original.fileBytes) { (render, before) throws(FaceBlurError) in
      // Where nobody wrote the way down, the file tells.
      let check = try AVIFPictureCheck(render, before, original.geometry, allowsLoss: path != .tiles)
      let isLossyGrid = path == .lossy && check.render.grid != nil
      if let path, !isLossyGrid, try check.path() != path {
        throw .damagedRender("AVIFs like this one are not made in this way")
      }
      if judgesCode { try check.checkForm() }
      try check.check(areas, style, judgesCode: judgesCode)
    }
  }

  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try file.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      try AVIFPictureCheck(file, nil, geometry, allowsLoss: true).check(areas, style, judgesCode: false)
    }
  }

  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    try toned.withUnsafeBufferPointers(and: render.fileBytes) { (toned, before) throws(FaceBlurError) in
      let check = try AVIFPictureCheck(toned, before, render.geometry, allowsLoss: false)
      try check.checkForm()
      try check.checkTones(filters)
    }
  }
}
