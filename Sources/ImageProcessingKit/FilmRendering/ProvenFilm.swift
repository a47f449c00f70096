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
  ///   - watch: is told of every picture that was hidden, and of every one that was checked.
  ///   - memory: keeps what pictures were coded as from one run to the next; nil for nobody.
  /// - Throws: `FaceBlurError` where the film cannot be read, decoded or encoded, or the work is to end, and of kind `leak` where the gate refuses
  ///   the render, however finely it is coded.
  static func render(
    _ file: any FilmSource, _ original: any FilmBytes, _ plan: FilmPlan, _ options: FilmRenderOptions,
    into staged: borrowing StagedFile, _ watch: FilmWatch = FilmWatch(),
    keepingIn memory: (any CodedMemory)? = nil
  ) throws(FaceBlurError) -> ProvenFilm {
    var renderer = try FilmRenderer(file, original, plan, options, watch, keepingIn: memory)
    var damaged: Set<Int> = []
    var carriers: Set<Int> = []
    var finer: Int?
    while true {
      let summary: FilmRenderSummary
      do throws(FaceBlurError) { summary = try renderer.render(into: staged.sink, finer: finer) } catch {
        guard error.cue == .carriedPicture, let found = try Self.carriers(in: file, beside: carriers, watch)
        else { throw error }
        carriers = found
        renderer = try FilmRenderer(
          file, original, plan, options, uncopied: damaged.union(carriers), watch, keepingIn: memory)
        staged.sink.restart()
        continue
      }
      do throws(FaceBlurError) {
        var checked = 0
        let gate = try FilmGate(original: original, render: FilmFile(try staged.reopened()))
        try gate.check(
          plan, audio: options.audio.sound, within: FrameTolerance(quality: summary.quality)
        ) { () throws(FaceBlurError) in
          checked += 1
          try watch.pass(.checking, checked, of: file.film.video.samples.count)
        }
        return ProvenFilm(summary: summary, dropped: dropped(of: file, options) + gate.leftOut)
      } catch {
        if error.cue == .copiedDamage, let found = try Self.damaged(in: file, beside: damaged, watch) {
          damaged = found
          renderer = try FilmRenderer(
            file, original, plan, options, uncopied: damaged.union(carriers), watch, keepingIn: memory)
          staged.sink.restart()
          continue
        }
        guard error.mayComeOfCoding, summary.quality > finest else { throw error }
        finer = max(summary.quality - step, finest)
        staged.sink.restart()
      }
    }
  }

  /// What the gate takes for what is hidden may be what coding made of strong colours. Pictures that are coded more finely have less of it,
  /// and the gate allows them less; a picture that shows what it should not does so however finely it is coded.
  private static let step = 6
  private static let finest = 8

  /// When pictures are shown that cannot be decoded without faults. That is so rare that nobody looks for it before the gate has seen one.
  /// - Parameter known: those that were found before. Which picture a decoder complains of is not certain, so now it is all of them.
  /// - Returns: nil where there are no more.
  private static func damaged(
    in file: any FilmSource, beside known: Set<Int>, _ watch: FilmWatch
  ) throws(FaceBlurError) -> Set<Int>? {
    let track = file.film.video
    let all = Set((0..<track.samples.count).map(track.samples.presentationTime))
    guard known.isEmpty else { return known == all ? nil : all }
    let frames = try DecodedFrames(track) { (index) throws(FaceBlurError) in try file.packet(index) }
    var times: Set<Int> = []
    while let frame = try frames.next() {
      if frame.isDamaged { times.insert(frame.time) }
      try watch.ask()
    }
    return times.isEmpty ? all : times
  }

  /// When pictures are shown in whose code the file of another one lies. Nobody looks for these before one was to be copied: code is read then
  /// anyway, and else only in part.
  /// - Parameter known: those that were found before.
  /// - Returns: nil where there are no more.
  private static func carriers(
    in file: any FilmSource, beside known: Set<Int>, _ watch: FilmWatch
  ) throws(FaceBlurError) -> Set<Int>? {
    let track = file.film.video
    guard known.isEmpty, let record = try track.unitRecord() else { return nil }
    var times: Set<Int> = []
    for index in 0..<track.samples.count {
      try watch.ask()
      if record.carriesPicture(try file.packet(index)) { times.insert(track.samples.presentationTime(index)) }
    }
    return times.isEmpty ? nil : times
  }

  private static func dropped(of file: any FilmSource, _ options: FilmRenderOptions) -> [String] {
    options.audio == .drop && file.film.others.contains(where: \.isSound) ? ["sound"] : []
  }
}

extension AudioChoice {
  /// What the gate is to find.
  var sound: FilmGate.Sound {
    switch self {
    case .keep: .all
    case .drop: .none
    case .muteHidden: .whereNobodyIsHidden
    }
  }
}

extension FaceBlurError {
  /// Whether the gate saw something in a picture, and not in the file.
  fileprivate var mayComeOfCoding: Bool { kind == .leak(.region) || kind == .leak(.changedOutside) }
}
