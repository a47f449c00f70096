internal import Glibc
internal import ImageProcessingKit

/// Standard output and standard error, and who reads them.
struct Console {
  enum Verbosity {
    case quiet
    case normal
    case verbose
  }

  var verbosity = Verbosity.normal
  /// Whether standard output belongs to programs: one JSON object per line and nothing else.
  var json = false

  /// Lines for people; not under `-q` and not beside JSON.
  func say(_ lines: [String]) {
    if !json, verbosity != .quiet { answer(lines) }
  }

  /// Lines for people who asked for more.
  func detail(_ lines: @autoclosure () -> [String]) {
    if !json, verbosity == .verbose { answer(lines()) }
  }

  /// What was asked for: printed whatever the verbosity.
  func answer(_ lines: [String]) {
    Self.write(lines.map { PlainText.visible($0) + "\n" }.joined(), to: STDOUT_FILENO)
  }

  /// A warning; not under `-q`.
  func warn(_ line: String) {
    if verbosity != .quiet {
      Self.write("faceblur: warning: \(PlainText.visible(line))\n", to: STDERR_FILENO)
    }
  }

  /// What is never to be overlooked, though it was asked for; always.
  func insist(_ line: String) {
    Self.write("faceblur: warning: \(PlainText.visible(line))\n", to: STDERR_FILENO)
  }

  /// An error; always.
  func fail(_ line: String) {
    Self.write("faceblur: \(PlainText.visible(line))\n", to: STDERR_FILENO)
  }

  /// A line on standard error that the next one replaces; nil takes it away. For terminals only.
  func status(_ line: String?) {
    Self.write("\r\u{1B}[K" + PlainText.visible(line ?? ""), to: STDERR_FILENO)
  }

  /// One object on a line of its own.
  func emit(_ object: some Encodable) {
    guard let line = try? PlainText.json(object) else {
      fail("internal error: a result could not be written as JSON; please report it")
      return
    }
    Self.write(line + "\n", to: STDOUT_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
