/// How silence is coded in a track of sound, as its entry describes it.
enum MP4SilentSound {
  /// Samples around nothing.
  case zeros
  case aac(AACSilence)
  case opus

  /// Of rounding times, in seconds.
  private static let slack = 0.002
  /// Of AAC, by what `esds` has for it: of MPEG-4, and the plain kind of MPEG-2.
  private static let aacTypes: Set<Int> = [0x40, 0x67]

  /// - Parameter entry: a box of `stsd`, as `MP4AudioEntry` writes it.
  /// - Throws: `FaceBlurError` where nothing is known of how silence is coded.
  init(entry: [UInt8]) throws(FaceBlurError) {
    guard let box = try Box.all(in: entry[...], limit: 1).first else { throw Self.unknown(nil) }
    var cursor = BoxCursor(box)
    _ = try cursor.bytes(8)
    let version = try cursor.number(2)
    _ = try cursor.bytes(18)
    let more = try cursor.bytes(version == 1 ? 16 : version == 2 ? 36 : 0)
    switch box.type {
    case "sowt", "twos", "in24", "fl32": self = .zeros
    case "lpcm":
      // Numbers with a fraction, or with a sign; those without one have their middle elsewhere.
      guard version == 2, more.dropFirst(24).prefix(4).last.map({ $0 & 5 != 0 }) ?? false else {
        throw .audibleSound("its samples are described in an unusual way")
      }
      self = .zeros
    case "mp4a":
      var boxes = try MP4Boxes(cursor.rest, of: box.type)
      if boxes.has("wave") { boxes = try boxes.inside("wave") }
      self = .aac(try AACSilence(Self.configuration(try boxes.needed("esds"))))
    case "Opus":
      let configuration = try MP4Boxes(cursor.rest, of: box.type).needed("dOps").content
      guard configuration.dropFirst(10).first == 0 else {
        throw .audibleSound("its channels are coded in several streams")
      }
      self = .opus
    default: throw Self.unknown(box.type)
    }
  }

  private static func unknown(_ type: FourCC?) -> FaceBlurError {
    .audibleSound("it is coded as \(type?.name ?? "nothing that is known")")
  }

  /// AudioSpecificConfig.
  private static func configuration(_ esds: Box) throws(FaceBlurError) -> [UInt8] {
    var cursor = BoxCursor(esds)
    // Up to what kind of stream it is, and from there up to what is specific to it.
    _ = try cursor.bytes(11)
    guard aacTypes.contains(try cursor.number(1)) else { throw .audibleSound("it is no AAC") }
    _ = try cursor.bytes(12)
    guard try cursor.number(1) == 5 else { throw .audibleSound("it is not described") }
    return Array(try cursor.bytes(try cursor.number(1)))
  }

  /// What of a track is made silent.
  /// - Parameters:
  ///   - track: of sound of this kind.
  ///   - spans: in ticks of the pictures, ascending and apart from each other.
  ///   - pictures: their track's times.
  ///   - bytes: reads a part of the file.
  /// - Throws: `FaceBlurError` where it cannot be.
  func parts(
    of track: MP4AudioTrack, during spans: [Range<Int>], of pictures: MediaTimes,
    _ bytes: (Range<Int>) throws(FaceBlurError) -> [UInt8]
  ) throws(FaceBlurError) -> SilentParts {
    var memory = 0.0
    if case .opus = self { memory = OpusSilence.memory }
    let times = try pictures.times(
      of: spans, in: MediaTimes(edits: track.edits, timescale: track.timescale),
      slack: (before: Self.slack, behind: Self.slack + memory))
    // A packet is heard in the time of the one behind it, too, where they overlap.
    let margin = if case .packets = track.samples { 1 } else { 0 }
    let numbers = track.samples.numbers(heardAt: times, timescale: track.timescale, margin: margin)
    guard case .packets(let table) = track.samples else { return SilentParts(frames: numbers) }
    func head(_ index: Int) throws(FaceBlurError) -> [UInt8] {
      let sample = table[index]
      return try bytes(sample.offset..<sample.offset + min(sample.size, 2))
    }
    try Self.checkTimes(of: table, timescale: track.timescale) { (index) throws(FaceBlurError) in
      switch self {
      case .aac(let silence): silence.packetSeconds
      case .opus: try OpusSilence.seconds(of: try head(index))
      case .zeros: 0
      }
    }
    return try SilentParts(packets: numbers) { (index) throws(FaceBlurError) in
      switch self {
      case .aac(let silence):
        try silence.check(try head(index)[0])
        return silence.packet
      case .opus: return try OpusSilence.packet(like: try head(index))
      case .zeros: throw .internalError("sound that is not compressed has packets")
      }
    }
  }

  /// How far packets may last longer than their times say, in seconds, where these are rounded.
  private static let mostAhead = 0.05

  /// - Parameter seconds: how long a packet is heard.
  /// - Throws: `FaceBlurError` where packets follow each other faster than they are heard: players play them one behind the other all the same,
  ///   and who speaks in one is heard later than its time says.
  private static func checkTimes(
    of table: SampleTable, timescale: Int, _ seconds: (Int) throws(FaceBlurError) -> Double
  ) throws(FaceBlurError) {
    var ahead = 0.0
    for index in 0..<table.count {
      let length = try seconds(index)
      ahead = max(0, ahead + length - Double(table[index].duration) / Double(timescale))
      guard ahead <= length + mostAhead else { throw .audibleSound("its packets last longer than it says") }
    }
  }
}

extension FilmSource {
  /// All tracks of sound, of which each is silent for a while.
  /// - Parameter spans: in ticks of the pictures, ascending and apart from each other.
  /// - Throws: `FaceBlurError` where one is damaged, not copied, or of a kind of which nobody knows how silence is coded.
  func audioTracks(silentDuring spans: [Range<Int>]) throws(FaceBlurError) -> [MP4AudioTrack] {
    let pictures = MediaTimes(edits: film.video.edits, timescale: film.video.timescale)
    var tracks = try audioTracks()
    for index in tracks.indices {
      guard tracks[index].areTimesStated else {
        throw .audibleSound("several packets of it lie in one block, and nobody says when each is heard")
      }
      tracks[index].silence = try MP4SilentSound(entry: tracks[index].entry).parts(
        of: tracks[index], during: spans, of: pictures, bytes)
    }
    return tracks
  }
}
