/// A record as it lies on disk, for showing; the photo itself is not opened.
public struct EditRecord: Sendable {
  public let path: FilePath
  public let data: AdjustmentData
  public let adjustment: FaceBlurAdjustment
  /// Where the renders were written, the newest last; nobody has checked that they are still there.
  public let renders: [FilePath]

  /// Reads the record of a photo.
  /// - Throws: `EditError` where the photo or the record is missing, or the record cannot be read.
  public static func read(of photo: FilePath) throws(EditError) -> EditRecord {
    guard photo.exists else { throw .file(.reading(photo)) }
    let asset = PhotoAsset(photo)
    let path = asset.record
    return try naming({ EditError.record(path, $0) }) { () throws(RecordError) in
      let data = try RecordFile.read(path)
      let adjustment = try FaceBlurAdjustment(data)
      return EditRecord(
        path: path, data: data, adjustment: adjustment, renders: adjustment.renders.map(asset.location))
    }
  }
}
