/// Records of edits that a command does not take up: whoever passed over them would show what a person has hidden.
extension PhotoAsset {
  /// Where an edit of a photo or film is recorded beside it, by us or where nobody can tell by whom; nil where there is no record, or it is another
  /// program's.
  package static func recordOfEdit(beside original: FilePath) -> FilePath? {
    let record = PhotoAsset(original).record
    guard record.exists else { return nil }
    // One that cannot be read may be ours.
    let owner = try? RecordFile.owner(at: record)
    return owner.map { $0.formatIdentifier == EditRecord.formatIdentifier } ?? true ? record : nil
  }

  /// The records beside some photos and films that say what another program has made of one of them, with or without an edit of ours on top,
  /// wherever these may have theirs. A name that two of them share tells nobody whose edit it is, so it counts for each.
  /// - Parameter isShown: of another program's kinds of edits, whether one leaves to see all that the original shows.
  /// - Throws: `FaceBlurError` where one cannot be read.
  static func foreignRecords(
    beside originals: [FilePath], unless isShown: (RecordOwner) -> Bool = { _ in false }
  ) throws(FaceBlurError) -> [FilePath] {
    // Without a look at the rest of the folder, which may be large.
    let places = originals.flatMap { original in
      [original.name, original.stem].flatMap { records(named: $0, in: original.folder) }
    }
    var foreign: [FilePath] = []
    for place in places where !foreign.contains(place) {
      guard let owner = try RecordFile.owner(at: place) else { continue }
      let isOurs = owner.formatIdentifier == EditRecord.formatIdentifier
      if isOurs ? try RecordFile.ours(at: place)?.base != nil : !isShown(owner) { foreign.append(place) }
    }
    return foreign
  }

  /// Nobody edits an original in place of what another program has made of it.
  static func foreignEdit(_ record: FilePath, _ advice: Advice) -> FaceBlurError {
    FaceBlurError(
      .foreignRecord, record,
      "it records an edit of another program, which may have cut something off or covered it, and the original is not edited in its place",
      advice: advice)
  }

  /// - Parameters:
  ///   - photo: the original.
  ///   - isGoneOnWith: whether the edit that the photo's own record tells of is gone on with.
  ///   - advice: what helps where it is not, in whatever way the photo is worked on.
  /// - Throws: `FaceBlurError` of kind `foreignRecord` where another program's edit is recorded beside the photo, and that is not gone on with:
  ///   what a person has cut off or covered there would be open. Also where a record cannot be read.
  static func refuseForeignRecord(
    beside photo: FilePath, goingOn isGoneOnWith: Bool, _ advice: Advice = "keep the record beside the photo"
  ) throws(FaceBlurError) {
    let records = try foreignRecords(beside: [photo])
    guard let first = records.first else { return }
    let asset = PhotoAsset(photo)
    if let other = records.first(where: { $0 != asset.record }) {
      throw foreignEdit(other, try asset.adviceOnForeignRecord(other))
    }
    guard isGoneOnWith else {
      throw foreignEdit(first, "\(advice), or move the record away to edit the original")
    }
  }

  /// - Parameter other: is passed over for this original's own record.
  private func adviceOnForeignRecord(_ other: FilePath) throws(FaceBlurError) -> Advice {
    var ways: [Advice] = []
    if let name = nameOfAnother(sharing: other) { ways.append("call it \(name) if it is of that one alone") }
    if record.exists, try !Self.foreignRecords(beside: [original]).contains(record) {
      ways.append("\(.revert(original)), and that edit is gone on with")
    }
    guard let first = ways.first else { return "move it away to edit the original" }
    return ways.dropFirst().reduce(first) { "\($0), or \($1)" }
  }

  /// What a record would be called if it were that of another photo or film alone, which is there and may have it under the name that it has; nil
  /// where there is none.
  func nameOfAnother(sharing record: FilePath) -> FilePath? {
    Folder.names(in: original.folder).lazy
      .filter { name in
        name != original.name && FileSignature.isOriginalName(name)
          && name.stem.caseless == record.stem.caseless
      }
      .map { Self.record(named: $0, in: record.folder) }.first { !$0.exists }?.name
  }

  /// - Parameter place: where the record of the edit goes.
  /// - Throws: `FaceBlurError` of kind `refused` where an edit is recorded beside the original and the record is to be elsewhere, or the original
  ///   is a link to a photo or film whose edit is recorded.
  func refuseOtherRecords(than place: RecordPlace) throws(FaceBlurError) {
    if place.folder != nil { try refuse(Self.recordOfEdit(beside: original), of: original) }
    guard original.isLink, let end = original.resolved else { return }
    try refuse(Self.recordOfEdit(beside: end), of: end)
  }

  /// - Parameters:
  ///   - place: where the record of the edit goes.
  ///   - isRecorded: whether there is no more to be done than is recorded, or what is recorded elsewhere is passed over.
  /// - Throws: as `refuseForeignRecord(beside:goingOn:_:)`, of the photo and of the one that it is a link to.
  func refuseForeignRecords(
    than place: RecordPlace, passingOver isRecorded: Bool
  ) throws(FaceBlurError) {
    if place.folder == nil || !isRecorded {
      try Self.refuseForeignRecord(beside: original, goingOn: place.folder == nil)
    }
    guard !isRecorded, original.isLink, let end = original.resolved else { return }
    try Self.refuseForeignRecord(beside: end, goingOn: false, "\(.edit(end)) instead")
  }

  private func refuse(_ other: FilePath?, of original: FilePath) throws(FaceBlurError) {
    guard let other, other != record else { return }
    throw FaceBlurError(
      .refused, other,
      "an edit of this photo is recorded there, and a second one would not know what that hides",
      advice: "\(.edit(original)) instead, or \(.revert(original))")
  }
}
