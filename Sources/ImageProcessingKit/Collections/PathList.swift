/// The names in a list that is read piece by piece, each ended by NUL, or by a line end where there is no NUL.
struct PathList: ~Copyable {
  /// More bytes than any path has.
  private static let maxName = PolledInput.pieceBytes
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

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
  /// - Throws: `FaceBlurError` where the list cannot be read, its letters have two bytes each, or a name is longer than any can be.
  mutating func next(unless isStopping: () -> Bool) throws(FaceBlurError) -> FilePath? {
    while !isStopping() {
      // The first piece tells how the list is written.
      if separator == nil, buffer.count >= Self.maxName || hasEnded { try begin() }
      if let separator {
        if let end = buffer.firstIndex(of: separator) {
          let listed = name(buffer[..<end])
          buffer = buffer[(end + 1)...]
          if let listed { return listed }
          continue
        }
        if hasEnded {
          defer { buffer = [] }
          return name(buffer)
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

  /// Finds out what ends the names.
  /// - Throws: `FaceBlurError` where the list is UTF-16: by its NULs each letter would be a name, and a dot the working folder.
  private mutating func begin() throws(FaceBlurError) {
    guard !Self.isUTF16(buffer) else {
      throw FaceBlurError(
        .notReadable, input.name, "the list is UTF-16, so nobody can tell the names in it",
        advice: "save it as UTF-8")
    }
    // What some editors put before a text in UTF-8.
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { buffer = buffer.dropFirst(3) }
    separator = buffer.contains(0) ? 0 : Self.newline
  }

  /// Whether a list begins with the mark of UTF-16, or has a letter and a NUL by turns, or a line end between two NULs.
  private static func isUTF16(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    let names = bytes.split(separator: 0)
    // One name of one letter is the same in both.
    guard bytes.contains(0), names.count > 1 else { return false }
    return names.allSatisfy { $0.count == 1 } || names.dropLast().contains { $0.elementsEqual([newline]) }
  }

  /// The name that stands between two ends; nil where it is empty. A carriage return before a newline ends the line, too, unless a file
  /// has it in its name.
  private func name(_ bytes: ArraySlice<UInt8>) -> FilePath? {
    guard separator == Self.newline, bytes.last == Self.carriageReturn, !FilePath(bytes: bytes).exists else {
      return bytes.isEmpty ? nil : FilePath(bytes: bytes)
    }
    let line = bytes.dropLast()
    return line.isEmpty ? nil : FilePath(bytes: line)
  }
}
