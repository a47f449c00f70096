/// The file beside a photo that records its edit.
enum RecordFile {
  enum Content {
    /// One that this code can take up.
    case ours(EditRecord, AdjustmentData)
    case foreign(RecordOwner, [UInt8])
  }

  /// - Throws: `RecordError` where there is none, it is no record, or it is ours and cannot be taken up.
  static func read(_ path: FilePath) throws(RecordError) -> Content {
    try content(of: bytes(of: path))
  }

  /// - Throws: `RecordError` where the bytes are no record, or one of ours that cannot be taken up.
  static func content(of content: [UInt8]) throws(RecordError) -> Content {
    let owner = try AdjustmentData.owner(ofFileContent: content)
    guard owner.formatIdentifier == EditRecord.formatIdentifier else { return .foreign(owner, content) }
    let data = try AdjustmentData(fileContent: content)
    return .ours(try EditRecord(data), data)
  }

  /// - Throws: `RecordError` where there is none or it is too large.
  static func bytes(of path: FilePath) throws(RecordError) -> [UInt8] {
    do throws(FileError) {
      return try InputFile.open(path).readAll(limit: AdjustmentData.maxFileBytes)
    } catch {
      if error.kind == .noSuchFile { throw .missing }
      throw .damaged(error.reason)
    }
  }

  /// A record of ours; nil where there is none, or none that can be taken up.
  static func ours(at path: FilePath) -> EditRecord? {
    guard case .ours(let record, _)? = try? read(path) else { return nil }
    return record
  }
}
