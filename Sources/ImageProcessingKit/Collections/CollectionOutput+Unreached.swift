/// Edits of photos and films that a run has published, by records that what was published does not follow.
extension CollectionOutput {
  /// Refuses an edit that a person begins for what was published, and that would leave it as it is without a word: its render would lie elsewhere.
  /// - Parameters:
  ///   - source: the photo or film that is edited.
  ///   - place: where the record of the edit is kept.
  ///   - folders: that were named for its renders.
  ///   - state: the folder of a journal that lies elsewhere than beside its target.
  /// - Throws: `FaceBlurError` of kind `refused` where a collection was scrubbed into one of the folders and has an output of that photo or film,
  ///   and the record does not name it as the newest render; also where nobody can tell, because a run is going on or the journal cannot be read.
  package static func refuseUnreached(
    _ source: FilePath, recordedAt place: RecordPlace, rendersIn folders: [FilePath], state: FilePath?
  ) throws(FaceBlurError) {
    let newest = newestRender(of: source, at: place)
    var asked: Set<FilePath> = []
    for folder in folders {
      guard let root = target(around: folder.appending(source.name), state: state),
        asked.insert(root).inserted
      else { continue }
      let isBeside = StateFolder.beside(root).appending(StateFolder.journalName).exists
      let named = isBeside ? nil : state
      let output: KnownOutput?
      do {
        output = try OpenedCollection(of: root, state: named, force: false, for: .look)
          .output(madeFrom: source)
      } catch {
        // Somebody may review the collection meanwhile, and by the record it is an edit of what is there.
        if let newest, newest.exists, newest.folder.isInside(root) { continue }
        throw error
      }
      if let output, output.place != newest {
        throw output.unreached(by: source, recordedAt: place, state: named)
      }
    }
  }

  /// Where the newest render of a recorded edit is, without links and dots; nil where nothing is recorded, or it cannot be read.
  private static func newestRender(of source: FilePath, at place: RecordPlace) -> FilePath? {
    let renders =
      (try? RecordListing.read(of: source, at: place))?.renders
      ?? (try? FilmRecordListing.read(of: source, at: place))?.renders
    guard let newest = renders?.last else { return nil }
    return newest.folder.resolvedWhereItExists?.appending(newest.name)
  }
}

extension OpenedCollection {
  /// The output that was made from a photo or film; nil where nothing of it is in the target.
  /// - Throws: `FaceBlurError` where it cannot be made anew.
  fileprivate func output(madeFrom source: FilePath) throws(FaceBlurError) -> KnownOutput? {
    guard let entry = try journal.entry(of: source), entry.place.isBelow, root.appending(entry.place).exists,
      try journal.done(at: entry.place)?.job.source == entry.source
    else { return nil }
    return try output(at: entry.place, called: source)
  }
}

extension ScrubJournal {
  /// Which photo or film of the collection a file is, by its path, or else, where it was renamed or copied, by its content, and where its output
  /// goes.
  fileprivate func entry(
    of file: FilePath
  ) throws(FaceBlurError) -> (source: FilePath, place: FilePath)? {
    let names = [file.folder.resolved?.appending(file.name), file.resolved].compactMap(\.self)
    for name in names {
      let rows = try database.rows(
        "SELECT source, target FROM entries WHERE source = ?", [DatabaseValue(name)])
      if try rows.step(), let place = try rows.place(1) { return (name, place) }
    }
    var content = AskedFile(file)
    guard let sha256 = try content.sha256() else { return nil }
    let rows = try database.rows(
      """
      SELECT source, target FROM entries WHERE size = ? AND sha256 = ? AND boxes IS NOT NULL
      ORDER BY run DESC, id LIMIT 1
      """, [DatabaseValue(content.stamp.size), .text(sha256)])
    guard try rows.step(), let source = rows.path(0), let place = try rows.place(1) else { return nil }
    return (source, place)
  }
}

extension KnownOutput {
  /// Where it lies, without links and dots.
  fileprivate var place: FilePath { root.appending(done.job.target) }

  /// - Parameters:
  ///   - file: that is edited.
  ///   - recordPlace: where the record of that edit is kept.
  ///   - state: the folder of the journal, where it lies elsewhere than beside the target.
  fileprivate func unreached(
    by file: FilePath, recordedAt recordPlace: RecordPlace, state: FilePath?
  ) -> FaceBlurError {
    let edited = PhotoAsset(file, recordFolder: recordPlace.folder).record
    let advice: Advice
    if !source.exists || recordFile.map({ $0.resolved == edited.resolved }) == true {
      // The next run takes the record up, or knows the photo again.
      advice = "\(.scrubAgain) first"
    } else if recordFile != nil {
      advice = "\(.edit(source, recordFolder: self.recordPlace.folder, renders: root)) instead"
    } else {
      advice = "\(.edit(place)) instead\(state.map { ", and \(.useStateFolder($0))" } ?? "")"
    }
    return FaceBlurError(
      .refused, file, "a run made \(place) from it, which this edit would leave as it is", advice: advice)
  }
}
