/// What marks a preview or an overlay of a film as ours, as `DisplayMark` does with those of photos: a box `free` at the end of the file, which
/// players pass over (ISO/IEC 14496-12, 8.1.2).
///
/// `FaceBlur preview 1 ` and the SHA-256 of everything before the box. Nobody learns which film it was made from that the pictures do not show.
enum FilmPictureMark {
  private static let version = "1"
  private static let pieceBytes = 1 << 20

  /// The box.
  /// - Parameter sha256: of what is before it, in lower-case hexadecimal.
  static func box(_ output: DisplayOutput, sha256: String) -> [UInt8] {
    BoxWriter.box("free", Array("FaceBlur \(output.rawValue) \(version) \(sha256)".utf8))
  }

  /// Whether a file is one that was written for an output, and that nobody has changed since. Where it has a mark, it is read piece by
  /// piece.
  static func isWhole(_ path: FilePath, _ output: DisplayOutput) -> Bool {
    let unsaid = String(repeating: "0", count: 64)
    let anyBox = box(output, sha256: unsaid)
    let length = anyBox.count
    guard let file = try? InputFile.open(path, followingLinks: false), file.size > length,
      let end = try? file.bytes(at: file.size - length, count: length),
      end.starts(with: anyBox.dropLast(unsaid.count))
    else { return false }
    var hash = SHA256()
    var place = 0
    while place < file.size - length {
      let count = min(pieceBytes, file.size - length - place)
      guard let piece = try? file.bytes(at: place, count: count), piece.count == count else { return false }
      piece.withUnsafeBytes { hash.update($0) }
      place += count
    }
    // What has become longer meanwhile is another file.
    let last = try? file.bytes(at: place, count: length + 1)
    return last == box(output, sha256: hash.hexDigest())
  }
}

/// Takes the bytes of a preview or an overlay for its file, and knows their hash for the mark.
final class MarkedSink: ByteSink {
  private let sink: any ByteSink
  private var hash = SHA256()

  init(_ sink: any ByteSink) { self.sink = sink }

  func append(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bytes)
    sink.append(bytes)
  }

  func restart() {
    hash = SHA256()
    sink.restart()
  }

  /// Puts the mark behind everything.
  func mark(as output: DisplayOutput) {
    sink.append(FilmPictureMark.box(output, sha256: hash.hexDigest()))
  }
}
