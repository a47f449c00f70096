internal import FoundationEssentials

extension FilmRecord {
  /// Whose a file beside a film is.
  enum Content {
    /// One that this code can take up.
    case ours(FilmRecord, AdjustmentData)
    case foreign(RecordOwner)
  }

  /// Reads the file beside a film that records its edit.
  /// - Throws: `FaceBlurError` where there is none, it is no record, or it is ours and cannot be taken up.
  static func read(_ path: FilePath) throws(FaceBlurError) -> Content {
    try content(of: try RecordFile.bytes(of: path, within: .film))
  }

  /// - Throws: `FaceBlurError` where the bytes are no record, or one of ours that cannot be taken up.
  static func content(of content: [UInt8]) throws(FaceBlurError) -> Content {
    let owner = try AdjustmentData.owner(ofFileContent: content, within: .film)
    guard owner.formatIdentifier == EditRecord.formatIdentifier else { return .foreign(owner) }
    let data = try AdjustmentData(fileContent: content, within: .film)
    return .ours(try FilmRecord(data), data)
  }

  /// A record of ours; nil where there is none, or none that can be taken up.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func ours(at path: FilePath) throws(FaceBlurError) -> FilmRecord? {
    guard let bytes = try RecordFile.bytes(ifThereAt: path, within: .film),
      case .ours(let record, _)? = try? content(of: bytes)
    else { return nil }
    return record
  }

  /// Reads the record from adjustment data.
  /// - Throws: `FaceBlurError` where it is another program's, a newer version's, a photo's, or damaged.
  init(_ data: AdjustmentData) throws(FaceBlurError) {
    guard data.formatIdentifier == EditRecord.formatIdentifier else {
      throw .foreignRecord(identifier: data.formatIdentifier, version: data.formatVersion)
    }
    if EditRecord.canHandle(data) { throw .recordOfPhoto }
    guard SemanticVersion(data.formatVersion).map(Self.formatVersion.canRead) ?? false else {
      throw .newerRecord(version: data.formatVersion)
    }
    let json = try data.payload(within: .film)
    let payload: FilmRecordPayload
    do {
      payload = try JSONDecoder().decode(FilmRecordPayload.self, from: Data(json))
    } catch {
      throw .damagedRecord("its settings are not what format \(data.formatVersion) holds")
    }
    self = try payload.record()
    try validate()
  }

  /// The content of the record file; the same for the same record and time.
  /// - Parameter timestamp: when the edit was made; rounded down to whole seconds.
  /// - Throws: `FaceBlurError` where it would not be read again.
  func fileContent(timestamp: Date) throws(FaceBlurError) -> [UInt8] {
    try validate()
    return try AdjustmentData.holding(
      FilmRecordPayload(self), of: Self.formatVersion, timestamp: timestamp, within: .film
    ).fileContent(within: .film)
  }
}
