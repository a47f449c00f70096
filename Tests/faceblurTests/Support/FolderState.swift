import Foundation
import ImageProcessingKit
import TestSupport

/// What a user would notice about a file.
struct FileState: Hashable {
  let kind: String
  let mode: Int
  /// Nil for folders, whose time tells nothing: a temporary file that is gone again moves it.
  let modified: Date?
  /// SHA-256 of what the file holds; nil where it is no regular file or cannot be read.
  let digest: String?

  init(at path: String) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let type = attributes[.type] as? FileAttributeType ?? .typeUnknown
    kind = type.rawValue
    mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    modified = type == .typeDirectory ? nil : attributes[.modificationDate] as? Date
    // Reading a pipe would wait for ever.
    let content = type == .typeRegular ? try? Data(contentsOf: URL(filePath: path)) : nil
    digest = content.map { SHA256.hexDigest(of: [UInt8]($0)) }
  }
}

extension ScratchFolder {
  /// Everything below the folder, hidden files included.
  func state() throws -> [String: FileState] {
    var result: [String: FileState] = [:]
    for name in try names() { result[name] = try FileState(at: path(name)) }
    return result
  }

  /// SHA-256 of every file below the folder, by relative path.
  func contentDigests() throws -> [String: String?] { try state().mapValues(\.digest) }

  /// The relative paths of everything below the folder, hidden files included.
  func names() throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: path))
  }

  /// SHA-256 of a file: compares as its content does, and a failed expectation can print it.
  func digest(_ name: String) throws -> String {
    SHA256.hexDigest(of: try read(name))
  }

  /// The number that the file system knows a file by: a file that was replaced has another one.
  func inode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? -1
  }

  func setMode(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
  }

  /// Makes a symbolic link.
  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: destination)
  }

  /// Adds bytes at the end of a file, as another program that edits it would leave other bytes.
  func append(_ text: String, to name: String) throws {
    try write(try read(name) + Array(text.utf8), name)
  }

  @discardableResult
  func writeAstronaut(_ name: String = "portrait.jpg") throws -> String {
    try write(TestPhotos.astronaut(), name)
  }

  @discardableResult
  func writeGraceHopper(_ name: String = "admiral.jpg") throws -> String {
    try write(TestPhotos.graceHopper(), name)
  }
}
