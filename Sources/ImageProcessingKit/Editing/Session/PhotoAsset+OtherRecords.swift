/// Records of edits that a command does not take up: whoever passed over them would show what a person has hidden.
extension PhotoAsset {
  /// Where an edit of a photo or film is recorded beside it, by us or where nobody can tell by whom; nil where there is no record, or it is another
  /// program's.
  static func recordOfEdit(beside original: FilePath) -> FilePath? {
    let record = PhotoAsset(original).record
    guard record.exists else { return nil }
    // One that cannot be read may be ours.
    let owner = try? owner(of: record)
    return owner.map { $0.formatIdentifier == EditRecord.formatIdentifier } ?? true ? record : nil
  }

  /// Nil where it is no record.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  private static func owner(of record: FilePath) throws(FaceBlurError) -> RecordOwner? {
    try RecordFile.bytes(ifThereAt: record, within: .film).flatMap {
      try? AdjustmentData.owner(ofFileContent: $0, within: .film)
    }
  }

  /// The record beside a photo or film that says what another program has made of it, with or without an edit of ours on top; nil where there is
  /// none. That a film is played slowly shows no more of it.
  /// - Throws: `FaceBlurError` where it cannot be read.
  private static func foreignRecord(beside original: FilePath) throws(FaceBlurError) -> FilePath? {
    // Without a look at the rest of the folder, which may be large.
    let places = [original.name, original.stem].map { Self.record(named: $0, in: original.folder) }
    guard let record = places.first(where: \.exists), let owner = try owner(of: record) else { return nil }
    let isFilm = FileSignature.isFilmName(original)
    if owner.formatIdentifier == EditRecord.formatIdentifier {
      guard let ours = try RecordFile.ours(at: record), ours.base != nil,
        !isAnother(ours.source.fileName, than: original, recordedIn: record)
      else { return nil }
      return record
    }
    return isFilm && [slowMotion, ofPhotos].contains(owner.formatIdentifier) ? nil : record
  }

  /// Apple Photos' records of these: the second one beside a film is that of the photo which it belongs to.
  private static let (slowMotion, ofPhotos) = ("com.apple.video.slomo", "com.apple.photo")

  /// - Parameter advice: what helps, in whatever way the original is worked on.
  /// - Throws: `FaceBlurError` of kind `foreignRecord` where another program's edit is recorded beside the original, and that is not gone on with:
  ///   what a person has cut off or covered there would be open. Also where the record cannot be read.
  static func refuseForeignRecord(beside original: FilePath, _ advice: Advice) throws(FaceBlurError) {
    guard let record = try foreignRecord(beside: original) else { return }
    throw FaceBlurError(
      .foreignRecord, record,
      "it records an edit of another program, which may have cut something off or covered it, and the original is not edited in its place",
      advice: "\(advice), or move the record away to edit the original")
  }

  /// - Parameter place: where the record of the edit goes.
  /// - Throws: `FaceBlurError` of kind `refused` where an edit is recorded beside the original and the record is to be elsewhere, or the original
  ///   is a link to a photo or film whose edit is recorded.
  func refuseOtherRecords(than place: RecordPlace) throws(FaceBlurError) {
    if place.folder != nil {
      try refuse(Self.recordOfEdit(beside: original), of: original)
      try Self.refuseForeignRecord(
        beside: original,
        FileSignature.isFilmName(original)
          ? "export the edited film in its place" : "keep the record beside the photo")
    }
    guard original.isLink, let end = original.resolved else { return }
    try refuse(Self.recordOfEdit(beside: end), of: end)
    try Self.refuseForeignRecord(beside: end, "\(.edit(end)) instead")
  }

  private func refuse(_ other: FilePath?, of original: FilePath) throws(FaceBlurError) {
    guard let other, other != record else { return }
    throw FaceBlurError(
      .refused, other,
      "an edit of this photo is recorded there, and a second one would not know what that hides",
      advice: "\(.edit(original)) instead, or \(.revert(original))")
  }
}
