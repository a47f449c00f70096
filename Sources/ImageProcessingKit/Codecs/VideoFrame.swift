/// One frame of a film, as its decoder gave it.
struct VideoFrame: Sendable {
  let shape: PlanarShape
  /// Its samples plane by plane, as `PlanarPicture.bytes` has them.
  private(set) var bytes: [UInt8]
  /// Of its packet.
  let time: Int
  /// Whether something is missing of it, or of a frame that it may refer to. In doubt it is; but of one that refers to a frame which is shown
  /// behind it, and of which a part is missing, it is not known.
  let isDamaged: Bool
  /// Whether decoding can begin here.
  let isKey: Bool
  /// Whether its code says that its rows are those of two fields in turns.
  var isInterlaced = false

  /// The samples, which the frame has no more then, so that whoever changes them makes no copy.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// The same as planes.
  /// - Throws: `FaceBlurError` where a sample is larger than its depth allows, which no decoder gives.
  var picture: PlanarPicture {
    get throws(FaceBlurError) {
      guard let picture = PlanarPicture(shape, bytes: bytes) else {
        throw .internalError("the decoder gave another picture than it said")
      }
      return picture
    }
  }
}
