internal import CFaceDetection

/// What computes the networks; the faces are the same.
public enum NetworkEngine: String, Sendable, Hashable, CaseIterable {
  /// FaceBlur's own, which streams a picture through a network row by row.
  case native
  /// OpenCV's dnn module: four times slower, and memory grows with the picture.
  case opencv

  /// The instructions that the native engine uses on this processor: "avx512", "avx2" or "portable".
  public static var nativeInstructions: String { String(cString: fbd_native_instructions()) }

  var shimValue: fbd_engine {
    switch self {
    case .native: .native
    case .opencv: .openCV
    }
  }
}
