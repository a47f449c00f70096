/// Writes a film that has pictures and nothing else: no sound, no edit list, and nothing of any other film.
///
/// Pictures come in the order in which they are shown and are decoded in the same. The sink only takes bytes at its end; no more than one box
/// of pictures is in memory, and what describes them.
final class MP4PictureWriter {
  /// What is the same for all pictures.
  struct Form {
    /// H.264 or HEVC, with the content of `avcC` or `hvcC`.
    let codec: VideoCodec
    let configuration: [UInt8]
    /// As they are stored, and shown, in pixels.
    let width: Int
    let height: Int
    let aspect: PixelAspect
    let colors: SampleColors
    /// Ticks of a second in their times.
    let timescale: Int
  }

  private let form: Form
  private let entry: [UInt8]
  private var media: MP4MediaData
  private var pictures = MP4PictureTable()
  /// When each picture is shown.
  private var times: [Int] = []

  /// - Throws: `FaceBlurError` where the codec is another one.
  init(_ form: Form, into sink: any ByteSink) throws(FaceBlurError) {
    self.form = form
    let shown = MP4ShownEntry(width: form.width, height: form.height, form.aspect, form.colors)
    entry = try MP4MovieBox.pictureEntry(form.codec, form.configuration, shown: shown)
    media = MP4MediaData(sink, behind: MP4MovieBox.fileType(isQuickTime: false, codec: form.codec))
  }

  /// The next picture.
  /// - Parameters:
  ///   - code: units behind their lengths.
  ///   - time: when it is shown, later than the one before. The first one's becomes 0.
  ///   - isSync: whether decoding can begin with it.
  /// - Throws: `FaceBlurError` where the film becomes too large.
  func append(_ code: [UInt8], time: Int, isSync: Bool) throws(FaceBlurError) {
    guard !code.isEmpty, times.last ?? .min < time else {
      throw .internalError("a picture is empty, or not later than the one before")
    }
    if try media.makeRoom(for: code.count) || times.isEmpty { pictures.chunks.begin(at: media.place) }
    media.append(code)
    pictures.append(size: code.count, shift: 0, isSync: isSync)
    times.append(time)
  }

  /// After the last picture: what describes them.
  /// - Parameter end: when the last one is shown no more.
  /// - Throws: `FaceBlurError` where the film has become too large, or a picture is shown for too long.
  func finish(at end: Int) throws(FaceBlurError) {
    let first = times.first ?? 0
    let last = max(end, times.last ?? 0)
    let durations = zip(times, times.dropFirst() + [last]).lazy.map { $1 - $0 }
    guard durations.allSatisfy({ $0 <= Int(UInt32.max) }) else {
      throw .filmTooLarge("one of its pictures is shown for too long")
    }
    let duration = last - first
    let width = form.width * form.aspect.across / max(form.aspect.down, 1)
    let track = MP4WrittenTrack(
      picturesOf: (min(max(width, 1), FilmLimits.maxSide), form.height), timescale: form.timescale,
      duration: duration, table: MP4MovieBox.description(entry) + pictures.boxes(durations: durations))
    media.endPart()
    try media.finish(
      with: try MP4MovieBox.box(
        MP4MovieBox.head(duration, timescale: form.timescale, .unity, next: 2) + track.bytes(number: 1)))
  }
}
