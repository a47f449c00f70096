internal import ImageProcessingKit

/// Prints what was found in films.
extension PhotoReporter {
  /// Takes one film through some work, shows how far that has come, and prints what became of it. A signal ends the work in good order.
  func reportFilm(
    on film: FilePath, _ work: (FilmWatch) throws(FaceBlurError) -> FilmReport
  ) -> ExitCode {
    report(on: film, work) { tell(of: $0) }
  }

  /// The same for one whose edit was taken up.
  func reportFilmEdit(
    on film: FilePath, _ work: (FilmWatch) throws(FaceBlurError) -> FilmEditReport
  ) -> ExitCode {
    report(on: film, work) { tell(of: $0) }
  }

  private func report<Report>(
    on film: FilePath, _ work: (FilmWatch) throws(FaceBlurError) -> Report, _ tell: (Report) -> Void
  ) -> ExitCode {
    StopSignal.watchOverFilms()
    ProcessMemory.shareHeap()
    let view = FilmProgressView(console)
    do {
      let report = try work(view.watch)
      view.end()
      tell(report)
      return StopSignal.isRaised ? .interrupted : .done
    } catch {
      view.end()
      return self.tell(of: error, film)
    }
  }

  private func tell(of report: FilmEditReport) {
    for warning in report.warnings { console.warn("\(report.file): \(warning)") }
    for caution in report.cautions { console.insist("\(report.file): \(caution)") }
    insist(report.file, shows: report.openTracks, hiding: report.hiddenTracks, in: report.outputs)
    if console.json { console.emit(report) }
    let left = report.excluded.isEmpty ? "" : ", \(report.excluded.count) excluded"
    console.say(
      ["\(report.file): \(counted(report.tracks.count, "face"))\(left), \(FilmTime.text(report.duration))"])
    if !report.added.isEmpty { console.say(["  added  " + report.added.joined(separator: ", ")]) }
    console.say(report.tracks.map { "  " + $0.line })
    say(report.outputs, report.kept, dropped: report.dropped, report.silence, report.notes)
  }

  /// Says what can be seen by somebody's decision in what was written.
  /// - Parameter hidden: the tracks that are hidden now: one that is open as well was elsewhere before, or longer.
  private func insist(
    _ film: FilePath, shows open: [String], hiding hidden: [String], in outputs: FilmReport.Outputs
  ) {
    guard outputs.render != nil || outputs.preview != nil, !open.isEmpty else { return }
    let names = open.map { hidden.contains($0) ? "\($0) where or when it was before" : $0 }
    console.insist("\(film): as was decided, the render shows \(names.joined(separator: ", "))")
  }

  private func say(
    _ outputs: FilmReport.Outputs, _ kept: KeptRegions, dropped: [String], _ silence: Double?,
    _ notes: [String]
  ) {
    let files = [
      ("render", outputs.render), ("record", outputs.record), ("preview", outputs.preview),
      ("overlay", outputs.overlay),
    ]
    console.say(files.compactMap { kind, path in path.map { "  \(kind)  \($0)" } })
    console.say(kept.lines.map { "  kept  " + $0 })
    if !dropped.isEmpty { console.say(["  dropped  " + dropped.joined(separator: ", ")]) }
    if let silence {
      console.say(["  silent  \(FilmTime.text(silence)) of the sound, while somebody is hidden"])
    }
    console.say(notes.map { "  note  " + $0 })
  }

  private func tell(of report: FilmReport) {
    for warning in report.warnings { console.warn("\(report.file): \(warning)") }
    for caution in report.cautions { console.insist("\(report.file): \(caution)") }
    insist(report.file, shows: report.openTracks, hiding: report.hiddenTracks, in: report.outputs)
    if console.json { console.emit(report) }
    let tracks = report.summaries
    let faces = tracks.isEmpty ? "no face found" : counted(tracks.count, "face")
    let hidden = report.hiddenFrameCount
    let frames = tracks.isEmpty ? "\(report.frameCount)" : "\(hidden) of \(report.frameCount)"
    let excluded = tracks.count { $0.state == .excluded }
    let left = excluded == 0 ? "" : ", \(excluded) excluded,"
    console.say(["\(report.file): \(faces)\(left) in \(frames) frames, \(FilmTime.text(report.duration))"])
    console.say(tracks.map { "  " + $0.line })
    say(report.outputs, report.kept, dropped: report.dropped, report.silence, report.notes)
  }
}

extension FilmReport.TrackSummary {
  /// For people.
  var line: String {
    let score = String((typicalScore * 100).rounded() / 100)
    return
      "\(id)\(kind == .default ? "" : "  \(kind)")  \(FilmTime.text(start)) to \(FilmTime.text(end))  score \(score)"
      + (isDoubtful ? "  doubtful" : "") + (state == .excluded ? "  excluded" : "")
  }
}

/// Times in films as people read them.
enum FilmTime {
  /// - Parameter seconds: from the film's beginning.
  /// - Returns: hours where there are any, minutes, and seconds to a tenth: "1:02:03.4", "0:01.2".
  static func text(_ seconds: Double) -> String {
    let tenths = Int((abs(seconds) * 10).rounded())
    let (minutes, rest) = (tenths / 600, tenths % 600)
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hours = minutes / 60
    let clock = hours > 0 ? "\(hours):\(twoDigits(minutes % 60))" : "\(minutes)"
    return "\(seconds < 0 ? "-" : "")\(clock):\(twoDigits(rest / 10)).\(rest % 10)"
  }
}
