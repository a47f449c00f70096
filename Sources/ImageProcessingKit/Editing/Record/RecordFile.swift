internal import FoundationEssentials

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
  static func bytes(of path: FilePath, within limits: RecordLimits = .photo) throws(FaceBlurError) -> [UInt8]
  {
    do {
      return try InputFile.open(path).readAll(limit: limits.fileBytes)
    } catch {
      if error.kind == .noSuchFile { throw .noRecord }
      // One that cannot be read now may be whole.
      guard let size = FileStamp(of: path)?.size, size > limits.fileBytes else { throw error }
      throw .damagedRecord(error.message())
    }
  }

  /// What may be a record; nil where there is no file, or one that is too large.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func bytes(
    ifThereAt path: FilePath, within limits: RecordLimits = .photo
  ) throws(FaceBlurError) -> [UInt8]? {
    try InputFile.content(ifThereAt: path, limit: limits.fileBytes)
  }

  /// Which original a record of ours says that it is of, a photo or a film, by its name and the hash of its file; nil where there is none that
  /// can be taken up.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func source(at path: FilePath) throws(FaceBlurError) -> (name: FilePath, sha256: String)? {
    if let record = try ours(at: path) { return (record.source.fileName, record.source.sha256) }
    guard let content = try bytes(ifThereAt: path, within: .film),
      let data = try? AdjustmentData(fileContent: content, within: .film),
      data.formatIdentifier == EditRecord.formatIdentifier, EditRecord.isOfFilm(data),
      let json = try? data.payload(within: .film)
    else { return nil }
    let source = try? JSONDecoder().decode(FilmName.self, from: Data(json)).source
    return source.map { ($0.fileName, $0.sha256) }
  }

  /// Whose a record is, of a photo or a film; nil where it is no record.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func owner(at path: FilePath) throws(FaceBlurError) -> RecordOwner? {
    try bytes(ifThereAt: path, within: .film).flatMap {
      try? AdjustmentData.owner(ofFileContent: $0, within: .film)
    }
  }

  /// What of a film's record says which film it is of.
  private struct FilmName: Decodable {
    struct Source: Decodable {
      var fileName: FilePath
      var sha256: String
    }

    var source: Source
  }

  /// A record of ours; nil where there is none, or none that can be taken up.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func ours(at path: FilePath) throws(FaceBlurError) -> EditRecord? {
    guard let bytes = try bytes(ifThereAt: path), case .ours(let record, _)? = try? content(of: bytes) else {
      return nil
    }
    return record
  }
}
