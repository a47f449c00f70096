/// Records of edits that a command does not take up: whoever passed over them would show what a person has hidden.
extension PhotoAsset {
  /// Where an edit of a photo or film is recorded beside it, by us or where nobody can tell by whom; nil where there is no record, or it is another
  /// program's.
  static func recordOfEdit(beside original: FilePath) -> FilePath? {
    let record = PhotoAsset(original).record
    guard record.exists else { return nil }
    let owner = (try? RecordFile.bytes(of: record, within: .film)).flatMap {
      try? AdjustmentData.owner(ofFileContent: $0, within: .film)
    }
    return owner.map { $0.formatIdentifier == EditRecord.formatIdentifier } ?? true ? record : nil
  }

  /// - Parameter place: where the record of the edit goes.
  /// - Throws: `FaceBlurError` of kind `refused` where an edit is recorded beside the original and the record is to be elsewhere, or the original
  ///   is a link to a photo or film whose edit is recorded.
  func refuseOtherRecords(than place: RecordPlace) throws(FaceBlurError) {
    if place.folder != nil { try refuse(Self.recordOfEdit(beside: original), of: original) }
    guard original.isLink, let end = original.resolved else { return }
    try refuse(Self.recordOfEdit(beside: end), of: end)
  }

  private func refuse(_ other: FilePath?, of original: FilePath) throws(FaceBlurError) {
    guard let other, other != record else { return }
    throw FaceBlurError(
      .refused, other,
      "an edit of this photo is recorded there, and a second one would not know what that hides",
      advice: "\(.edit(original)) instead, or \(.revert(original))")
  }
}
