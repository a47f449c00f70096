/// A file of Matroska put together element by element, each part of which can be made to lie.
public struct TestMatroska: Sendable {
  public enum Lacing: UInt8, Sendable, CaseIterable {
    case none = 0
    case xiph = 2
    case fixed = 4
    case ebml = 6
  }

  public struct Sample: Sendable {
    /// In ticks of the segment.
    public var time: Int
    public var bytes: [UInt8]
    public var isSync = true

    public init(time: Int, bytes: [UInt8], isSync: Bool = true) {
      (self.time, self.bytes, self.isSync) = (time, bytes, isSync)
    }
  }

  public var documentType = Array("matroska".utf8)
  /// Nanoseconds.
  public var tick = 1_000_000
  public var codec = "V_MPEG4/ISO/AVC"
  public var configuration: [UInt8] = []
  public var width = 320
  public var height = 240
  public var pictures: [Sample] = []
  /// Of three packets each where they lie together.
  public var sound: [Sample] = []
  public var lacing = Lacing.none
  public var soundCodec = "A_AAC"
  public var soundConfiguration: [UInt8] = [0x15, 0x88]
  /// Whether segment and clusters say where they end.
  public var isOpen = false
  /// Whether pictures lie in groups, with how long they last.
  public var hasGroups = false
  /// Elements behind those that are there: in what describes the film, the track of pictures, its pictures, among the tracks, in the first
  /// cluster, in the segment, and behind it.
  public var inInformation: [UInt8] = []
  public var inTrack: [UInt8] = []
  public var inVideo: [UInt8] = []
  public var inTracks: [UInt8] = []
  /// What is said of the sound, and what is behind that of its track.
  public var audio = Self.element(0xB5, fraction: 8000) + Self.element(0x9F, number: 1)
  public var inSoundTrack: [UInt8] = []
  public var inCluster: [UInt8] = []
  public var inSegment: [UInt8] = []
  public var behind: [UInt8] = []

  public init() {}

  public init(_ change: (inout TestMatroska) -> Void) { change(&self) }

  /// The pictures of an MP4 of H.264 or HEVC, at their times, with packets of sound that are none.
  /// - Parameter film: of FFmpeg's, with times in ticks of which a thousand of the tick here make a second.
  public init(_ film: [UInt8]) throws {
    let rebuilt = try RebuiltFilm(film)
    let probe = try FilmProbe(film)
    let (avc, hevc) = ("avcC", "hvcC")
    if let record = RebuiltFilm.content(avc, of: rebuilt.tracks[0].entry) {
      configuration = record
    } else if let record = RebuiltFilm.content(hevc, of: rebuilt.tracks[0].entry) {
      (codec, configuration) = ("V_MPEGH/ISO/HEVC", record)
    }
    let stream = probe.streams.first { $0.codecType == "video" }
    (width, height) = (stream?.width ?? width, stream?.height ?? height)
    let scale = rebuilt.tracks[0].mediaHead[12..<16].reduce(0) { $0 << 8 | Int($1) }
    pictures = zip(probe.pictures, rebuilt.tracks[0].samples).map { packet, bytes in
      Sample(time: packet.pts * 1000 / scale, bytes: bytes, isSync: packet.flags.contains("K"))
    }
    let least = pictures.map(\.time).min() ?? 0
    for index in pictures.indices { pictures[index].time -= least }
    sound = (0..<12).map {
      Sample(time: 40 * $0, bytes: [UInt8](repeating: UInt8($0 + 1), count: 12 + 300 * ($0 % 3)))
    }
  }

  public static func element(_ id: Int, _ content: [UInt8]) -> [UInt8] {
    number(id) + [0x08] + ByteOrder.bigEndian.number(content.count, 4) + content
  }

  /// One that does not say where it ends.
  public static func open(_ id: Int, _ content: [UInt8]) -> [UInt8] { number(id) + [0xFF] + content }

  public static func element(_ id: Int, number value: Int) -> [UInt8] { element(id, number(value)) }

