/// What is done with films: their faces are found and followed.
public struct FilmPipeline {
  let detector: any FaceDetecting
  private let limits: ImageLimits
  /// Keeps what looks see from one run to the next; nil for nothing.
  var memory: (any LookMemory)?
  /// Is told of every picture that was looked at, hidden, checked or drawn, and may end the work.
  package var watch = FilmWatch()

  /// - Parameters:
  ///   - detector: what looks at the frames.
  ///   - limits: of a frame.
  public init(detector: any FaceDetecting, limits: ImageLimits = ImageLimits()) {
    self.detector = detector
    self.limits = limits
  }

  /// The endings of names that films of the kinds that are read usually have, in lower case.
  package static var fileExtensions: Set<String> { FilmContainers.fileExtensions }

  /// Whether a file is a film of a kind that is read, by its first bytes; such a film may be refused all the same when it is opened.
  public static func isFilm(_ path: FilePath) -> Bool {
    guard let file = try? FilmFile(path) else { return false }
    return isFilm(file)
  }

  static func isFilm(_ file: FilmFile) -> Bool { FilmContainers.isFilm(file) }

  /// Looks for the faces of a film and follows them from frame to frame; writes nothing.
  /// - Throws: `FaceBlurError` where the film cannot be read or decoded, or the detector fails.
  public func detect(_ path: FilePath) throws(FaceBlurError) -> FilmReport {
    let file = try FilmFile(path)
    return try naming(path, try detect(try FilmContainers.open(file), named: path))
  }

  /// The same, and draws the overlay where one is asked for; writes nothing else.
  /// - Parameter outputs: the guard that all films of a run share.
  /// - Throws: `FaceBlurError` also where the overlay may not or cannot be written.
  package func detect(
    _ path: FilePath, _ settings: Settings, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> FilmReport {
    let input = try InputFile.open(path)
    let mode = input.mode
    let source = FilmFile(input)
    let file = try naming(path, try FilmContainers.open(source))
    let pictures = try naming(
      path, try FilmPictures(of: file, PhotoAsset(path), mode: mode, settings, watch, guardedBy: outputs))
    var report = try naming(path, try detect(file, named: path))
    try pictures.draw(
      FilmPlan(report.tracks, settings.drawnStrength), found: report.tracks, &report.outputs,
      guardedBy: &outputs)
    return report
  }

  func detect(_ file: any FilmSource, named path: FilePath) throws(FaceBlurError) -> FilmReport {
    let track = file.film.video
    try Self.refuseTooLarge(track, limits)
    let looks = DetectorLooks(detector)
    let tracker = FaceTracker(
      memory.map { RememberedLooks(looks, $0) } ?? looks, timescale: track.timescale)
    let isInterlaced = try track.isInterlaced
    let size = track.orientation.uprightSize(
      storedWidth: track.shape.width, storedHeight: track.shape.height)
    let showings = ShownFrame.Showing.all(of: track)
    var revealed = showings.map { _ in RevealedViews() }
    let frames = try DecodedFrames(track) { (index) throws(FaceBlurError) in try file.packet(index) }
    var tracks: [FaceTrack] = []
    var (done, damaged) = (0, 0)
    while let stored = try frames.next() {
      if stored.isDamaged { damaged += 1 }
      let longestLook = looks.longestLook
      let views = showings.indices.flatMap { index in
        let shown = ShownFrame(stored: stored, showing: showings[index])
        let views = shown.views(ofInterlaced: isInterlaced).map { frame in
          FrameView(picture: frame.picture(fitting: FilmFrame.smallSide(of: size))) {
            () throws(FaceBlurError) in frame.picture(fitting: longestLook)
          }
        }
        return views + revealed[index].next(of: views[0])
      }
      tracks += try tracker.add(views, of: size, time: stored.time)
      done += 1
      try watch.pass(.looking, done, of: track.samples.count)
    }
    tracks += try tracker.finish()
    var report = FilmReport(
      file: path, width: size.width, height: size.height, orientation: track.orientation,
      duration: file.film.duration, frameCount: track.samples.count, codec: track.codec.rawValue,
      detector: detector.identity, tracks: tracks.inOrder, clock: FilmClock(track),
      warnings: warnings(on: file.film, damaged: damaged), notes: notes(on: file.film))
    report.damagedCount = damaged
    return report
  }

  /// - Throws: `FaceBlurError` of kind `photoTooLarge` where the frames of a film are larger than is allowed.
  static func refuseTooLarge(_ track: VideoTrack, _ limits: ImageLimits) throws(FaceBlurError) {
    let pixels = track.shape.width * track.shape.height
    guard pixels <= limits.maxPixels else {
      throw .filmTooLarge("\(pixels) pixels, more than the limit of \(limits.maxPixels)")
    }
  }

  private func warnings(on film: Film, damaged: Int) -> [String] {
    [
      Self.damage(damaged),
      film.hasPicturesBeside
        ? "it holds pictures beside the film, as covers or of chapters, in which nobody has looked for faces"
        : nil,
    ].compactMap(\.self)
  }

  /// What pictures that are not whole mean; nil where there are none.
  static func damage(_ count: Int) -> String? {
    count == 0
      ? nil
      : "\(counted(count, "picture")) of it cannot be decoded without faults; players may show more of them"
  }

  private func notes(on film: Film) -> [String] {
    let samples = film.video.samples
    let hidden = (0..<samples.count).count { index in
      let time = samples.presentationTime(index)
      return !film.video.edits.shows(
        time..<(time + max(samples[index].duration, 1)), timescale: film.video.timescale)
    }
    return hidden == 0
      ? []
      : [
        "\(counted(hidden, "picture")) of it are cut out by its edit list and still in the file; they were looked at, too"
      ]
  }
}

extension [FaceTrack] {
  /// As their names count them.
  fileprivate var inOrder: [FaceTrack] {
    func number(_ track: FaceTrack) -> Int { Int(track.id.dropFirst()) ?? .max }
    return sorted { (number($0), $0.id) < (number($1), $1.id) }
  }
}
