internal import FoundationEssentials

/// What an .AAE file says, by Apple's names: the one place where such a file is read and written.
struct AdjustmentFile: Encodable {
  var adjustmentBaseVersion: Int?
  var adjustmentData: Data?
  var adjustmentEditorBundleID: String?
  var adjustmentFormatIdentifier: String?
  var adjustmentFormatVersion: String?
  var adjustmentRenderTypes: Int?
  var adjustmentTimestamp: Date?
}

extension AdjustmentFile {
  private enum Key: String, CaseIterable {
    case adjustmentBaseVersion, adjustmentData, adjustmentEditorBundleID, adjustmentFormatIdentifier
    case adjustmentFormatVersion, adjustmentRenderTypes, adjustmentTimestamp
  }

  /// Reads an XML or binary property list. Whatever else is in it is left unread.
  /// - Throws: `FaceBlurError` where the content is too large or no property list, or a value is not of its type.
  init(_ content: [UInt8], within limits: RecordLimits = .photo) throws(FaceBlurError) {
    guard content.count <= limits.fileBytes else {
      throw .recordTooLarge("\(content.count) bytes, the limit is \(limits.fileBytes)")
    }
    let values = try PropertyListReader.values(of: Set(Key.allCases.map(\.rawValue)), in: content)
    func value<Value>(
      _ key: Key, _ cast: (PropertyListValue) -> Value?
    ) throws(FaceBlurError) -> Value? {
      guard let found = values[key.rawValue] else { return nil }
      guard let value = cast(found) else { throw .damagedRecord("its \(key.rawValue) is of the wrong type") }
      return value
    }
    func integer(_ value: PropertyListValue) -> Int? {
      if case .integer(let number) = value { number } else { nil }
    }
    func string(_ value: PropertyListValue) -> String? {
      if case .string(let text) = value { text } else { nil }
    }
    adjustmentBaseVersion = try value(.adjustmentBaseVersion, integer)
    adjustmentData = try value(.adjustmentData) { if case .data(let bytes) = $0 { Data(bytes) } else { nil } }
    adjustmentEditorBundleID = try value(.adjustmentEditorBundleID, string)
    adjustmentFormatIdentifier = try value(.adjustmentFormatIdentifier, string)
    adjustmentFormatVersion = try value(.adjustmentFormatVersion, string)
    adjustmentRenderTypes = try value(.adjustmentRenderTypes, integer)
    adjustmentTimestamp = try value(.adjustmentTimestamp) {
      if case .date(let time) = $0 { time } else { nil }
    }
    // A binary list can hold a time that is no number.
    guard adjustmentTimestamp.map(EditRecord.isTime) ?? true else {
      throw .damagedRecord("its time is out of range")
    }
  }

  /// The file: an XML property list.
  /// - Throws: `FaceBlurError` where it cannot be written, or would be larger than what is read.
  func content(within limits: RecordLimits) throws(FaceBlurError) -> [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let content: [UInt8]
    do {
      content = [UInt8](try encoder.encode(self))
    } catch {
      throw .damagedRecord("it cannot be written as a property list")
    }
    guard content.count <= limits.fileBytes else {
      throw .recordTooLarge("\(content.count) bytes, the limit is \(limits.fileBytes)")
    }
    return content
  }
}
