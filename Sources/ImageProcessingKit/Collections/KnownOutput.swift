internal import FoundationEssentials

/// An output of a collection with all that is needed to make it anew.
struct KnownOutput {
  /// What people call it.
  let path: FilePath
  let done: ScrubJournal.Done
  let recipe: ScrubRecipe
  /// As those of the run that made it.
  let settings: ScrubSettings
  /// The target, without links and dots.
  let root: FilePath
  /// The folder of the journal.
  let state: FilePath

  var source: FilePath { done.job.source }

  /// What was found in the photo and decided about it.
  /// - Throws: `FaceBlurError` where the journal's entry cannot be read.
  func listing() throws(FaceBlurError) -> RecordListing {
    if let record = recordFile {
      var listing = try RecordListing.read(of: source, at: recordPlace)
      listing.source = record.exists ? source : nil
      return listing
    }
    let decision = try decision()
    let time =
      done.job.decision == nil
      ? Date(timeIntervalSince1970: Double(done.finished)) : decision.record.steps.last?.madeAt
    return RecordListing(
      path: state.appending(StateFolder.journalName),
      owner: RecordOwner(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: "\(decision.record.writtenVersion)",
        timestamp: time),
      content: .ours(decision.record), renders: done.job.writtenSHA256 == nil ? [] : [path], source: source,
      beneath: nil)
  }

  /// What was decided; where that is nothing, what a run hides of its own accord.
  func decision() throws(FaceBlurError) -> CollectionDecision {
    if let stored = done.job.decision {
      return try naming(state.appending(StateFolder.journalName), try stored.read())
    }
    let regions = done.regions
    let source = EditRecord.Source(
      fileName: source.name, byteCount: done.job.stamp?.size ?? 0, sha256: done.sourceSHA256 ?? "",
      width: regions.width ?? 0, height: regions.height ?? 0, orientation: regions.orientation ?? .up,
      visible: regions.frame == nil ? nil : regions.visible)
    let options = settings.renderOptions
    let render = EditRecord.Render(
      path: root.appending(done.job.target),
      sha256: done.job.writtenSHA256 ?? CollectionDecision.hashOfNone, foldersMade: 0,
      metadata: options.metadata, hasThumbnail: options.hasThumbnail,
      keepsProgressive: options.keepsProgressive, tiles: options.recordedTiles,
      format: options.recordedFormat)
    return CollectionDecision(
      of: source, recipe.found(regions.regions), rendered: render,
      at: Date(timeIntervalSince1970: Double(done.finished)))
  }

  /// The record that the run keeps elsewhere; nil where there is none.
  var recordFile: FilePath? { recipe.recordFile(of: source, at: done.job.target) }

  var recordPlace: RecordPlace { recipe.recordPlace(at: done.job.target) }

  /// - Throws: `FaceBlurError` where the record of the edit is elsewhere.
  func refuseRecord() throws(FaceBlurError) {
    guard let record = recordFile else { return }
    throw FaceBlurError(
      .refused, path, "its edit record is \(record)",
      advice: "\(.edit(source, recordFolder: recordPlace.folder, renders: root)) instead")
  }

  /// What somebody has put there is not replaced, unless that was allowed; where an output was, it may hide what the journal knows nothing of.
  func refuseStranger() throws(FaceBlurError) {
    guard done.job.isStranger(at: root.appending(done.job.target)) else { return }
    if done.job.writtenSHA256 != nil { throw .notOfLastRun(path) }
    guard !settings.force else { return }
    throw FaceBlurError(
      .refused, path, "a file is there that faceblur did not write",
      advice: "move it away, or \(.replace)")
  }
}

extension ScrubRecipe {
  /// The record that such a run keeps of a photo; nil where there is none.
  /// - Parameter place: of the output in the target.
  func recordFile(of source: FilePath, at place: FilePath) -> FilePath? {
    guard keepsRecords else { return nil }
    let record = PhotoAsset(source, recordFolder: recordPlace(at: place).folder).record
    return record.exists ? record : nil
  }

  /// Where such a run keeps the record of an output.
  func recordPlace(at place: FilePath) -> RecordPlace {
    recordFolder.map { .folder(place.folder == "." ? $0 : $0.appending(place.folder)) } ?? .beside
  }
}
