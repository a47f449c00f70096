internal import CWorker
internal import FoundationEssentials
internal import Glibc
internal import ImageProcessingKit

/// The way of the address into a browser, which no process list shows: a file for this user alone that leads there is opened, and removed
/// once somebody is there.
final class BrowserOpening {
  private let file: FilePath
  /// Where it was made for the file.
  private let folder: FilePath?
  private var isThere = true
  /// The process that opens it, until it is over.
  private var process: Int32?
  private let console: Console

  /// Opens a browser. Where none can be opened, that is said, and the address is there for people.
  init?(of address: String, _ console: Console) {
    guard BrowserOpener.hasDisplay, let place = Self.place() else { return nil }
    self.console = console
    folder = place.isMade ? place.folder : nil
    let name = (0..<8).map { _ in String(UInt16.random(in: 0x1000...0xFFFF), radix: 16) }.joined()
    file = place.folder.appending(FilePath("faceblur-\(name).html"))
    guard Self.write(Self.page(leadingTo: address), to: file) else {
      isThere = false
      removeFolder()
      return nil
    }
    var id: Int32 = -1
    let opener = BrowserOpener.program
    let status = BrowserOpener.withWords([opener, file.description]) { fbw_open(opener, $0, &id) }
    guard status == .ok else {
      console.warn("no browser can be opened: \(opener) cannot be started; open the address yourself")
      remove()
      return nil
    }
    process = id
  }

  /// Takes note of how things go.
  /// - Parameter isUsed: whether somebody has come to the page.
  func tend(isUsed: Bool) {
    if isUsed { remove() }
    var end = fbw_end()
    guard let id = process, fbw_is_over(id, &end) else { return }
    process = nil
    if end.signal != 0 || end.code != 0 {
      console.warn("no browser could be opened; open the address yourself")
    }
  }

  func remove() {
    guard isThere else { return }
    isThere = false
    _ = Self.withPath(file) { unlink($0) }
    removeFolder()
  }

  private func removeFolder() {
    if let folder { _ = Self.withPath(folder) { rmdir($0) } }
  }

  /// A folder that is this user's alone: the one for what lives as long as they are logged in, or else a new one.
  private static func place() -> (folder: FilePath, isMade: Bool)? {
    if let path = FilePath(environment: "XDG_RUNTIME_DIR") {
      var status = stat()
      if path.isAbsolute, withPath(path, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == geteuid(), status.st_mode & 0o077 == 0
      {
        return (path, false)
      }
    }
    let parent = FilePath(environment: "TMPDIR").flatMap { $0.isAbsolute ? $0 : nil }
    var name = (parent ?? "/tmp").appending("faceblur-XXXXXX").bytes.map(CChar.init(bitPattern:)) + [0]
    guard name.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } != nil }) else {
      return nil
    }
    return (FilePath(bytes: name.dropLast().map(UInt8.init(bitPattern:))), true)
  }

  /// A page that leads on at once, and tells nobody where it was.
  private static func page(leadingTo address: String) -> String {
    """
    <!doctype html>
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0;url=\(address)">
    <title>FaceBlur</title>

    """
  }

  /// Whether a new file holds the text, for its owner alone.
  private static func write(_ text: String, to path: FilePath) -> Bool {
    let descriptor = withPath(path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let isWhole = close(descriptor) == 0 && count == bytes.count
    if !isWhole { _ = withPath(path) { unlink($0) } }
    return isWhole
  }

  private static func withPath<Result>(_ path: FilePath, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    path.description.withCString(body)
  }
}
