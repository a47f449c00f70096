internal import Glibc
internal import ImageProcessingKit

/// What opens a browser for a person.
enum BrowserOpener {
  static let program = "xdg-open"

  /// Whether there is a desktop. Without one, what opens files would ask on this terminal.
  static var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { FilePath(environment: $0) != nil }
  }

  /// Whether it is found where the environment says that programs are.
  static var isInstalled: Bool {
    let folders = FilePath(environment: "PATH")?.bytes ?? Array("/bin:/usr/bin".utf8)
    return folders.split(separator: UInt8(ascii: ":")).contains { folder in
      FilePath(bytes: folder).appending(FilePath(program)).withCString { access($0, X_OK) } == 0
    }
  }

  /// Lends words as the system takes arguments.
  static func withWords<Result>(
    _ words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("the list holds its end") }
      return body(UnsafePointer(base))
    }
  }
}
