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

  /// The largest record file of a photo that is read.
  package static let maxFileBytes = RecordLimits.photo.fileBytes

  /// Nil where `data` is empty.
  package init?(formatIdentifier: String, formatVersion: String, data: [UInt8], timestamp: Date) {
    guard !data.isEmpty else { return nil }
    self.formatIdentifier = formatIdentifier
    self.formatVersion = formatVersion
    self.data = data
    self.timestamp = Date(timeIntervalSince1970: timestamp.timeIntervalSince1970.rounded(.down))
  }

  /// The content of an .AAE file: an XML property list.
  /// - Throws: `FaceBlurError` of kind `damagedRecord` where the list cannot be written.
  package func fileContent() throws(FaceBlurError) -> [UInt8] { try fileContent(within: .photo) }

  /// The same, of a record that may be of another size.
  func fileContent(within limits: RecordLimits) throws(FaceBlurError) -> [UInt8] {
    try AdjustmentFile(
      adjustmentBaseVersion: 0, adjustmentData: Data(data), adjustmentEditorBundleID: formatIdentifier,
      adjustmentFormatIdentifier: formatIdentifier, adjustmentFormatVersion: formatVersion,
      adjustmentRenderTypes: 0, adjustmentTimestamp: timestamp
    ).content(within: limits)
  }

  /// Reads the content of an .AAE file, ours or another program's.
  /// - Throws: `FaceBlurError` where it is too large or not an adjustment record.
  package init(fileContent: [UInt8]) throws(FaceBlurError) {
    try self.init(fileContent: fileContent, within: .photo)
  }

  /// The same, of a record that may be of another size.
  init(fileContent: [UInt8], within limits: RecordLimits) throws(FaceBlurError) {
    let file = try AdjustmentFile(fileContent, within: limits)
    if file.adjustmentData?.isEmpty == true { throw .damagedRecord("its adjustment data is empty") }
    guard
      let identifier = file.adjustmentFormatIdentifier, let version = file.adjustmentFormatVersion,
      let read = AdjustmentData(
        formatIdentifier: identifier, formatVersion: version, data: [UInt8](file.adjustmentData ?? Data()),
        timestamp: file.adjustmentTimestamp ?? Date.distantPast)
    else { throw .damagedRecord("it has no adjustment data, or does not say whose") }
    self = read
  }

  /// Who can read a record file, whatever it holds: other programs leave out what they do not need, even the data.
  /// - Throws: `FaceBlurError` where it is too large or not an adjustment record.
  static func owner(
    ofFileContent content: [UInt8], within limits: RecordLimits = .photo
  ) throws(FaceBlurError) -> RecordOwner {
    let file = try AdjustmentFile(content, within: limits)
    guard let identifier = file.adjustmentFormatIdentifier ?? file.adjustmentEditorBundleID else {
      throw .damagedRecord("it does not say whose it is")
    }
    return RecordOwner(
      formatIdentifier: identifier, formatVersion: file.adjustmentFormatVersion ?? "",
      timestamp: file.adjustmentTimestamp)
  }
}

/// Whose a record is, and when it was made.
package struct RecordOwner: Sendable, Hashable {
  /// Reverse-DNS name of the format.
  package let formatIdentifier: String
  /// Empty where the record does not say.
  package let formatVersion: String
  package let timestamp: Date?
}
