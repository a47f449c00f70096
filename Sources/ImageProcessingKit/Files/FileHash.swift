/// The hash of a file of any size; of a link there is none.
enum FileHash {
  /// SHA-256 in lower-case hexadecimal; nil where there is no regular file.
  /// - Parameter isStopped: whether nobody waits for it any more; is asked before every piece, and there is none then.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func of(
    _ path: FilePath, unless isStopped: () -> Bool = { false }
  ) throws(FaceBlurError) -> String? {
    guard let file = try InputFile.openIfThere(path, followingLinks: false) else { return nil }
    var hash = SHA256()
    var offset = 0
    while true {
      if isStopped() { return nil }
      let piece = try file.bytes(at: offset, count: 1 << 20)
      if piece.isEmpty { return hash.hexDigest() }
      piece.withUnsafeBytes { hash.update($0) }
      offset += piece.count
    }
  }
}
