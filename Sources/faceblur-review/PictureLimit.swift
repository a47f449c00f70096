internal import ImageProcessingKit
internal import Synchronization

/// How many pictures are made at once: each may take the memory of a whole photo.
final class PictureLimit: Sendable {
  private static let most = 16
  /// What a client may ask for, in pixels.
  private static let sides = 16...4096
  private static let usualSide = 1600

  private let count = Atomic(0)

  /// - Returns: nil where too many are being made.
  func withOne<Picture>(_ make: () throws(FaceBlurError) -> Picture) throws(FaceBlurError) -> Picture? {
    defer { count.subtract(1, ordering: .relaxed) }
    guard count.add(1, ordering: .relaxed).newValue <= Self.most else { return nil }
    return try make()
  }

  /// The longer side that is asked for; nil where it is none.
  static func side(_ text: String?) -> Int? {
    guard let text else { return usualSide }
    return Int(text).flatMap { sides.contains($0) ? $0 : nil }
  }
}
