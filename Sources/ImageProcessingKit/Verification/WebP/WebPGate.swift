/// What the gate asks of WebPs.
///
/// It reads files with code of its own, down to the header of a frame. What it shares with the writer is the codec (`WebPCodec`, with
/// what it says of pictures: `WebPForm`, `WebPPlanes`, `WebPQuantizer`), which runs in a process of its own, the filters (`Toner`), and what
/// the ways are called. Of pictures with loss it has `PlaneObscurer` and `PlanarToner` make the samples that a render is to be coded
/// of, and reckons each of them anew before it believes them (`LossyWitness`).
struct WebPGate: FormatGate {
  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection {
    WebPInspection(file, policy: policy, judge: judge)
  }

  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape { ExaminedWebP.pictureShape(of: file) }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError) {
    try render.withUnsafeBufferPointers(and: original.fileBytes) { (render, before) throws(FaceBlurError) in
      let check = try WebPPictureCheck(render, before, original.geometry)
      guard path == nil || path == WebPPictureCheck.path(of: check.render.form) else {
        throw .damagedRender("WebPs like this one are not made in this way")
      }
      if judgesCode { try check.checkForm() }
      try check.check(areas, style, judgesCode: judgesCode)
    }
  }

  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try file.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      try WebPPictureCheck(file, nil, geometry).check(areas, style)
    }
  }

  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    try toned.withUnsafeBufferPointers(and: render.fileBytes) { (toned, base) throws(FaceBlurError) in
      try WebPToneCheck.check(toned, against: base, render.geometry, filters)
    }
  }
}
