internal import ImageProcessingKit

/// One word of the command line, in the bytes the system passed, which need not be UTF-8.
struct Argument: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  /// The word for comparing and for people; bytes that are not UTF-8 are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The word as a path; nil where it is empty.
  var path: FilePath? { bytes.isEmpty ? nil : FilePath(bytes: bytes) }
}
