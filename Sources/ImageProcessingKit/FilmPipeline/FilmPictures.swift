/// The films that people look at beside a render: the preview of what it shows, and the overlay of what was found.
struct FilmPictures {
  private let file: any FilmSource
  private let asset: PhotoAsset
  /// Permissions of the original: what shows its pictures gets no more.
  private let mode: FileMode
  private let watch: FilmWatch
  private let editedSHA256: String?
  private let folders: [(output: DisplayOutput, folder: FilePath)]

  /// Looks for what stands in the way, before a film is looked at, which takes long.
  /// - Parameters:
  ///   - file: the original.
  ///   - asset: its place, after which they are named.
  ///   - settings: where they go.
  ///   - watch: is told of every picture that was drawn.
  ///   - editedSHA256: of the original, where this process alone edits it. Where a file system wants files to have names from the beginning,
  ///     theirs follow from it, and the next edit clears away what a crash has left.
  ///   - outputs: decides what may be written.
  /// - Throws: `FaceBlurError` where one may not be written, or OpenCV is missing and an overlay is asked for.
  init(
    of file: any FilmSource, _ asset: PhotoAsset, mode: FileMode, _ settings: FilmPipeline.Settings,
    _ watch: FilmWatch, editedSHA256: String? = nil, guardedBy outputs: OutputGuard
  ) throws(FaceBlurError) {
    self.file = file
    self.asset = asset
    self.mode = mode
    self.watch = watch
    self.editedSHA256 = editedSHA256
    folders = [(.preview, settings.previewFolder), (.overlay, settings.overlayFolder)].compactMap {
      output, folder in folder.map { (output, $0) }
    }
    if settings.overlayFolder != nil { try DetectionOverlay.prepare() }
    for (output, folder) in folders {
      let target = target(of: output, in: folder)
      // No file has this hash, so a file that is there is one that may be replaced, or the guard says that it is not.
      do throws(FaceBlurError) {
        _ = try outputs.checkLarge(target, forContent: "") { _ in FilmPictureMark.isWhole(target, output) }
      } catch {
        throw error.withoutOtherName("name another folder for it")
      }
    }
  }

  /// `<stem>_preview.mp4` or `<stem>_overlay.mp4`.
  private func target(of output: DisplayOutput, in folder: FilePath) -> FilePath {
    folder.appending(asset.uniqueStem.suffixed("_\(output.rawValue).mp4"))
  }

  /// Draws those that were asked for, each in a pass of its own.
  /// - Parameters:
  ///   - plan: what is hidden; where it hides nothing, there is no preview.
  ///   - found: the tracks of this look; none where nobody has looked.
  ///   - written: is told what was written.
  /// - Throws: `FaceBlurError` where the film cannot be read, or one may not or cannot be written.
  func draw(
    _ plan: FilmPlan, found: [FaceTrack], _ written: inout FilmReport.Outputs,
    guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) {
    for (output, folder) in folders {
      let target = target(of: output, in: folder)
      switch output {
      case .preview:
        guard !plan.applied.isEmpty else { continue }
        try write(to: target, as: output, &outputs) { (film, sink) throws(FaceBlurError) in
          try film.write(hiding: plan, into: sink)
        }
        written.preview = target
      case .overlay:
        let track = file.film.video
        let geometry = FrameHider(track.shape, track.orientation).geometry
        let overlay = FilmOverlay(plan, found: found, of: geometry)
        try write(to: target, as: output, &outputs) { (film, sink) throws(FaceBlurError) in
          try film.write(into: sink, drawing: overlay.drawn)
        }
        written.overlay = target
      }
    }
  }

  /// The same behind a render: where the work is ended meanwhile or fails, people are told of that all the same.
  /// - Returns: what is to be said then; nil where all were drawn.
  /// - Throws: `FaceBlurError` where there is no render.
  func drawBehindRender(
    _ plan: FilmPlan, found: [FaceTrack], _ written: inout FilmReport.Outputs,
    guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> String? {
    do {
      try draw(plan, found: found, &written, guardedBy: &outputs)
      return nil
    } catch {
      guard written.render != nil else { throw error }
      guard case .cancelled = error.kind else { return error.asUndrawn }
      return "it was stopped while its preview or overlay was drawn; the render is done"
    }
  }

  /// Writes one beside its target, and gives it its name once it is whole. The folder is made where missing.
  private func write(
    to target: FilePath, as output: DisplayOutput, _ outputs: inout OutputGuard,
    _ work: (DisplayFilm, any ByteSink) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    try Folder.making(target.folder) { () throws(FaceBlurError) in
      let staged = try StagedFile(
        for: target, mode: mode,
        temporaryName: editedSHA256.map { FilePath(".faceblur-\($0.prefix(16))-\(output.rawValue).tmp") })
      let sink = MarkedSink(staged.sink)
      try naming(asset.original, try work(DisplayFilm(file, watch), sink))
      sink.mark(as: output)
      let digest = try staged.seal()
      let verdict = try outputs.checkLarge(target, forContent: digest) { _ in
        FilmPictureMark.isWhole(target, output)
      }
      if case .write(let replaces) = verdict { try staged.place(replacing: replaces) }
      outputs.noteWritten(target)
    }
  }
}
