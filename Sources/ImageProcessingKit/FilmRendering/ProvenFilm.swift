/// A render of a film that has passed its gate: there is no other way to one.
struct ProvenFilm {
  let summary: FilmRenderSummary
  /// What the original holds that the render leaves out, a few words each.
  let dropped: [String]

  /// Renders a film into a file that has no name yet, reads it back as a stranger would, and proves it.
  /// - Parameters:
  ///   - file: the original.
  ///   - original: its bytes, for the gate, which has a reader of its own.
  ///   - plan: with times of its video track.
  ///   - staged: empty; it is not sealed here.
  /// - Throws: `FaceBlurError` where the film cannot be read, decoded or encoded, and of kind `leak` where the gate refuses the render.
  static func render(
    _ file: MP4File, _ original: any FilmBytes, _ plan: FilmPlan, _ options: FilmRenderOptions,
    into staged: borrowing StagedFile
  ) throws(FaceBlurError) -> ProvenFilm {
    let summary = try FilmRenderer(file, original, plan, options).render(into: staged.sink)
    let gate = try FilmGate(original: original, render: FilmFile(try staged.reopened()))
    try gate.check(
      plan, audio: options.audio == .keep, within: FrameTolerance(quality: summary.quality))
    let isSilenced = options.audio == .drop && file.film.others.contains(where: \.isSound)
    return ProvenFilm(summary: summary, dropped: (isSilenced ? ["sound"] : []) + gate.leftOut)
  }
}
