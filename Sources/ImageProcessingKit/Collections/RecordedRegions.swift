/// What the edit beside a photo hides. A person may have drawn it because no detector sees it, so it stays hidden in a
/// collection, too. What the edit leaves visible is looked at anew: nobody has decided that for the collection.
enum RecordedRegions {
  /// Where a record of the photo may be, without a look at the rest of its folder.
  static func places(beside photo: FilePath) -> [FilePath] {
    [photo.name, photo.stem].map { PhotoAsset.record(named: $0, in: photo.folder) }
  }

  /// A record of the photo that has not got its name yet, because an edit was interrupted; nil where there is none.
  static func pending(beside photo: FilePath) -> FilePath? {
    places(beside: photo).map(PhotoAsset.pending).first { $0.exists }
  }

  /// Where the record may be of an edit beneath which a photo is kept: of what another program had made of the original.
  private static func placesAbove(_ photo: FilePath) -> [FilePath] {
    PhotoAsset.originalNames(ofBase: photo.name).flatMap { places(beside: photo.folder.appending($0)) }
  }

  /// Where the record of the photo is that a film belongs to whose own record cannot be called so.
  private static func placesOfPhoto(ofFilm film: FilePath) -> [FilePath] {
    LivePhotoFolder.stemOfPhoto(ofFilm: film).map { [PhotoAsset.record(named: $0, in: film.folder)] } ?? []
  }

  /// Tells whether the records beside a photo or film have changed.
  static func stamp(beside photo: FilePath) -> String {
    (places(beside: photo) + placesAbove(photo) + placesOfPhoto(ofFilm: photo)).map { place in
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
  ///   - version: of the photo.
  ///   - isTakenUp: whether the edit beside the photo is gone on with, so that it says itself what comes of a change.
  ///   - kept: records of it elsewhere, which are not gone on with.
  /// - Throws: `FaceBlurError` where there is a record that cannot be read, or one whose regions lie in another picture, or nobody knows where:
  ///   it may hide what no detector sees.
  static func hidden(
    beside photo: FilePath, _ version: PhotoVersion, isTakenUp: Bool, and kept: [KeptRecord] = []
  ) throws(FaceBlurError) -> Hidden {
    var hidden = Hidden()
    for place in places(beside: photo) {
      guard let record = try record(at: place) else { continue }
      try hidden.add(record, of: photo, version, isTakenUp: isTakenUp, at: place)
    }
    for kept in kept {
      guard let record = try record(in: kept.content, at: kept.path) else { continue }
      try hidden.add(record, of: photo, version, isTakenUp: false, at: kept.path)
    }
    for place in placesAbove(photo) {
      guard let record = try record(at: place), let base = record.base?.photo, base.fileName == photo.name
      else { continue }
      try hidden.add(record.appliedRegions, of: base, in: version, at: place)
    }
    return hidden
  }

  /// What to tell a person where an edit hides something in a photo or film that has changed.
  static func warningOfChange(_ place: FilePath) -> String {
    "it has changed since it was edited: what \(place.name) hides stays hidden"
  }

  /// Ours at a place; nil where there is none, another program's, or that of a film which shares the photo's name.
  private static func record(at place: FilePath) throws(FaceBlurError) -> EditRecord? {
    guard place.exists else { return nil }
    return try record(in: try naming(place, try RecordFile.bytes(of: place, within: .film)), at: place)
  }

  private static func record(
    in content: [UInt8], at place: FilePath
  ) throws(FaceBlurError) -> EditRecord? {
    do throws(FaceBlurError) {
      guard case .ours(let record, _) = try RecordFile.content(of: content) else { return nil }
      return record
    } catch {
      if RecordedTracks.areRecorded(in: content) { return nil }
      throw error.naming(place)
    }
  }
}

extension ScrubSettings {
  /// - Throws: `FaceBlurError` where another program has edited the photo and a run does not go on with that: it would publish what is beneath;
  ///   and where a record of ours was left on its way, and its render may be in its place.
  func refuseForeignRecord(beside photo: FilePath) throws(FaceBlurError) {
    try refuseInterruptedEdit(beside: photo)
    try PhotoAsset.refuseForeignRecord(
      beside: photo, goingOn: records == .beside, "\(.recordBeside), which goes on with that edit")
  }

  /// - Throws: `FaceBlurError` where a record of ours was left on its way. An edit that is gone on with is brought to its end first.
  func refuseInterruptedEdit(beside source: FilePath) throws(FaceBlurError) {
    guard records != .beside, let pending = RecordedRegions.pending(beside: source) else { return }
    throw FaceBlurError(
      .refused, pending, "an edit of it was interrupted, and nobody knows what that is to hide",
      advice: "run the interrupted command again, which ends it")
  }
}

extension EditRecord {
  /// What it hides.
  var appliedRegions: [PlannedRegion] {
    (state.faceBlur?.regions ?? []).filter { $0.state == .applied }
  }
}

extension RecordedRegions.Hidden {
  /// - Parameters:
  ///   - record: at a place.
  ///   - photo: which it may be of.
  fileprivate mutating func add(
    _ record: EditRecord, of photo: FilePath, _ version: PhotoVersion, isTakenUp: Bool, at place: FilePath
  ) throws(FaceBlurError) {
    let isSame = record.source.sha256 == version.sha256
    guard isSame || !PhotoAsset.isAnother(record.source.fileName, than: photo, recordedIn: place) else {
      return
    }
    guard record.base == nil else {
      // An edit on top of another program's is of that program's picture.
      guard isTakenUp else { throw .regionsInAnotherPicture.naming(place) }
      return
    }
    if isSame || !isTakenUp {
      try add(record.appliedRegions, of: record.source, in: version, at: place)
    }
  }

  /// - Parameters:
  ///   - applied: by the record at a place.
  ///   - recorded: the version of the photo that the record is of.
  /// - Throws: `FaceBlurError` where nobody can tell where that lies in the photo.
  fileprivate mutating func add(
    _ applied: [PlannedRegion], of recorded: EditRecord.Source, in version: PhotoVersion, at place: FilePath
  ) throws(FaceBlurError) {
    guard !applied.isEmpty else { return }
    let plan = RegionPlan(regions: applied, strength: .default)
    regions += try naming(place, try version.plan(plan, of: recorded.sha256, recorded.shape)).regions
    if recorded.sha256 != version.sha256 { warnings.append(RecordedRegions.warningOfChange(place)) }
  }
}
