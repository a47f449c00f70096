internal import Glibc
internal import ImageProcessingKit

/// The manual pages and the shells' completions, as they lie below `/usr/share`: `faceblur --write-manual DIR`, which is for builds.
struct ManualFiles {
  /// The first argument that asks for them; the help says nothing of it.
  static let word = "--write-manual"

  /// Their texts by their paths.
  let files: [(path: String, text: String)]

  /// - Parameter commands: that there are.
  init(_ commands: [any Command.Type]) {
    let date = ManualDate.text(epoch: FilePath(environment: "SOURCE_DATE_EPOCH")?.description)
    let pages = [ManualPage(of: commands, date)] + commands.map { ManualPage($0, among: commands, date) }
    files =
      pages.map { ("man/man1/\($0.name).1", $0.text) } + [
        ("bash-completion/completions/faceblur", CompletionScripts.bash),
        ("zsh/vendor-completions/_faceblur", CompletionScripts.zsh),
        ("fish/vendor_completions.d/faceblur.fish", CompletionScripts.fish),
      ]
  }

  /// Writes them, and makes the folders that are missing.
  /// - Throws: `FaceBlurError` where one cannot be written.
  func write(below folder: FilePath) throws(FaceBlurError) {
    for (path, text) in files {
      let file = folder.appending(FilePath(path))
      try Self.make(file.folder)
      try Self.write(Array(text.utf8), to: file)
    }
  }

  private static func make(_ folder: FilePath) throws(FaceBlurError) {
    guard !folder.isFolder else { return }
    if folder.folder != folder { try make(folder.folder) }
    guard name(folder, { mkdir($0, 0o777) }) == 0 || folder.isFolder else { throw refusal(of: folder) }
  }

  private static func write(_ bytes: [UInt8], to file: FilePath) throws(FaceBlurError) {
    let descriptor = name(file) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw refusal(of: file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = refusal(of: file)
        close(descriptor)
        throw error
      }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else { throw refusal(of: file) }
  }

  /// Lends a path to a system call.
  private static func name(_ path: FilePath, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    (path.bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map(body) ?? -1
    }
  }

  /// The error of the last system call.
  private static func refusal(of path: FilePath) -> FaceBlurError {
    let reason = SystemError.text()
    return FaceBlurError(.notWritable, file: path, "it cannot be written (\(reason))")
  }
}
