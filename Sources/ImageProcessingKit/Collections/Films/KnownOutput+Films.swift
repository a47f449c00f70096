internal import FoundationEssentials

/// Outputs that are films.
extension KnownOutput {
  var isFilm: Bool { done.regions.isOfFilm }

  /// What was decided; where that is nothing, what a run hides of its own accord.
  /// - Throws: `FaceBlurError` where the journal's entry cannot be read.
  func filmDecision() throws(FaceBlurError) -> FilmDecision {
    if let stored = done.job.decision {
      return try naming(state.appending(StateFolder.journalName), try stored.readFilm())
    }
    guard let known = FilmDecision(of: source, sha256: done.sourceSHA256 ?? "", done.regions, recipe) else {
      throw FaceBlurError(
        .notReadable, path, "by its collection's journal it is a photo", advice: "\(.scrubAgain)")
    }
    return known
  }

  /// Whether what is at its place is what a run, or an edit, has put there.
  var isAsWritten: Bool {
    guard let written = done.job.writtenSHA256 else { return false }
    return (try? FileHash.of(root.appending(done.job.target))) == written
  }

  /// What was found in the film and decided about it; the film is not opened.
  /// - Throws: `FaceBlurError` where the journal's entry, or the record that is kept instead, cannot be read.
  func filmReport() throws(FaceBlurError) -> FilmRecordReport {
    if recordFile != nil {
      return FilmRecordReport(path, try FilmRecordListing.read(of: source, at: recordPlace))
    }
    let decision = try filmDecision()
    let (record, making) = (decision.record, decision.record.renders.last?.making)
    let isDecided = making != nil
    let strength = record.plan.strength
    let time = Date(timeIntervalSince1970: Double(done.finished))
    return FilmRecordReport(
      file: path,
      owner: RecordReport.Owner(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: "\(FilmRecord.formatVersion)",
        timestamp: time.formatted(.iso8601), editable: true),
      original: RecordReport.Original(
        byteCount: done.job.stamp?.size ?? record.source.byteCount, sha256: record.source.sha256),
      width: record.source.width, height: record.source.height,
      duration: isDecided ? record.source.duration : nil, detector: record.detector,
      strength: RecordReport.Strength(
        style: strength.style, shape: strength.shape, cells: strength.cells, margin: strength.margin),
      audio: decision.audio.rawValue, quality: making?.quality, way: making?.way.rawValue,
      tracks: record.plan.tracks.map { FilmRecordReport.Track($0, at: record.source.seconds) },
      recordFile: state.appending(StateFolder.journalName),
      renders: done.job.writtenSHA256 == nil ? [] : [path], orientation: record.source.orientation,
      frameCount: isDecided ? record.source.pictures : nil)
  }
}
