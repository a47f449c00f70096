/// From an edit and a plan to a render that is proven and has its name.
extension FilmPipeline {
  /// Renders a plan, proves the render, and commits it with its record.
  /// - Parameters:
  ///   - edit: of the film.
  ///   - render: staged by this edit.
  ///   - file: what the film's file holds.
  ///   - plan: what is hidden.
  ///   - detector: what found that.
  ///   - options: how it is rendered.
  ///   - watch: is told of every picture that was hidden or checked.
  ///   - memory: keeps what pictures were coded as from one run to the next; nil for nobody.
  ///   - outputs: the guard that all files of a run share.
  /// - Throws: `FaceBlurError`; render and record are then as they were.
  static func finish(
    _ edit: consuming FilmEdit, _ render: consuming StagedFilm, of file: any FilmSource,
    hiding plan: FilmPlan, foundBy detector: DetectorIdentity, _ options: FilmRenderOptions,
    _ watch: FilmWatch, keepingIn memory: (any CodedMemory)? = nil, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> (committed: CommittedFilm, proven: ProvenFilm) {
    let proven = try Self.proven(edit, render, of: file, hiding: plan, options, watch, keepingIn: memory)
    let making = FilmRecord.Making(
      audio: options.audio, quality: proven.summary.quality, way: proven.summary.way)
    let committed = try edit.commit(render, hiding: plan, foundBy: detector, making, guardedBy: &outputs)
    return (committed, proven)
  }

  /// Renders the recorded edit of a film again, from its record alone: nobody looks for faces.
  /// - Parameters:
  ///   - path: the original.
  ///   - copy: where a copy goes that the record does not keep track of; nil for where the record says the render is.
  ///   - limits: of a frame.
  ///   - outputs: the guard that all files of a run share.
  /// - Throws: `FaceBlurError`, also where there is no record; render and record are then as they were.
  package static func renderAgain(
    _ path: FilePath, to copy: FilePath?, _ settings: Settings, within limits: ImageLimits,
    guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> FilmEditReport {
    let films = FilmReading()
    var editOptions = settings.editOptions(naming: copy)
    // What is recorded is rendered, and nothing is added.
    editOptions.passesOverOtherRecords = true
    let edit = try FilmEdit.open(path, editOptions, reader: films.reader)
    guard let record = edit.record, let making = record.renders.last?.making else {
      throw edit.asset.noFilmRecord
    }
    guard !record.plan.applied.isEmpty else { throw .obscuresNothing.naming(edit.asset.record) }
    let original = edit.file
    let file = try naming(path, try films.source(original))
    try naming(path, try refuseTooLarge(file.film.video, limits))
    let idle = try record.plan.refuseIdle(in: file.film, path)
    let options = FilmRenderOptions(audio: making.audio, quality: making.quality)
    var report = FilmEditReport(path, file.film, record.plan, foundBy: record.detector)
    report.cautions = [idle].compactMap(\.self)
    if let copy {
      let staged = try edit.stage(for: copy, guardedBy: outputs, asCopy: true)
      let proven = try Self.proven(
        edit, staged, of: file, hiding: record.plan, options, settings.watch)
      report.take(proven)
      report.outputs.render = try edit.place(copy: staged, guardedBy: &outputs)
    } else {
      let target = try edit.renderAgain()?.target
      let staged = try edit.stage(for: target, guardedBy: outputs)
      let (committed, proven) = try finish(
        edit, staged, of: file, hiding: record.plan, foundBy: record.detector, options, settings.watch,
        guardedBy: &outputs)
      report.take(committed, proven)
    }
    return report
  }

  /// Refuses a film whose sound cannot be made silent in parts, where that is wanted, before anybody looks at it.
  static func refuseAudible(_ file: any FilmSource, _ audio: AudioChoice) throws(FaceBlurError) {
    if audio == .muteHidden { _ = try file.audioTracks(silentDuring: []) }
  }

  /// What people should know of a film's sound where nobody has said what is to become of it.
  static func soundWarnings(on film: Film) -> [String] {
    film.others.contains(where: \.isSound) ? ["its sound is kept as it is, and voices tell who speaks"] : []
  }

  private static func proven(
    _ edit: borrowing FilmEdit, _ render: borrowing StagedFilm, of file: any FilmSource,
    hiding plan: FilmPlan, _ options: FilmRenderOptions, _ watch: FilmWatch,
    keepingIn memory: (any CodedMemory)? = nil
  ) throws(FaceBlurError) -> ProvenFilm {
    do {
      return try ProvenFilm.render(
        file, edit.file, plan, options, into: render.file, watch, keepingIn: memory)
    } catch {
      throw error.naming(edit.asset.original)
    }
  }
}
