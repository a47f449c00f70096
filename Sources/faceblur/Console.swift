internal import Glibc
internal import ImageProcessingKit
internal import Synchronization

/// Standard output and standard error, and who reads them.
struct Console {
  enum Verbosity: String {
    case quiet
    case normal
    case verbose
  }

  var verbosity = Verbosity.normal
  /// Whether standard output belongs to programs: one JSON object per line and nothing else.
  var json = false
  /// What objects say they are of.
  var command = ""
  /// Whether standard output is for a photo: what was asked for goes to standard error, and what nobody asked for nowhere.
  var isAside = false

  /// Lines for people; not under `-q` and not beside JSON.
  func say(_ lines: [String]) {
    if !json, verbosity != .quiet, !isAside || verbosity == .verbose { answer(lines) }
  }

  /// Lines for people who asked for more.
  func detail(_ lines: @autoclosure () -> [String]) {
    if !json, verbosity == .verbose { answer(lines()) }
  }

  /// What was asked for: printed whatever the verbosity.
  func answer(_ lines: [String]) {
    var text = ""
    for line in lines {
      text += PlainText.visible(line)
      text += "\n"
    }
    Self.write(text, to: output)
  }

  /// Rows for programs, with tabs between the fields.
  func list(_ rows: [[String]]) {
    Self.write(
      rows.map { $0.map(PlainText.visible).joined(separator: "\t") + "\n" }.joined(), to: output)
  }
  private var output: ByteStream { isAside ? .standardError : .standardOutput }

  /// A warning; not under `-q`.
  func warn(_ line: String) {
    if verbosity != .quiet {
      Self.write("faceblur: warning: \(PlainText.visible(line))\n", to: .standardError)
    }
  }

  /// A warning that is printed also under `-q`, though what it is about was asked for.
  func insist(_ line: String) {
    Self.write("faceblur: warning: \(PlainText.visible(line))\n", to: .standardError)
  }

  /// An error; always.
  func fail(_ line: String) {
    Self.write("faceblur: \(PlainText.visible(line))\n", to: .standardError)
  }

  /// Whether somebody looks at a terminal to whom a line may be shown that goes away again.
  var hasStatus: Bool { isatty(STDERR_FILENO) == 1 && !json && verbosity != .quiet }

  /// A line on standard error that the next one replaces; nil takes it away. For terminals only.
  func status(_ line: String?) {
    Self.write("\r\u{1B}[K" + PlainText.visible(line ?? ""), to: .standardError)
  }

  /// One object on a line of its own.
  func emit(_ object: some Encodable) {
    guard let line = try? PlainText.json(CommandObject(command: command, content: object)) else {
      fail("internal error: a result could not be written as JSON; please report it")
      return
    }
    Self.write(line + "\n", to: output)
  }

  /// A photo, to what was standard output.
  /// - Returns: whether all of it went out. Where it did not, that is said.
  func send(_ photo: [UInt8], to output: ByteStream) -> Bool {
    let code = output.write(photo)
    let endCode = output.close()
    guard code == 0, endCode == 0 else {
      Self.lose(code == 0 ? endCode : code)
      return false
    }
    return true
  }

  private static func write(_ text: String, to stream: ByteStream) {
    let code = stream.write(text.utf8)
    if code != 0, stream == .standardOutput { lose(code) }
  }

  private static let isOutputLost = Atomic(false)

  /// Whether something could not be written to standard output.
  static var hasLostOutput: Bool { isOutputLost.load(ordering: .relaxed) }

  /// Takes note that standard output cannot be written, and says so once. Nothing is said of a closed pipe: its reader closed it.
  private static func lose(_ code: Int32) {
    let isNews = !isOutputLost.exchange(true, ordering: .relaxed)
    guard isNews, code != EPIPE else { return }
    let reason = SystemError.text(of: code)
    Self.write("faceblur: standard output cannot be written: \(reason)\n", to: .standardError)
  }

  /// Puts something in the places of standard input, output and error where they are closed: the next file that is
  /// opened would take the place, and what is printed would be written into a photo.
  static func occupyStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      // For reading only, so that what is printed is known to be lost.
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
