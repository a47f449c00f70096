internal import FoundationEssentials

/// One edit of one film, from opening it to a committed render and record; what `EditSession` is for photos.
///
/// Holds the original open and locked, so no second process edits it meanwhile. It is used up by `commit`, by `revert` or by letting it go,
/// which leaves everything as it was.
struct FilmEdit: ~Copyable {
  /// Says what a file holds that is a film.
  typealias Reader = @Sendable (FilmFile) throws(FaceBlurError) -> Film

  struct Options: Sendable {
    var record = RecordPlace.beside
    /// Where renders may be replaced or removed, beside the original's folder.
    var reach = RenderReach()
    /// Whether to go on where the original is not the one that was edited.
    var rebasing = false
    /// As of photos.
    var passesOverOtherRecords = false
    /// Whether the edit is only taken back: nothing is rendered.
    var isReverting = false
    var leftRecords = LeftRecords()
  }

  let asset: PhotoAsset
  /// The original.
  let file: FilmFile
  /// What it holds.
  let film: Film
  /// What the record beside the film holds, if there is one of ours.
  let record: FilmRecord?
  /// The record of a film that was at the original's place before; only where the edit was begun to go on without it.
  let superseded: FilmRecord?
  /// How that film is known again in this one, as whoever can decode both has found out; empty where it may be another one.
  var turns = FilmTurns()
  /// Of the original, in lower-case hexadecimal.
  let sha256: String
  /// Of the original.
  let mode: FileMode
  let options: Options
  let reader: Reader
  /// The record file as it was when the edit began; nil where there was none.
  let recordContent: [UInt8]?
  /// When the recorded edit was made.
  let timestamp: Date?

  /// Opens a film for editing, finishes what a crash has left, and takes up the record beside it.
  /// - Throws: `FaceBlurError` where the film or its record cannot be read, the record is another program's, another version's or a
  ///   photo's, the original has changed since, another process is editing it, or there is a record although none is to be kept.
  static func open(
    _ path: FilePath, _ options: Options = Options(), reader: @escaping Reader
  ) throws(FaceBlurError) -> FilmEdit {
    let input = try InputFile.open(path)
    try input.lock()
    let mode = input.mode
    let file = FilmFile(input)
    let film = try naming(path, try reader(file))
    let sha256 = try file.sha256()
    let asset = PhotoAsset(path, recordFolder: options.record.folder)
    try FilmRecovery(
      asset: asset, original: film, originalSHA256: sha256, reach: options.reach, reader: reader
    ).recover()
    if options.record == .none { try EditSession.refuseRecord(of: asset) }
    if !options.isReverting { try asset.refuseForeignFilmRecords() }
    if !options.passesOverOtherRecords {
      try asset.refuseOtherRecords(than: options.record)
      try asset.refuseRecord(underEarlierName: sha256)
      try asset.refuseLeftRecord(of: sha256, options.leftRecords)
    }
    guard asset.record.exists else {
      return FilmEdit(
        asset: asset, file: file, film: film, record: nil, superseded: nil, sha256: sha256, mode: mode,
        options: options, reader: reader, recordContent: nil, timestamp: nil)
    }
    let content = try naming(asset.record, try RecordFile.bytes(of: asset.record, within: .film))
    let (known, data) = try naming(asset.record, try Self.record(in: content))
    let record = try asset.owning(known)
    let isSame = record.source.sha256 == sha256
    if !isSame, !options.rebasing || !options.passesOverOtherRecords {
      try asset.refuseExchange(
        of: options.passesOverOtherRecords ? sha256 : nil, forAnother: record.source.sha256,
        record.source.byteCount, options.leftRecords)
    }
    guard isSame || options.rebasing else { throw .originalChanged.naming(asset.record) }
    return FilmEdit(
      asset: asset, file: file, film: film, record: isSame ? record : nil,
      superseded: isSame ? nil : record, sha256: sha256, mode: mode, options: options, reader: reader,
      recordContent: content, timestamp: isSame ? data.timestamp : nil)
  }

  private static func record(
    in content: [UInt8]
  ) throws(FaceBlurError) -> (FilmRecord, AdjustmentData) {
    switch try FilmRecord.content(of: content) {
    case .ours(let record, let data): return (record, data)
    case .foreign(let owner): throw .foreignFilmRecord(owner)
    }
  }

  /// What is hidden so far; nil where there is no record of this film.
  var earlierPlan: FilmPlan? { record?.plan }

