internal import CFaceDetection

/// The instructions that the native engine computes with; the faces are the same.
enum NativeInstructions: String, CaseIterable {
  /// Those that every processor has.
  case portable
  case avx2
  case avx512

  /// The fastest ones that this processor has.
  static var fastest: NativeInstructions {
    switch fbd_fastest_instructions() {
    case .portable: .portable
    case .avx2: .avx2
    case .avx512: .avx512
    }
  }

  /// Whether this processor has them.
  var isAvailable: Bool { fbd_has_instructions(shimValue) != 0 }

  var shimValue: fbd_instructions {
    switch self {
    case .portable: .portable
    case .avx2: .avx2
    case .avx512: .avx512
    }
  }
}
