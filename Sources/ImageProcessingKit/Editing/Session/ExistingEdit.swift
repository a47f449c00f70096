/// The edit that is recorded beside a photo when a new one begins.
struct ExistingEdit {
  /// The record file, byte for byte; nil where there is none.
  var content: [UInt8]?
  var record: EditRecord?
  var data: AdjustmentData?
  /// What another program made of the photo, where it is edited instead of the original.
  var photo: Photo?
  var foreign: ForeignEdit?

  /// - Parameter needingBase: whether the photo that the edit was made on must be there.
  /// - Throws: `FaceBlurError`, also where that is there and cannot be read.
  static func read(
    _ asset: PhotoAsset, _ reader: PhotoReader, needingBase: Bool
  ) throws(FaceBlurError) -> ExistingEdit {
    var existing = ExistingEdit()
    guard asset.record.exists else { return existing }
    let bytes = try naming(asset.record, try RecordFile.bytes(of: asset.record))
    let content = try naming(asset.record, try RecordFile.content(of: bytes))
    existing.content = bytes
    switch content {
    case .ours(let record, let data):
      let owned = try asset.owning(record)
      existing.record = owned
      existing.data = data
      if let base = owned.base {
        existing.photo = try photo(of: base, asset, reader, isNeeded: needingBase)
      }
    case .foreign(let owner, let bytes):
      guard needingBase else {
        throw .foreignRecord(identifier: owner.formatIdentifier, version: owner.formatVersion).naming(
          asset.record)
      }
      let foreign = try ForeignEdit.open(bytes, of: owner, asset, reader)
      existing.photo = foreign.photo
      existing.foreign = foreign
    }
    return existing
  }

  private static func photo(
    of base: EditRecord.Base, _ asset: PhotoAsset, _ reader: PhotoReader, isNeeded: Bool
  ) throws(FaceBlurError) -> Photo? {
    if let path = try asset.base(of: base) {
      return try OriginalPhoto.open(path, with: reader, locked: false).photo
    }
    let path = asset.place(of: base)
    guard !isNeeded else { throw .baseGone(path).naming(asset.record) }
    // Even where somebody has changed it, renders are more like it than like the original.
    return asset.baseNames.contains(path.name)
      ? (try? OriginalPhoto.open(path, with: reader, locked: false))?.photo : nil
  }
}