  /// What stays hidden, with how it was hidden: what was so far, or, of a film that was here before, what was hidden there where that is the
  /// same one, and what a person had drawn where it may be another, at about the same times of this one; nil where there was none.
  /// - Throws: `FaceBlurError` where nobody can tell where that lies in this film.
  func planToKeep() throws(FaceBlurError) -> FilmPlan? {
    guard let superseded else { return earlierPlan }
    guard turns.isEmpty else { return superseded.hidden(at: PictureTimes(film), turns) }
    return try naming(asset.record, try superseded.drawn(in: source, at: PictureTimes(film)))
  }

  /// The names of the tracks that were to stay hidden and that a plan would show, if only for a part of their time. Where nobody can tell where
  /// in this film those lie that a person drew, these are.
  func shown(by plan: FilmPlan) -> [String] {
    if let kept = try? planToKeep() { return kept.tracks(shownBy: plan).map(\.id) }
    return (superseded?.plan.applied ?? []).filter { $0.origin == .manual }.map(\.id)
  }

  /// What to tell of tracks that were found in the film that was here before, where a plan shows one of the places that they may have in this
  /// one, and nobody can tell whether it is the same film. Nil where there are none.
  func caution(where plan: FilmPlan) -> String? {
    guard let superseded, turns.isEmpty else { return nil }
    let open = superseded.plan.applied.filter { $0.origin == .detected }.filter { track in
      var alone = superseded
      alone.plan.tracks = [track]
      return (try? alone.hiddenAsShown(in: source)).map { !$0.tracks(shownBy: plan).isEmpty } ?? true
    }
    return open.isEmpty ? nil : EditSession.caution(ofOpen: counted(open.count, "track"), in: "film")
  }

  /// What a record says of this film.
  private var source: FilmRecord.Source {
    FilmRecord.Source(fileName: asset.original.name, byteCount: file.size, sha256: sha256, of: film)
  }

  /// What became of the sound in the newest render, also of a film that was here before; nil where there is no record.
  var earlierAudio: AudioChoice? { (record ?? superseded)?.renders.last?.making.audio }

  /// Whether the newest render is as it was written, and hides and sounds as is asked for: then there is nothing to do.
  func isUpToDate(hiding plan: FilmPlan, audio: AudioChoice) -> Bool {
    guard let record, record.plan == plan, let newest = record.renders.last, newest.making.audio == audio,
      let files
    else { return false }
    let path = files.location(of: newest)
    // One that cannot be read is not as it was written; whether it may be replaced is asked again.
    return (try? FileHash.of(path)).map { files.isOwnRender(at: path, sha256: $0) } ?? false
  }

  /// The files that belong to the recorded edit, also where the original has changed since; nil where there is no record.
  var files: FilmFiles? {
    (record ?? superseded).map { record in
      FilmFiles(
        asset: asset, record: record, original: film, isRebasing: superseded != nil, reach: options.reach,
        reader: reader)
    }
  }

  /// Where and how the newest render of the recorded edit is made, to render it again; nil where there is no record of this film.
  /// - Throws: `FaceBlurError` unless the render is there, or the place is one that faceblur would have chosen.
  func renderAgain() throws(FaceBlurError) -> (plan: FilmPlan, target: FilePath, making: FilmRecord.Making)? {
    guard let record, let newest = record.renders.last else { return nil }
    let path = asset.original.folder.appending(newest.path)
    guard path == asset.defaultRender || options.reach.holds(path, of: asset.original) else {
      throw .renderElsewhere(path).naming(asset.record)
    }
    // Elsewhere a file that is gone is written again only under the name that renders in folders get.
    let isExpected =
      newest.path.isSingleName || path.exists
      || path.name == PhotoAsset.nameElsewhere(of: asset.original.name)
    guard isExpected, path.folder.isFolder, path.pathExtension == asset.defaultRender.pathExtension else {
      throw .renderGone(path).naming(asset.record)
    }
    return (record.plan, path, newest.making)
  }
}

extension FilmFile {
  /// Of the whole file, in lower-case hexadecimal; it is read piece by piece.
  /// - Throws: `FaceBlurError` where it cannot be read, or has become shorter.
  func sha256() throws(FaceBlurError) -> String {
    var hash = SHA256()
    for start in stride(from: 0, to: size, by: 1 << 20) {
      let piece = try bytes(start..<min(start + (1 << 20), size))
      piece.withUnsafeBytes { hash.update($0) }
    }
    return hash.hexDigest()
  }
}
