/// What computes the networks; the faces are the same.
package enum NetworkEngine: String, Sendable, Hashable, CaseIterable {
  /// FaceBlur's own, which streams a picture through a network row by row.
  case native
  /// OpenCV's dnn module: four times slower, and memory grows with the picture. What ours is compared with.
  case opencv

  /// The instructions that the native engine uses on this processor: "avx512bf16", "avx512", "avx2" or "portable".
  package static var nativeInstructions: String { NativeInstructions.fastest.rawValue }
}
