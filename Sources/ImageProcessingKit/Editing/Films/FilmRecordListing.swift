/// What the record beside a film says, for showing; the film itself is not opened.
struct FilmRecordListing: Sendable {
  enum Content: Sendable {
    case ours(FilmRecord)
    /// A newer FaceBlur's; what could be read of it, nil where that is nothing.
    case newer(FilmRecord?)
    /// Another program's.
    case foreign
  }

  let path: FilePath
  let owner: RecordOwner
  let content: Content
  /// What could be read of a record of ours.
  let record: FilmRecord?
  /// Where the renders were written, the newest last; nobody has checked that they are still there.
  let renders: [FilePath]

  private init(_ asset: PhotoAsset, owner: RecordOwner, content: Content) throws(FaceBlurError) {
    path = asset.record
    self.owner = owner
    self.content = content
    record =
      switch content {
      case .ours(let record): record
      case .newer(let record): record
      case .foreign: nil
      }
    renders = (try record.map(asset.owning)?.renders ?? []).map { asset.original.folder.appending($0.path) }
  }

  /// Reads the record of a film.
  /// - Throws: `FaceBlurError` where the film or the record is missing, or the record is damaged or a photo's.
  static func read(
    of film: FilePath, at place: RecordPlace = .beside
  ) throws(FaceBlurError) -> FilmRecordListing {
    guard film.exists else { throw .reading(film) }
    let asset = PhotoAsset(film, recordFolder: place.folder)
    if place == .none { throw .noRecord.naming(asset.record) }
    return try naming(asset.record, try read(asset))
  }

  private static func read(_ asset: PhotoAsset) throws(FaceBlurError) -> FilmRecordListing {
    let bytes = try RecordFile.bytes(of: asset.record, within: .film)
    let owner = try AdjustmentData.owner(ofFileContent: bytes, within: .film)
    let content = try content(of: bytes, owner)
    return try FilmRecordListing(asset, owner: owner, content: content)
  }

  private static func content(of bytes: [UInt8], _ owner: RecordOwner) throws(FaceBlurError) -> Content {
    guard owner.formatIdentifier == EditRecord.formatIdentifier else { return .foreign }
    let data = try AdjustmentData(fileContent: bytes, within: .film)
    do {
      return .ours(try FilmRecord(data))
    } catch {
      guard error.kind == .newerRecord else { throw error }
      // A newer minor version has added to what is known here, so it may well be readable.
      let known = AdjustmentData(
        formatIdentifier: data.formatIdentifier, formatVersion: FilmRecord.formatVersion.description,
        data: data.data, timestamp: data.timestamp)
      return .newer(EditRecord.isOfFilm(data) ? known.flatMap { try? FilmRecord($0) } : nil)
    }
  }
}
