internal import FoundationEssentials

/// The record that an earlier run kept of a file elsewhere than beside it, and that this run does not keep: what it hides stays hidden.
struct KeptRecord: Sendable, Codable {
  let path: FilePath
  private let data: Data

  /// Of the file, which a worker may not be able to read.
  var content: [UInt8] { [UInt8](data) }

  init(_ path: FilePath, content: [UInt8]) {
    (self.path, data) = (path, Data(content))
  }
}
