public import FoundationEssentials

/// An edit as Apple Photos keeps it: who can read it, in which version, and the data that recreates it.
public struct AdjustmentData: Sendable, Hashable {
  /// Reverse-DNS name of the format.
  public let formatIdentifier: String
  public let formatVersion: String
  /// Not empty.
  public let data: [UInt8]
  /// When the edit was made, in whole seconds.
  public let timestamp: Date

  /// The largest record file that is read.
  public static let maxFileBytes = 1 << 20

  /// Nil where `data` is empty.
  public init?(formatIdentifier: String, formatVersion: String, data: [UInt8], timestamp: Date) {
    guard !data.isEmpty else { return nil }
    self.formatIdentifier = formatIdentifier
    self.formatVersion = formatVersion
    self.data = data
    self.timestamp = Date(timeIntervalSince1970: timestamp.timeIntervalSince1970.rounded(.down))
  }

  /// The content of an .AAE file: an XML property list.
  /// - Throws: `RecordError.damaged` where the list cannot be written.
  public func fileContent() throws(RecordError) -> [UInt8] {
    let list = PropertyList(
      adjustmentBaseVersion: 0, adjustmentData: Data(data), adjustmentEditorBundleID: formatIdentifier,
      adjustmentFormatIdentifier: formatIdentifier, adjustmentFormatVersion: formatVersion,
      adjustmentRenderTypes: 0, adjustmentTimestamp: timestamp)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    do {
      let content = [UInt8](try encoder.encode(list))
      guard content.count <= Self.maxFileBytes else {
        throw RecordError.tooLarge("\(content.count) bytes, the limit is \(Self.maxFileBytes)")
      }
      return content
    } catch let error as RecordError {
      throw error
    } catch {
      throw .damaged("it cannot be written as a property list")
    }
  }

  /// Reads the content of an .AAE file, ours or another program's.
  /// - Throws: `RecordError` where it is too large or not an adjustment record.
  public init(fileContent: [UInt8]) throws(RecordError) {
    let list = try Self.list(of: fileContent)
    if list.adjustmentData?.isEmpty == true { throw .damaged("its adjustment data is empty") }
    guard
      let identifier = list.adjustmentFormatIdentifier, let version = list.adjustmentFormatVersion,
      let read = AdjustmentData(
        formatIdentifier: identifier, formatVersion: version, data: [UInt8](list.adjustmentData ?? Data()),
        timestamp: list.adjustmentTimestamp ?? Date.distantPast)
    else { throw .damaged("it has no adjustment data, or does not say whose") }
    // A binary list can hold a time that is no number.
    guard EditRecord.isTime(read.timestamp) else {
      throw .damaged("its time is out of range")
    }
    self = read
  }

  /// Who can read a record file, whatever it holds: other programs leave out what they do not need, even the data.
  /// - Throws: `RecordError` where it is too large or not an adjustment record.
  static func owner(ofFileContent content: [UInt8]) throws(RecordError) -> RecordOwner {
    let list = try Self.list(of: content)
    guard let identifier = list.adjustmentFormatIdentifier ?? list.adjustmentEditorBundleID else {
      throw .damaged("it does not say whose it is")
    }
    return RecordOwner(
      formatIdentifier: identifier, formatVersion: list.adjustmentFormatVersion ?? "",
      timestamp: list.adjustmentTimestamp)
  }

  private static func list(of content: [UInt8]) throws(RecordError) -> PropertyList {
    guard content.count <= Self.maxFileBytes else {
      throw .tooLarge("\(content.count) bytes, the limit is \(Self.maxFileBytes)")
    }
    guard Self.isShallow(content) else { throw .damaged("it is nested like no adjustment record") }
    do {
      return try PropertyListDecoder().decode(PropertyList.self, from: Data(content))
    } catch {
      throw .damaged("it is not a property list with adjustment data")
    }
  }

  /// Whether an XML list is nested no deeper than a record needs: the decoder recurses, and 50,000 arrays in
  /// each other exhaust its stack. XML in two-byte characters, where this could not be seen, is refused.
  private static func isShallow(_ content: [UInt8]) -> Bool {
    if content.starts(with: Array("bplist".utf8)) { return true }
    if content.contains(0) { return false }
    let containers = [Array("array".utf8), Array("dict".utf8)]
    var depth = 0
    for place in content.indices where content[place] == UInt8(ascii: "<") {
      let rest = content[(place + 1)...]
      if containers.contains(where: { rest.starts(with: $0) }) {
        depth += 1
      } else if rest.first == UInt8(ascii: "/"),
        containers.contains(where: { rest.dropFirst().starts(with: $0) })
      {
        depth -= 1
      }
      if depth > maxDepth { return false }
    }
    return true
  }

  private static let maxDepth = 32

  /// The keys of the file; their names are Apple's.
  private struct PropertyList: Codable {
    var adjustmentBaseVersion: Int?
    var adjustmentData: Data?
    var adjustmentEditorBundleID: String?
    var adjustmentFormatIdentifier: String?
    var adjustmentFormatVersion: String?
    var adjustmentRenderTypes: Int?
    var adjustmentTimestamp: Date?
  }
}

/// Whose a record is, and when it was made.
public struct RecordOwner: Sendable, Hashable {
  /// Reverse-DNS name of the format.
  public let formatIdentifier: String
  /// Empty where the record does not say.
  public let formatVersion: String
  public let timestamp: Date?
}
