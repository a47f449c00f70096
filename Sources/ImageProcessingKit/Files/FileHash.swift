/// The hash of a file of any size; of a link there is none.
enum FileHash {
  /// SHA-256 in lower-case hexadecimal; nil where it is no regular file or cannot be read.
  /// - Parameter isStopped: whether nobody waits for it any more; is asked before every piece, and there is none then.
  static func of(_ path: FilePath, unless isStopped: () -> Bool = { false }) -> String? {
    guard let file = try? InputFile.open(path, followingLinks: false) else { return nil }
    var hash = SHA256()
    var offset = 0
    while true {
      guard !isStopped(), let piece = try? file.bytes(at: offset, count: 1 << 20) else { return nil }
      if piece.isEmpty { return hash.hexDigest() }
      piece.withUnsafeBytes { hash.update($0) }
      offset += piece.count
    }
  }
}
