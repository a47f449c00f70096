internal import Glibc

/// The bytes of a file with their hash, which is computed once.
struct HashedBytes: Sendable {
  let bytes: [UInt8]
  /// SHA-256 in lower-case hexadecimal.
  let sha256: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    sha256 = SHA256.hexDigest(of: bytes)
  }

  /// The hash of others, which need none of their own where they are the same.
  func sha256(of others: [UInt8]) -> String { equal(others) ? sha256 : SHA256.hexDigest(of: others) }

  /// Whether others are the very same.
  func equal(_ others: [UInt8]) -> Bool {
    guard bytes.count == others.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      others.withUnsafeBytes { others in
        guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
        return memcmp(first, second, bytes.count) == 0
      }
    }
  }
}
