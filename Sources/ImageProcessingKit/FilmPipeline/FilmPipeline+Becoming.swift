extension FilmPipeline {
  /// What a person has seen of a film when they decided upon it.
  struct Seen: Sendable {
    /// Of the original, in lower-case hexadecimal.
    var sha256: String
    /// Of the record file; nil where there was none.
    var recordSHA256: String?
  }

  /// Makes the edit of a film what a person has seen and decided, and renders it: where and as its newest render is, or as an edit is begun.
  /// - Parameters:
  ///   - path: the original.
  ///   - plan: all of what counts; nothing is looked for.
  ///   - detector: what found its tracks.
  ///   - seen: what was decided upon.
  ///   - limits: of a frame.
  ///   - outputs: the guard that all files of a run share.
  /// - Throws: `FaceBlurError`, also where the film or its record is another one now; render and record are then as they were.
  static func become(
    _ path: FilePath, _ plan: FilmPlan, foundBy detector: DetectorIdentity, decidedUpon seen: Seen,
    _ settings: Settings, within limits: ImageLimits, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> FilmEditReport {
    let films = FilmReading()
    let edit = try FilmEdit.open(path, settings.editOptions(naming: nil), reader: films.reader)
    try edit.refuseOther(than: seen)
    let (again, record, original) = (try edit.renderAgain(), edit.record, edit.file)
    let file = try naming(path, try films.source(original))
    try naming(path, try refuseTooLarge(file.film.video, limits))
    guard !plan.applied.isEmpty else { throw FaceBlurError.nothingLeft(path).naming(path) }
    let idle = try plan.refuseIdle(in: file.film, path)
    let staged = try edit.stage(for: again?.target, guardedBy: outputs)
    var report = FilmEditReport(path, file.film, plan, foundBy: detector)
    report.added = FilmPlan(tracks: record?.plan.tracks ?? [], strength: plan.strength).added(in: plan)
    report.shown = edit.shown(by: plan)
    report.cautions = [idle].compactMap(\.self)
    let audio = settings.audio ?? edit.earlierAudio ?? .keep
    if edit.isUpToDate(hiding: plan, audio: audio) {
      report.outputs = FilmReport.Outputs(render: again?.target, record: edit.asset.record)
      report.notes.append(FilmEditReport.unchangedNote)
      return report
    }
    if record == nil {
      report.cautions += [settings.wishes.note].compactMap(\.self)
      if settings.audio == nil { report.warnings += soundWarnings(on: file.film) }
    }
    let (committed, proven) = try finish(
      edit, staged, of: file, hiding: plan, foundBy: detector, FilmRenderOptions(audio: audio),
      settings.watch, guardedBy: &outputs)
    report.take(committed, proven)
    return report
  }

  /// Takes the edit of a film back as `revert` does, where it is still the one that a person has seen.
  /// - Throws: `FaceBlurError`, also where the film or its record is another one now; nothing is removed then.
  static func endEdit(
    of path: FilePath, decidedUpon seen: Seen, _ settings: Settings
  ) throws(FaceBlurError) {
    let edit = try FilmEdit.open(path, settings.editOptions(naming: nil), reader: reader)
    try edit.refuseOther(than: seen)
    _ = try edit.revert()
  }
}

extension FilmEdit {
  /// - Throws: `FaceBlurError` where film or record is another one than was seen.
  func refuseOther(than seen: FilmPipeline.Seen) throws(FaceBlurError) {
    guard sha256 == seen.sha256 else {
      throw FaceBlurError(
        .refused, asset.original, "it was changed after this was decided",
        advice: "open the film again, and decide anew")
    }
    guard recordContent.map({ SHA256.hexDigest(of: $0) }) == seen.recordSHA256 else {
      throw FaceBlurError(
        .refused, asset.record, "it was changed after this was decided",
        advice: "open the film again, and decide anew")
    }
  }
}
