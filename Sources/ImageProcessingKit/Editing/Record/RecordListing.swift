/// What the record beside a photo says, for showing; the photo itself is not opened.
public struct RecordListing: Sendable {
  package enum Content: Sendable {
    case ours(EditRecord)
    /// A newer FaceBlur's; what could be read of it, nil where that is nothing.
    case newer(EditRecord?)
    /// Another program's.
    case foreign

    var record: EditRecord? {
      switch self {
      case .ours(let record): record
      case .newer(let record): record
      case .foreign: nil
      }
    }
  }

  public let path: FilePath
  package let owner: RecordOwner
  package let content: Content
  /// Where the renders were written, the newest last; nobody has checked that they are still there.
  public let renders: [FilePath]
  /// What the photo was made from, where it is an output of a collection and the record is in the collection's journal.
  public var source: FilePath?
  /// Whose edit lies beneath ours.
  package let beneath: RecordOwner?

  /// What could be read of a record of ours.
  package var record: EditRecord? { content.record }

  /// Reads the record of a photo.
  /// - Throws: `FaceBlurError` where the photo or the record is missing, it is a folder, or the record is damaged.
  public static func read(
    of photo: FilePath, at place: RecordPlace = .beside
  ) throws(FaceBlurError) -> RecordListing {
    guard photo.exists else { throw .reading(photo) }
    if photo.isFolder {
      throw FaceBlurError(.notReadable, photo, "it is a folder", advice: "name the photos in it")
    }
    let asset = PhotoAsset(photo, recordFolder: place.folder)
    if place == .none { throw .noRecord.naming(asset.record) }
    return try naming(asset.record, try read(asset))
  }

  private static func read(_ asset: PhotoAsset) throws(FaceBlurError) -> RecordListing {
    let bytes = try RecordFile.bytes(of: asset.record)
    let owner = try AdjustmentData.owner(ofFileContent: bytes)
    let content = try content(of: bytes, owner)
    let record = content.record
    return RecordListing(
      path: asset.record, owner: owner, content: content,
      renders: (try record.map(asset.owning)?.renders ?? []).map(asset.location),
      beneath: record?.base.flatMap { try? AdjustmentData.owner(ofFileContent: $0.record) })
  }

  private static func content(
    of bytes: [UInt8], _ owner: RecordOwner
  ) throws(FaceBlurError) -> Content {
    guard owner.formatIdentifier == EditRecord.formatIdentifier else { return .foreign }
    let data = try AdjustmentData(fileContent: bytes)
    do {
      return .ours(try EditRecord(data))
    } catch {
      guard error.kind == .newerRecord else { throw error }
      // A newer minor version has added to what is known here, so it may well be readable.
      let known = AdjustmentData(
        formatIdentifier: data.formatIdentifier, formatVersion: EditRecord.formatVersion.description,
        data: data.data, timestamp: data.timestamp)
      let isMinor = SemanticVersion(data.formatVersion)?.major == EditRecord.formatVersion.major
      return .newer(isMinor ? known.flatMap { try? EditRecord($0) } : nil)
    }
  }
}
