public import Foundation

/// A folder of its own for one test, removed with everything in it.
public final class ScratchFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "faceblur-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  public var path: String { url.path }

  /// The path of something in the folder.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let target = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: target)
    return target.path
  }

  public func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }

  /// Everything below the folder: relative path and content, folders with nil.
  public func contents() throws -> [String: [UInt8]?] {
    var result: [String: [UInt8]?] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: self.path(name), isDirectory: &isFolder)
      result[name] = isFolder.boolValue ? .some(nil) : try read(name)
    }
    return result
  }
}
