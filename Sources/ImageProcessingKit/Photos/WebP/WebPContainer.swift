/// WebP files (RFC 9649).
struct WebPContainer: PhotoContainer {
  let name = "WebP"
  let typeIdentifier = "org.webmproject.webp"
  let fileExtensions = ["webp"]
  let holdsThumbnails = false

  func recognizes(_ head: [UInt8]) -> Bool {
    head.count >= 12 && head.starts(with: "RIFF".utf8) && head[8..<12].elementsEqual("WEBP".utf8)
  }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    let opened = try? WebPFile(size: file.size) { (range) throws(FaceBlurError) in try file.photoBytes(range)
    }
    guard let form = opened?.form else { return nil }
    return PhotoExtent(
      width: form.width, height: form.height, workingBytes: WebPPhoto.workingBytes(of: form))
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    try WebPPhoto(bytes, limits: limits)
  }
}

extension RenderSummary.Path {
  /// The picture was coded anew without loss, as it had been.
  static let lossless = Self("lossless")
}

extension FaceBlurError {
  /// - Parameter reason: which part of the format is not read.
  static func unsupportedWebP(_ reason: String, instead: String = "a JPEG or a PNG") -> FaceBlurError {
    .unsupportedPhoto(format: "WebP", reason: reason, instead: instead)
  }

  static var animatedWebP: FaceBlurError {
    .unsupportedWebP(
      "it is animated, and each of its pictures may show a face", instead: "a single picture")
  }
}
