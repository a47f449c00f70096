internal import CFaceDetection

/// The instructions that the native engine computes with; the faces are the same, but for a little with the last.
enum NativeInstructions: String, CaseIterable {
  /// Those that every processor has.
  case portable
  case avx2
  case avx512
  /// Those, and multiplication of numbers of 16 bits: they are rounded to eight significant bits, and summed with 24. Scores differ by a
  /// few thousandths, of one place in a hundred by more than one or two hundredths, and by .04 at most of what was measured.
  case avx512bf16

  /// The fastest ones that this processor has.
  static var fastest: NativeInstructions {
    switch fbd_fastest_instructions() {
    case .portable: .portable
    case .avx2: .avx2
    case .avx512: .avx512
    case .avx512bf16: .avx512bf16
    }
  }

  /// Whether this processor has them.
  var isAvailable: Bool { fbd_has_instructions(shimValue) != 0 }

  var shimValue: fbd_instructions {
    switch self {
    case .portable: .portable
    case .avx2: .avx2
    case .avx512: .avx512
    case .avx512bf16: .avx512bf16
    }
  }
}