  public static func element(_ id: Int, fraction value: Double) -> [UInt8] {
    element(id, ByteOrder.bigEndian.number(Int(bitPattern: UInt(value.bitPattern)), 8))
  }

  /// In as few bytes as it has, of which there is one.
  private static func number(_ value: Int) -> [UInt8] {
    let bytes = ByteOrder.bigEndian.number(value, 8).drop { $0 == 0 }
    return bytes.isEmpty ? [0] : Array(bytes)
  }

  /// A block's content.
  public static func block(track: Int, time: Int, flags: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0x80 | UInt8(track)] + ByteOrder.bigEndian.number(time & 0xFFFF, 2) + [flags] + body
  }

  /// What packets that lie together say of their sizes, and they.
  private func laced(_ packets: [[UInt8]]) -> [UInt8] {
    var head = [UInt8(packets.count - 1)]
    var before: Int?
    for packet in packets.dropLast() {
      let size = packet.count
      switch lacing {
      case .xiph: head += [UInt8](repeating: 255, count: size / 255) + [UInt8(size % 255)]
      case .ebml:
        // Two bytes each, of which the first but one says a difference.
        let value = before.map { size - $0 + 0x1FFF } ?? size
        head += ByteOrder.bigEndian.number(0x4000 | value, 2)
      case .none, .fixed: break
      }
      before = size
    }
    return head + packets.joined()
  }

  private var soundBlocks: [(time: Int, bytes: [UInt8])] {
    guard lacing != .none else {
      return sound.map { ($0.time, Self.block(track: 2, time: 0, flags: 0x80, $0.bytes)) }
    }
    return stride(from: 0, to: sound.count, by: 3).map { start in
      let packets = sound[start..<min(start + 3, sound.count)].map(\.bytes)
      return (
        sound[start].time, Self.block(track: 2, time: 0, flags: 0x80 | lacing.rawValue, laced(packets))
      )
    }
  }

  /// Each picture in a cluster of its own, and behind them the sound.
  private var clusters: [UInt8] {
    let parts: [(time: Int, element: [UInt8])] =
      pictures.map { picture in
        let block = Self.block(track: 1, time: 0, flags: picture.isSync ? 0x80 : 0, picture.bytes)
        guard hasGroups else { return (picture.time, Self.element(0xA3, block)) }
        let group =
          Self.element(0xA1, block) + Self.element(0x9B, number: 40)
          + (picture.isSync ? [] : Self.element(0xFB, [0xFF]))
        return (picture.time, Self.element(0xA0, group))
      } + soundBlocks.map { ($0.time, Self.element(0xA3, $0.bytes)) }
    return parts.enumerated().flatMap { index, part in
      let content = Self.element(0xE7, number: part.time) + part.element + (index == 0 ? inCluster : [])
      return isOpen ? Self.open(0x1F43_B675, content) : Self.element(0x1F43_B675, content)
    }
  }

  private var tracks: [UInt8] {
    let video = Self.element(0xB0, number: width) + Self.element(0xBA, number: height) + inVideo
    let pictures =
      Self.element(0xD7, number: 1) + Self.element(0x83, number: 1) + Self.element(0x86, Array(codec.utf8))
      + Self.element(0x63A2, configuration) + Self.element(0xE0, video) + inTrack
    let sound =
      Self.element(0xD7, number: 2) + Self.element(0x83, number: 2)
      + Self.element(0x86, Array(soundCodec.utf8))
      + Self.element(0x63A2, soundConfiguration)
      + Self.element(0xE1, audio)
      + inSoundTrack
    return Self.element(
      0x1654_AE6B,
      Self.element(0xAE, pictures) + (self.sound.isEmpty ? [] : Self.element(0xAE, sound)) + inTracks)
  }

  public var bytes: [UInt8] {
    let segment =
      Self.element(0x1549_A966, Self.element(0x2A_D7B1, number: tick) + inInformation) + tracks + clusters
      + inSegment
    return Self.element(0x1A45_DFA3, Self.element(0x4282, documentType))
      + (isOpen ? Self.open(0x1853_8067, segment) : Self.element(0x1853_8067, segment)) + behind
  }
}
