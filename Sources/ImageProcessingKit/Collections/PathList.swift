/// The names in a list that is read piece by piece, each ended by NUL, or by a newline where there is no NUL.
struct PathList: ~Copyable {
  /// More bytes than any path has.
  private static let maxName = PolledInput.pieceBytes

  private let input: PolledInput
  private var buffer: ArraySlice<UInt8> = []
  private var hasEnded = false
  private var separator: UInt8?

  /// - Parameter path: nil for standard input.
  /// - Throws: `FaceBlurError` where the list cannot be opened.
  init(_ path: FilePath?) throws(FaceBlurError) {
    input = try PolledInput(path)
  }

  /// The next name that is not empty; nil after the last one, and once `isStopping` says so: whoever writes the list may
  /// take any time.
  /// - Throws: `FaceBlurError` where the list cannot be read or a name is longer than any can be.
  mutating func next(unless isStopping: () -> Bool) throws(FaceBlurError) -> FilePath? {
    while !isStopping() {
      // The first piece tells how the list is written.
      if separator == nil, buffer.count >= Self.maxName || hasEnded {
        separator = buffer.contains(0) ? 0 : UInt8(ascii: "\n")
      }
      if let separator {
        if let end = buffer.firstIndex(of: separator) {
          let name = buffer[..<end]
          buffer = buffer[(end + 1)...]
          if !name.isEmpty { return FilePath(bytes: name) }
          continue
        }
        if hasEnded {
          defer { buffer = [] }
          return buffer.isEmpty ? nil : FilePath(bytes: buffer)
        }
        guard buffer.count <= Self.maxName else {
          throw FaceBlurError(
            .notReadable, input.name, "a name in the list is too long",
            advice: "end each with a newline or NUL")
        }
      }
      guard let piece = try input.piece(unless: isStopping) else { return nil }
      hasEnded = piece.isEmpty
      buffer = ArraySlice(Array(buffer) + piece)
    }
    return nil
  }
}
