/// JPEG XL files (ISO/IEC 18181) that were made of JPEGs, and from which these can be had back byte for byte.
struct JPEGXLContainer: PhotoContainer {
  let name = "JPEG XL"
  let typeIdentifier = "public.jpeg-xl"
  let fileExtensions = ["jxl"]
  let holdsThumbnails = true

  func recognizes(_ head: [UInt8]) -> Bool {
    head.starts(with: JPEGXLFile.signature) || head.starts(with: JPEGXLHeader.signature)
  }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    let opened = try? JPEGXLFile(size: file.size) { (range) throws(FaceBlurError) in
      try file.photoBytes(range)
    }
    guard let header = opened?.header else { return nil }
    return PhotoExtent(
      width: header.width, height: header.height,
      workingBytes: JPEGXLPhoto.workingBytes(width: header.width, height: header.height), isReadInBands: true)
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    try JPEGXLPhoto(bytes, limits: limits)
  }
}

extension FaceBlurError {
  /// - Parameter reason: which part of the format is not read.
  static func unsupportedJPEGXL(_ reason: String, instead: String = "a JPEG or a PNG") -> FaceBlurError {
    .unsupportedPhoto(format: "JPEG XL", reason: reason, instead: instead)
  }

  /// Its picture was never a JPEG, or the JPEG cannot be had back.
  static var nativeJPEGXL: FaceBlurError {
    .unsupportedJPEGXL("no JPEG can be had back from it: its picture is coded in JPEG XL's own way")
  }

  /// Its picture may well be shown: what the JPEG had beside it is changed by programs that know nothing of JPEGs.
  static var lostJPEG: FaceBlurError {
    FaceBlurError(
      .damagedPhoto,
      "no JPEG can be had back from it: it is damaged, or another program has changed what it says beside its picture",
      advice: "save it as a JPEG or a PNG first")
  }
}
