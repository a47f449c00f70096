internal import CFaceDetection

/// What the detectors share of the way into C and back.
package enum DetectionShim {
  /// Sets how many threads OpenCV uses in this process; the results are the same for any number.
  /// - Throws: `FaceBlurError` where the number is less than 1.
  package static func setThreadCount(_ count: Int) throws(FaceBlurError) {
    try OpenCVLibrary.setThreadCount(count)
  }

  /// Builds a detector from a model's bytes.
  static func create(
    _ loaded: LoadedModel,
    with constructor: (
      UnsafePointer<UInt8>, Int, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<fbd_message>
    ) -> fbd_status
  ) throws(FaceBlurError) -> OpaquePointer {
    var created: OpaquePointer?
    try checked(path: loaded.path) { message in
      loaded.withBytes { bytes in
        guard let start = bytes.baseAddress else { return .modelUnreadable }
        return constructor(start, bytes.count, &created, message)
      }
    }
    guard let created else { throw .detectionFailed("no detector was created") }
    return created
  }

  /// Runs one pass over a part of a picture and turns its boxes into normalised ones of the whole; without a
  /// part, over all of it.
  static func candidates(
    in picture: PixelBuffer, part: PicturePart? = nil, of kind: SubjectKind = .default,
    _ pass: (fbd_picture, UnsafeMutablePointer<fbd_faces>, UnsafeMutablePointer<fbd_message>) -> fbd_status
  ) throws(FaceBlurError) -> [FaceCandidate] {
    var found = fbd_faces()
    try checked(path: nil) { message in
      picture.bytes.withUnsafeBufferPointer { bytes in
        guard let pixels = bytes.baseAddress else { return .invalidArgument }
        let stride = picture.width * PixelBuffer.channels
        let corner = (part?.y ?? 0) * stride + (part?.x ?? 0) * PixelBuffer.channels
        let view = fbd_picture(
          pixels: pixels + corner, width: Int32(part?.width ?? picture.width),
          height: Int32(part?.height ?? picture.height), stride: stride)
        return pass(view, &found, message)
      }
    }
    return candidates(found, in: (picture.width, picture.height), part: part, of: kind)
  }

  /// The same of a picture that is still being made.
  static func candidates(
    in place: GrowingPicture.Place, of kind: SubjectKind,
    _ pass: (fbd_picture, UnsafeMutablePointer<fbd_faces>, UnsafeMutablePointer<fbd_message>) -> fbd_status
  ) throws(FaceBlurError) -> [FaceCandidate] {
    var found = fbd_faces()
    try checked(path: nil) { message in
      let view = fbd_picture(
        pixels: place.base, width: Int32(place.width), height: Int32(place.height),
        stride: place.width * PixelBuffer.channels)
      return pass(view, &found, message)
    }
    return candidates(found, in: (place.width, place.height), part: nil, of: kind)
  }

  private static func candidates(
    _ found: fbd_faces, in size: (width: Int, height: Int), part: PicturePart?, of kind: SubjectKind
  ) -> [FaceCandidate] {
    UnsafeBufferPointer(start: found.faces, count: found.count).compactMap { face in
      let box = (x: Double(face.x), y: Double(face.y), width: Double(face.width), height: Double(face.height))
      let rect = NormalizedRect(
        x: (box.x + Double(part?.x ?? 0)) / Double(size.width),
        y: (box.y + Double(part?.y ?? 0)) / Double(size.height),
        width: box.width / Double(size.width),
        height: box.height / Double(size.height))
      guard rect.isValid else { return nil }
      return FaceCandidate(rect: rect, score: Double(face.score), kind: kind)
    }
  }

  /// The long side in pixels below which neither network nor cascade has anything to look at.
  static let smallestLook = 64

  /// The long side to look at a picture with, which does not enlarge it by more than a factor.
  static func size(_ longSide: Int, for picture: PixelBuffer, maxEnlargement: Int) -> Int {
    size(longSide, forLongSide: max(picture.width, picture.height), maxEnlargement: maxEnlargement)
  }

  /// The same for a picture with a long side of so many pixels.
  static func size(_ longSide: Int, forLongSide pictureSide: Int, maxEnlargement: Int) -> Int {
    max(min(longSide, pictureSide * maxEnlargement), smallestLook)
  }

  static func checked(
    path: FilePath?, _ call: (UnsafeMutablePointer<fbd_message>) -> fbd_status
  ) throws(FaceBlurError) {
    var message = fbd_message()
    let status = call(&message)
    let text = withUnsafeBytes(of: message.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    switch status {
    case .ok: return
    case .modelUnreadable: throw .modelUnreadable(path ?? "", reason: text)
    case .outOfMemory: throw .outOfMemoryForDetection
    case .invalidArgument, .engineFailed: throw .detectionFailed(text)
    }
  }
}
