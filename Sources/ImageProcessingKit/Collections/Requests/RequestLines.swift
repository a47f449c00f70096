/// The lines of standard input, read piece by piece.
struct RequestLines: ~Copyable {
  /// More than the request with the most regions takes, and less than a worker process is sent at once.
  static let maxBytes = 4 << 20

  /// What comes next.
  enum Line {
    case text([UInt8])
    /// It was longer than any may be; the rest of it is passed over.
    case tooLong
  }

  private let input: PolledInput
  private var buffer: [UInt8] = []
  /// Where the next line begins, and from where on no newline has been looked for.
  private var start = 0
  private var scanned = 0
  private var isPassingOver = false
  private var hasEnded = false
  /// Of the last line, counted from 1.
  private(set) var number = 0

  /// - Throws: `FaceBlurError` where standard input is not open.
  init() throws(FaceBlurError) {
    input = try PolledInput(nil)
  }

  /// The next line that is not empty, without its end; nil after the last one, and once `isStopping` says so.
  /// - Throws: `FaceBlurError` where standard input cannot be read.
  mutating func next(unless isStopping: () -> Bool) throws(FaceBlurError) -> Line? {
    while true {
      if let line = take() {
        number += 1
        if isPassingOver || line.count > Self.maxBytes {
          isPassingOver = false
          return .tooLong
        }
        if line.contains(where: { !Self.blanks.contains($0) }) { return .text(line) }
        continue
      }
      if buffer.count - start > Self.maxBytes {
        isPassingOver = true
        start = buffer.count
      }
      if hasEnded { return nil }
      buffer.removeFirst(start)
      (start, scanned) = (0, buffer.count)
      guard let piece = try input.piece(unless: isStopping) else { return nil }
      hasEnded = piece.isEmpty
      buffer += piece
    }
  }

  private static let blanks = Array(" \t\r".utf8)

  /// What is before the next newline, or is left at the end.
  private mutating func take() -> [UInt8]? {
    if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      defer { (start, scanned) = (end + 1, end + 1) }
      return Array(buffer[start..<end])
    }
    scanned = buffer.count
    guard hasEnded, start < buffer.count || isPassingOver else { return nil }
    defer { start = buffer.count }
    return Array(buffer[start...])
  }
}
