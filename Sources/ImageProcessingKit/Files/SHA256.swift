internal import CNettle

/// SHA-256 (FIPS 180-4), by Nettle.
package struct SHA256: Sendable {
  private var context = sha256_ctx()

  package init() {
    nettle_sha256_init(&context)
  }

  /// Takes the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    nettle_sha256_update(&context, bytes.count, bytes.bindMemory(to: UInt8.self).baseAddress)
  }

  /// The digest of what was taken, in lower-case hexadecimal, 64 characters; what follows is a new digest.
  package mutating func hexDigest() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of some bytes.
  package static func hexDigest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.hexDigest()
  }

  /// The digest of a file.
  package static func hexDigest(of file: FileBytes) -> String {
    file.withUnsafeBufferPointer { bytes in
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
        let piece = start..<min(start + pieceBytes, bytes.count)
        hash.update(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[piece]))
        file.letGo(piece)
      }
      return hash.hexDigest()
    }
  }

  private static let pieceBytes = 1 << 18

  /// Whether a text is written as a digest is.
  static func isHexDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
