/// What the edit beside a photo hides. A person may have drawn it because no detector sees it, so it stays hidden in a
/// collection, too. What the edit leaves visible is looked at anew: nobody has decided that for the collection.
enum RecordedRegions {
  /// Where a record of the photo may be, without a look at the rest of its folder.
  static func places(beside photo: FilePath) -> [FilePath] {
    [photo.name, photo.stem].map { PhotoAsset.record(named: $0, in: photo.folder) }
  }

  /// Where the record may be of an edit beneath which a photo is kept: of what another program had made of the original.
  private static func placesAbove(_ photo: FilePath) -> [FilePath] {
    PhotoAsset.originalNames(ofBase: photo.name).flatMap { places(beside: photo.folder.appending($0)) }
  }

  /// Tells whether the records beside a photo have changed.
  static func stamp(beside photo: FilePath) -> String {
    (places(beside: photo) + placesAbove(photo)).map { place in
      FileStamp(of: place).map { "\($0.size) \($0.modified)" } ?? ""
    }.joined(separator: ";")
  }

  /// What the edits of a photo hide.
  struct Hidden {
    fileprivate(set) var regions: [PlannedRegion] = []
    /// What a person should know of it.
    fileprivate(set) var warnings: [String] = []
  }

  /// What the edits of a photo hide, also where it has changed since: whether it shows something else now, nobody can tell.
  /// - Parameters:
  ///   - sha256: of the photo's file.
  ///   - isTakenUp: whether the edit beside the photo is gone on with, so that it says itself what comes of a change.
  /// - Throws: `FaceBlurError` where there is a record that cannot be read, or one whose regions lie in another picture: it may hide what no
  ///   detector sees.
  static func hidden(
    beside photo: FilePath, sha256: String, isTakenUp: Bool
  ) throws(FaceBlurError) -> Hidden {
    var hidden = Hidden()
    for place in places(beside: photo) {
      guard let record = try record(at: place) else { continue }
      let isSame = record.source.sha256 == sha256
      guard isSame || !PhotoAsset.isAnother(record.source.fileName, than: photo) else { continue }
      guard record.base == nil else {
        // An edit on top of another program's is of that program's picture.
        guard isTakenUp || applied(in: record).isEmpty else { throw .regionsInAnotherPicture.naming(place) }
        continue
      }
      if isSame || !isTakenUp { hidden.add(applied(in: record), of: place, isChanged: !isSame) }
    }
    for place in placesAbove(photo) {
      guard let record = try record(at: place), let base = record.base?.photo, base.fileName == photo.name
      else { continue }
      hidden.add(applied(in: record), of: place, isChanged: base.sha256 != sha256)
    }
    return hidden
  }

  /// What to tell a person where an edit hides something in a photo or film that has changed.
  static func warningOfChange(_ place: FilePath) -> String {
    "it has changed since it was edited: what \(place.name) hides stays hidden"
  }

  private static func applied(in record: EditRecord) -> [PlannedRegion] {
    (record.state.faceBlur?.regions ?? []).filter { $0.state == .applied }
  }

  /// Ours at a place; nil where there is none, another program's, or that of a film which shares the photo's name.
  private static func record(at place: FilePath) throws(FaceBlurError) -> EditRecord? {
    guard place.exists else { return nil }
    do {
      guard case .ours(let record, _) = try naming(place, try RecordFile.read(place)) else { return nil }
      return record
    } catch {
      if RecordedTracks.areRecorded(at: place) { return nil }
      throw error
    }
  }
}

extension RecordedRegions.Hidden {
  fileprivate mutating func add(_ applied: [PlannedRegion], of place: FilePath, isChanged: Bool) {
    guard !applied.isEmpty else { return }
    regions += applied
    if isChanged { warnings.append(RecordedRegions.warningOfChange(place)) }
  }
}
