import Foundation
import TestSupport

/// An .AAE file as another program reads and writes it: Foundation's property lists and gzip's DEFLATE, none
/// of the code under test.
struct RecordOnDisk {
  struct Unreadable: Error {}

  var list: [String: Any]

  init(_ bytes: [UInt8]) throws {
    guard
      let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
    else { throw Unreadable() }
    self.list = list
  }

  var fileContent: [UInt8] {
    get throws {
      [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
    }
  }

  /// The JSON that the adjustment data inflates to.
  var json: [UInt8] {
    get throws {
      guard let data = list["adjustmentData"] as? Data else { throw Unreadable() }
      return try RawDeflateByGzip.inflate([UInt8](data))
    }
  }

  var payload: [String: Any] {
    get throws {
      guard let payload = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else {
        throw Unreadable()
      }
      return payload
    }
  }

  /// The settings of the newest adjustment.
  var settings: [String: Any] {
    get throws {
      guard let adjustments = try payload["adjustments"] as? [[String: Any]],
        let settings = adjustments.last?["settings"] as? [String: Any]
      else { throw Unreadable() }
      return settings
    }
  }

  /// The files that the edit was rendered to.
  var renders: [[String: Any]] {
    get throws {
      guard let renders = try payload["renders"] as? [[String: Any]] else { throw Unreadable() }
      return renders
    }
  }

  /// Changes the newest adjustment's settings and packs them again, as someone who forges a record would.
  mutating func forgeSettings(_ change: (inout [String: Any]) -> Void) throws {
    var settings = try settings
    change(&settings)
    try forge { payload in
      var adjustments = payload["adjustments"] as? [[String: Any]] ?? []
      adjustments[adjustments.count - 1]["settings"] = settings
      payload["adjustments"] = adjustments
    }
  }

  /// Makes the record name another file as its only render.
  mutating func forgeRender(path: String, sha256: String) throws {
    var render = try renders[0]
    render["path"] = path
    render["sha256"] = sha256
    render["foldersMade"] = 0
    try forge { $0["renders"] = [render] }
  }

  /// The same with the whole payload.
  mutating func forge(_ change: (inout [String: Any]) -> Void) throws {
    var payload = try payload
    change(&payload)
    let json = try JSONSerialization.data(withJSONObject: payload, options: .sortedKeys)
    list["adjustmentData"] = Data(try RawDeflateByGzip.deflate([UInt8](json)))
  }
}

/// Raw DEFLATE by gzip, which is on every system: its format is raw DEFLATE between a header and a trailer.
enum RawDeflateByGzip {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  private static let trailerLength = 8

  static func deflate(_ bytes: [UInt8]) throws -> [UInt8] {
    let packed = try gzip("-nc", bytes)
    guard packed.count > header.count + trailerLength else { throw RecordOnDisk.Unreadable() }
    return Array(packed.dropFirst(header.count).dropLast(trailerLength))
  }

  /// The trailer is not known here: gzip complains about it, after it has written what it inflated.
  static func inflate(_ bytes: [UInt8]) throws -> [UInt8] {
    try gzip("-dc", header + bytes + [UInt8](repeating: 0, count: trailerLength))
  }

  private static func gzip(_ mode: String, _ bytes: [UInt8]) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", mode, try scratch.write(bytes, "input.gz")]
    process.standardOutput = FileHandle(forWritingAtPath: try scratch.write([], "output"))
    process.standardError = FileHandle.nullDevice
    try process.runToEnd()
    return try scratch.read("output")
  }
}
