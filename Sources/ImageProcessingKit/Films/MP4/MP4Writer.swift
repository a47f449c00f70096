/// Writes a film anew: the pictures that it is given, sound as it is in the original, and what a player needs to know of both. Whatever else
/// the original holds is left out.
///
/// The sink only takes bytes at its end. Pictures and sound go into boxes of limited size, in parts of about a second in turns, and what
/// describes them comes last. No more of them than one such box is in memory.
final class MP4Writer {
  private let original: any FilmSource
  private let sound: [MP4AudioTrack]
  private var movie: MP4MovieBox
  private var media: MP4MediaData
  /// Where each track of sound stands.
  private var heard: [Int]
  /// In seconds of the film: by how much each track's times are to be raised.
  private let delays: [Double]
  private let pictureDelay: Double
  /// When the pictures of this part began, in ticks of decoding; nil where there are none.
  private var partStart: Int?

  /// Parts are as long in seconds and as large in bytes at most, unless one picture is larger.
  private static let partSeconds = 1.0
  private static let partBytes = 8 << 20
  /// Bytes of sound that are read at once.
  private static let pieceBytes = 1 << 20

  /// - Parameters:
  ///   - original: whose times, edits, size and sound it takes.
  ///   - codec: H.264 or HEVC.
  ///   - configuration: the content of `avcC` or `hvcC` of the pictures that come.
  ///   - audio: whether it is heard.
  ///   - spans: when it is not, where it is silent for a while: in ticks of the pictures, ascending and apart from each other.
  ///   - sink: gets the file.
  /// - Throws: `FaceBlurError` where sound is damaged or not copied, or holds a picture, or the codec is another one.
  init(
    _ original: any FilmSource, codec: VideoCodec, configuration: [UInt8], audio: AudioChoice,
    silentDuring spans: [Range<Int>] = [], into sink: any ByteSink
  ) throws(FaceBlurError) {
    self.original = original
    switch audio {
    case .keep: sound = try original.audioTracks()
    case .drop: sound = []
    case .muteHidden: sound = try original.audioTracks(silentDuring: spans)
    }
    for track in sound {
      try track.samples.refusePictures { (range) throws(FaceBlurError) in try original.bytes(range) }
    }
    movie = try MP4MovieBox(original, codec: codec, configuration: configuration, sound: sound)
    media = MP4MediaData(sink, behind: MP4MovieBox.fileType(isQuickTime: movie.isQuickTime, codec: codec))
    heard = [Int](repeating: 0, count: sound.count)
    pictureDelay = Self.delay(original.film.video.edits, timescale: original.film.video.timescale)
    delays = sound.map { Self.delay($0.edits, timescale: $0.timescale) }
  }

  /// By how many seconds the first part of a track that is shown comes later than the media says.
  private static func delay(_ edits: EditList, timescale: Int) -> Double {
    var passed = 0
    for edit in edits.edits {
      if let start = edit.mediaStart {
        return Double(passed) / Double(edits.timescale) - Double(start) / Double(timescale)
      }
      passed += edit.duration
    }
    return 0
  }

  /// The next picture in order of decoding, which gets the decode time of the original's.
  /// - Parameters:
  ///   - code: units behind their lengths.
  ///   - presentationTime: in ticks of the track.
  ///   - isSync: whether decoding can begin with it.
  /// - Throws: `FaceBlurError` where there are more than in the original, or the film becomes too large.
  func append(_ code: [UInt8], presentationTime: Int, isSync: Bool) throws(FaceBlurError) {
    let samples = original.film.video.samples
    let index = movie.pictureCount
    guard index < samples.count, !code.isEmpty else {
      throw .internalError("there are more pictures than in the film, or one is empty")
    }
    let time = samples[index].decodeTime
    guard let shift = Int32(exactly: presentationTime - time) else {
      throw .internalError("a picture is shown long before or after it is decoded")
    }
    if let start = partStart {
      let seconds = Double(time - start) / Double(original.film.video.timescale)
      if seconds >= Self.partSeconds || media.partBytes + code.count > Self.partBytes {
        try endPart(at: time)
      }
    }
    if partStart == nil {
      try media.makeRoom(for: code.count)
      partStart = time
      movie.beginPart(at: media.place)
    }
    media.append(code)
    movie.append(size: code.count, shift: shift, isSync: isSync)
  }

  /// Puts the sound behind the pictures that is heard until then.
  /// - Parameter time: in ticks of decoding of the pictures.
  private func endPart(at time: Int) throws(FaceBlurError) {
    partStart = nil
    let seconds = Double(time) / Double(original.film.video.timescale) + pictureDelay
    for track in sound.indices {
      let ticks = (seconds - delays[track]) * Double(sound[track].timescale)
      let most = Double(2 * FilmLimits.maxTicks)
      try copy(track, until: Int(min(max(ticks, -most), most)))
    }
    media.endPart()
  }

  private func copy(_ track: Int, until time: Int) throws(FaceBlurError) {
    let samples = sound[track].samples
    var isOpen = false
    while heard[track] < samples.count, samples.time(heard[track]) < time {
      let (isSilent, end) = sound[track].silence?.stretch(from: heard[track]) ?? (false, nil)
      let run = samples.run(
        from: heard[track], until: time, most: Self.pieceBytes, below: end ?? samples.count)
      let bytes = isSilent ? silence(track, run.count, run.place.count) : try original.bytes(run.place)
      if try media.makeRoom(for: bytes.count) || !isOpen {
        movie.beginPart(of: track, at: media.place)
        isOpen = true
      }
      media.append(bytes)
      movie.append(run.count, of: track)
      heard[track] += run.count
    }
  }

  /// What stands in place of the next samples.
  /// - Parameter size: of these, in bytes.
  private func silence(_ track: Int, _ count: Int, _ size: Int) -> [UInt8] {
    guard case .packets = sound[track].samples else { return [UInt8](repeating: 0, count: size) }
    return (heard[track]..<heard[track] + count).flatMap { sound[track].silence?.packet($0) ?? [] }
  }

  /// How long the sound is silent in place of what was there, in seconds: of the track of which that is the longest.
  var silentSeconds: Double { sound.map(\.silentSeconds).max() ?? 0 }

  /// After as many pictures as the original has: the rest of the sound, and what describes all.
  /// - Throws: `FaceBlurError` where pictures are missing, or the film has become too large.
  func finish() throws(FaceBlurError) {
    guard movie.pictureCount == original.film.video.samples.count else {
      throw .internalError("there are fewer pictures than in the film")
    }
    partStart = nil
    for track in sound.indices { try copy(track, until: 2 * FilmLimits.maxTicks) }
    media.endPart()
    try media.finish(with: try movie.bytes)
  }
}
