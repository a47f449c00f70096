internal import CFaceDetection

/// A neural network that finds faces in upright pictures, at one size at a time.
///
/// A new network is one more case of `NetworkKind`, its meaning in the shim, and a line in `FaceEvidence`.
final class FaceNetwork {
  let kind: NetworkKind
  private let handle: OpaquePointer

  /// - Parameter instructions: those that the native engine computes with.
  /// - Throws: `FaceBlurError` where the bytes are no such network, or OpenCV is asked for and missing.
  init(
    _ kind: NetworkKind, _ loaded: LoadedModel, engine: NetworkEngine,
    instructions: NativeInstructions = .fastest
  ) throws(FaceBlurError) {
    self.kind = kind
    switch engine {
    case .native:
      handle = try DetectionShim.create(loaded) { bytes, count, created, message in
        fbd_network_create(kind.architecture, instructions.shimValue, bytes, count, created, message)
      }
    case .opencv:
      let opencv = try OpenCVLibrary.open().functions
      handle = try DetectionShim.create(loaded) { bytes, count, created, message in
        fbd_network_create_in_opencv(kind.architecture, opencv, bytes, count, created, message)
      }
    }
  }

  /// The same network for another thread. They share their weights.
  /// - Throws: `FaceBlurError` where memory is lacking, or OpenCV computes it, which uses all processors by itself.
  init(beside other: FaceNetwork) throws(FaceBlurError) {
    kind = other.kind
    var created: OpaquePointer?
    try DetectionShim.checked(path: nil) { fbd_network_create_beside(other.handle, &created, $0) }
    guard let created else { throw .detectionFailed("no detector was created") }
    handle = created
  }

  /// Has the memory that looks are computed in be kept from picture to picture, for processes that look at many.
  static func keepMemory() { fbd_keep_memory() }

  /// The multiplications, each with an addition, that all networks of this process have come to so far.
  static var multiplyAdds: UInt64 { fbd_multiply_adds() }

  deinit {
    fbd_network_destroy(handle)
  }

  /// What looks like a face in a picture or a part of it; around one face there are several boxes.
  /// - Parameters:
  ///   - longSide: what the long side of the picture or the part is scaled to, in pixels.
  ///   - degrees: how far it is turned counterclockwise then, 0 to 359; the boxes are upright all the same.
  ///   - floor: the least score of the network's own that counts, 0…1.
  func candidates(
    in picture: PixelBuffer, part: PicturePart? = nil, longSide: Int, degrees: Int = 0, floor: Double
  ) throws(FaceBlurError) -> [FaceCandidate] {
    try DetectionShim.candidates(in: picture, part: part, of: kind.subject) {
      fbd_network_detect(handle, $0, Int32(longSide), Int32(degrees), Float(floor), $1, $2)
    }
  }

  /// What looks like a face in a picture that is still being made, as it lies: the network waits for each row.
  /// - Parameters:
  ///   - longSide: what the long side is scaled to, in pixels; no less than it has.
  ///   - floor: as above.
  /// - Throws: `FaceBlurError`, also where the picture is not made to its end.
  func candidates(
    in growing: GrowingPicture, at place: GrowingPicture.Place, longSide: Int, floor: Double
  ) throws(FaceBlurError) -> [FaceCandidate] {
    let context = Unmanaged.passUnretained(growing).toOpaque()
    return try withExtendedLifetime(growing) { () throws(FaceBlurError) in
      try DetectionShim.candidates(in: place, of: kind.subject) { picture, faces, message in
        fbd_network_detect_growing(
          handle, picture,
          { Unmanaged<GrowingPicture>.fromOpaque($0).takeUnretainedValue().wait(forRows: Int($1)) ? 1 : 0 },
          context, Int32(longSide), Float(floor), faces, message)
      }
    }
  }
}

extension NetworkKind {
  fileprivate var architecture: fbd_architecture {
    switch self {
    case .yunet: .yuNet
    case .centerface: .centerFace
    }
  }
}
