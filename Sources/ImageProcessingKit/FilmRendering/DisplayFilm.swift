/// A film for people to look at beside a render: as many pictures as another one has, each shown as long, upright and of display size, as
/// H.264 with 8 bits, which every player shows. It has no sound and nothing else of that film.
///
/// Pictures that an edit list hides are among them: something may have been found in these, too. Frames stream.
struct DisplayFilm {
  private let file: any FilmSource
  private let watch: FilmWatch
  private let showing: ShownFrame.Showing
  /// Of its pictures, upright, in pixels.
  private let size: (width: Int, height: Int)

  /// How finely it is coded (see `FilmRenderOptions.quality`): letters stay crisp.
  private static let quality = 20
  /// Whoever looks for a place begins at one of these.
  private static let groupSeconds = 2
  private static let threads = 2

  /// - Parameters:
  ///   - file: the original.
  ///   - watch: is told of every picture that was drawn.
  init(_ file: any FilmSource, _ watch: FilmWatch = FilmWatch()) {
    self.file = file
    self.watch = watch
    let track = file.film.video
    showing = ShownFrame.Showing(track.shape, track.colors, track.orientation)
    let stored = ShownFrame.size(of: track.shape, fitting: DisplayImage.standardSide)
    size = track.orientation.uprightSize(storedWidth: stored.width, storedHeight: stored.height)
  }

  /// Makes the picture that is shown of a frame.
  /// - Parameters:
  ///   - picture: of the frame as it is.
  ///   - time: of the frame, in ticks of the film's video track.
  typealias Draw = (_ picture: PixelBuffer, _ time: Int) throws(FaceBlurError) -> PixelBuffer

  /// Writes the film with something drawn on its pictures.
  /// - Parameters:
  ///   - sink: takes the file.
  ///   - draw: gives pictures of the same size.
  /// - Throws: `FaceBlurError` where the film cannot be read, decoded or encoded. What `draw` throws.
  func write(into sink: any ByteSink, drawing draw: Draw) throws(FaceBlurError) {
    try write(into: sink) { (frame) throws(FaceBlurError) in try draw(picture(of: frame), frame.time) }
  }

  /// Writes the film as its render will look. What is hidden is hidden in the whole frame, by what the render hides it with, before anything
  /// is made smaller: no pixel has a part of it.
  /// - Parameters:
  ///   - plan: with times of the video track.
  ///   - sink: takes the file.
  /// - Throws: `FaceBlurError` where the film cannot be read, decoded or encoded.
  func write(hiding plan: FilmPlan, into sink: any ByteSink) throws(FaceBlurError) {
    let hider = FrameHider(file.film.video.shape, file.film.video.orientation)
    try write(into: sink) { (frame) throws(FaceBlurError) in
      var bytes = frame.bytes
      try hider.hide(plan.frame(at: frame.time), in: &bytes)
      return picture(
        of: VideoFrame(
          shape: frame.shape, bytes: bytes, time: frame.time, isDamaged: frame.isDamaged, isKey: frame.isKey))
    }
  }

  private func picture(of frame: VideoFrame) -> PixelBuffer {
    ShownFrame(stored: frame, showing: showing).picture(fitting: DisplayImage.standardSide)
  }

  private func write(
    into sink: any ByteSink, _ make: (VideoFrame) throws(FaceBlurError) -> PixelBuffer
  ) throws(FaceBlurError) {
    let (file, track) = (file, file.film.video)
    let shape = PlanarConversion.shape(width: size.width, height: size.height)
    let conversion = PlanarConversion(colors)
    let encoder = try VideoEncoder(
      VideoEncoder.Settings(
        codec: .h264, shape: shape, colors: colors, quality: Self.quality, threads: Self.threads))
    let writer = try MP4PictureWriter(
      MP4PictureWriter.Form(
        codec: .h264, configuration: encoder.configuration, width: shape.width, height: shape.height,
        aspect: aspect, colors: colors, timescale: track.timescale), into: sink)
    let frames = try DecodedFrames(track) { (index) throws(FaceBlurError) in try file.packet(index) }
    // Of pictures whose code has not come.
    var times: ArraySlice<Int> = []
    func append(_ picture: CodedFrame) throws(FaceBlurError) {
      guard let time = times.popFirst() else {
        throw .internalError("the encoder gave more pictures than it got")
      }
      try writer.append(picture.bytes, time: time, isSync: picture.isKey)
    }
    var groupStart: Int?
    var done = 0
    while let frame = try frames.next() {
      let begins = groupStart.map { frame.time - $0 >= Self.groupSeconds * track.timescale } ?? true
      if begins { groupStart = frame.time }
      let picture = try make(frame)
      guard (picture.width, picture.height) == size else {
        throw .internalError("what is drawn on a frame is of another size")
      }
      times.append(frame.time)
      try encoder.encode(conversion.planes(of: picture), beginsGroup: begins, append)
      done += 1
      try watch.pass(.drawing, done, of: track.samples.count)
    }
    try encoder.finish(append)
    try writer.finish(at: track.samples.presentationRange.upperBound)
  }

  /// Those of the frames in RGB, as what is usual for pictures of this size has them: players that heed nothing show the same.
  private var colors: SampleColors {
    var colors = SampleColors().completed(width: size.width, height: size.height)
    let primaries = file.film.video.colors.primaries
    if Self.knownPrimaries.contains(primaries) { colors.primaries = primaries }
    return colors
  }

  /// Of BT.709, BT.601, BT.2020 and the two of P3 (ITU-T H.273, table 2), which players know.
  private static let knownPrimaries: Set<Int> = [1, 5, 6, 9, 11, 12]

  /// Of upright pixels.
  private var aspect: PixelAspect {
    let (aspect, orientation) = (file.film.video.pixelAspect, file.film.video.orientation)
    return orientation.swapsAxes ? PixelAspect(across: aspect.down, down: aspect.across) : aspect
  }
}
