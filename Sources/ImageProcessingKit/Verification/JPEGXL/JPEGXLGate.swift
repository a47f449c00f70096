/// What the gate asks of JPEG XLs that were made of JPEGs.
///
/// What a viewer shows is made of a file's code; what is proven is the JPEG that is had back from the file. One thing ties the two:
/// the file must be, byte for byte, what the codec makes of that JPEG. So its code holds the JPEG's picture, and its boxes hold what else
/// is in the JPEG, and nothing more; and the gate of JPEGs proves that JPEG against the original's.
///
/// It reads boxes and headers with code of its own. What it shares with the writer is the codec (`JPEGXLCodec`), which runs in a process of
/// its own, what opens the original's JPEG (`JPEGContainer`), and what the gate of JPEGs names.
struct JPEGXLGate: FormatGate {
  private let gate = JPEGGate()

  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection {
    JPEGXLInspection(file, policy: policy, judge: judge)
  }

  /// As its code says, which is what viewers go by.
  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape {
    PictureShape(orientation: (try? ExaminedJPEGXL(file))?.header.orientation ?? .up)
  }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError) {
    let jpeg = try jpeg(of: render, isRender: judgesCode)
    try gate.checkPicture(
      of: jpeg, against: opened(original.fileBytes), areas, style, path, judgesCode: judgesCode)
  }

  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try gate.checkRegions(of: jpeg(of: file), geometry, areas, style)
  }

  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    try gate.checkTones(of: jpeg(of: toned, isRender: true), against: opened(render.fileBytes), filters)
  }

  func checkConversion(_ converted: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    try gate.checkConversion(opened(converted.fileBytes), of: opened(original.fileBytes))
  }

  /// The JPEG that a file was made of, as a photo.
  private func opened(_ file: FileBytes) throws(FaceBlurError) -> any EditablePhoto {
    try JPEGContainer().open(jpeg(of: file), limits: .none)
  }

  /// - Parameter isRender: whether the file must be what the codec makes of the JPEG.
  /// - Throws: `FaceBlurError` of kind `leak(.block)` where it is not.
  private func jpeg(of file: FileBytes, isRender: Bool = false) throws(FaceBlurError) -> FileBytes {
    let jpeg = try file.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      let file = try ExaminedJPEGXL(bytes)
      let jpeg = try file.jpeg()
      guard isRender else { return jpeg }
      let canonical = try file.rendering(jpeg)
      if let stranger = file.strangers(to: canonical, of: jpeg).first {
        throw .leakingBlock(stranger)
      }
      return jpeg
    }
    return FileBytes(jpeg)
  }
}
