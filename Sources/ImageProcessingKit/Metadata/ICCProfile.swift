/// What is checked of a colour profile before it is carried over (ICC.1:2010, 7.2).
enum ICCProfile {
  /// What a JPEG segment with a part of a profile begins with.
  static let signature: [UInt8] = Array("ICC_PROFILE".utf8) + [0]

  /// The largest profiles in use, multi-ink printer tables, stay below this.
  private static let maxBytes = 4 << 20
  private static let headerBytes = 128

  /// Whether the bytes are one profile and nothing more: the length it states is its own, the signature is
  /// in place.
  static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= headerBytes, bytes.count <= maxBytes else { return false }
    let statedLength = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    return statedLength == bytes.count && bytes[36..<40].elementsEqual("acsp".utf8)
  }
}
