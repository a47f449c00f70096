/// The file beside a photo that records its edit.
enum RecordFile {
  enum Content {
    /// One that this code can take up.
    case ours(EditRecord, AdjustmentData)
    case foreign(RecordOwner, [UInt8])
  }

  /// - Throws: `FaceBlurError` where there is none, it is no record, or it is ours and cannot be taken up.
  static func read(_ path: FilePath) throws(FaceBlurError) -> Content {
    try content(of: bytes(of: path))
  }

  /// - Throws: `FaceBlurError` where the bytes are no record, or one of ours that cannot be taken up.
  static func content(of content: [UInt8]) throws(FaceBlurError) -> Content {
    let owner = try AdjustmentData.owner(ofFileContent: content)
    guard owner.formatIdentifier == EditRecord.formatIdentifier else { return .foreign(owner, content) }
    let data = try AdjustmentData(fileContent: content)
    return .ours(try EditRecord(data), data)
  }

  /// - Throws: `FaceBlurError` where there is none or it is too large.
  static func bytes(of path: FilePath) throws(FaceBlurError) -> [UInt8] {
    do {
      return try InputFile.open(path).readAll(limit: AdjustmentData.maxFileBytes)
    } catch {
      if error.kind == .noSuchFile { throw .noRecord }
      throw .damagedRecord(error.message())
    }
  }

  /// A record of ours; nil where there is none, or none that can be taken up.
  static func ours(at path: FilePath) -> EditRecord? {
    guard case .ours(let record, _)? = try? read(path) else { return nil }
    return record
  }
}
