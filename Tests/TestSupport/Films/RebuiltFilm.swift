/// A film put together anew, box by box, from what another one holds: nothing but its tracks of pictures and sound, and what they need.
///
/// Every part can be changed, so that a film can be made wrong in one way.
public struct RebuiltFilm: Sendable {
  public struct Track: Sendable {
    /// Contents of boxes.
    public var head: [UInt8]
    /// nil where there is none.
    public var edits: [UInt8]?
    public var mediaHead: [UInt8]
    public var handler: [UInt8]
    /// A whole box, `vmhd` or `smhd`.
    public var kind: [UInt8]
    /// A whole box in `stsd`.
    public var entry: [UInt8]
    public var times: [UInt8]
    public var shifts: [UInt8]?
    public var syncs: [UInt8]?
    public var samples: [[UInt8]]
    /// Behind the boxes of the sample table.
    public var inTable: [UInt8] = []
    /// Behind the boxes of the track.
    public var inTrack: [UInt8] = []
  }

  public var brand: [UInt8]
  public var movieHead: [UInt8]
  public var tracks: [Track]
  /// Between samples, before `moov`, in it behind the tracks, and behind all.
  public var inMedia: [UInt8] = []
  public var before: [UInt8] = []
  public var inMovie: [UInt8] = []
  public var behind: [UInt8] = []

  /// - Parameter film: of FFmpeg's, with its samples told by FFmpeg.
  public init(_ film: [UInt8]) throws {
    func part(_ path: String, in range: Range<Int>? = nil) -> TestBox? {
      var range = range ?? 0..<film.count
      var found: TestBox?
      for name in path.split(separator: "/") {
        found = TestBox.list(film, in: range).first { $0.type == name }
        guard let box = found else { return nil }
        range = box.content
      }
      return found
    }
    func content(_ path: String, in range: Range<Int>? = nil) throws -> [UInt8] {
      guard let box = part(path, in: range) else { throw FilmTools.Unreadable() }
      return Array(film[box.content])
    }
    guard let movie = part("moov") else { throw FilmTools.Unreadable() }
    brand = try content("ftyp")
    movieHead = try content("moov/mvhd")
    let probe = try FilmProbe(film)
    let traks = TestBox.list(film, in: movie.content).filter { $0.type == "trak" }
    tracks = try traks.enumerated().map { index, trak in
      let table = trak.content
      let isVideo = part("mdia/minf/vmhd", in: table) != nil
      let entries = try content("mdia/minf/stbl/stsd", in: table)
      var handler = try content("mdia/hdlr", in: table)
      handler = Array(handler.prefix(24)) + [0]
      let packets = probe.packets.filter { $0.streamIndex == index }
      return Track(
        head: try content("tkhd", in: table), edits: try? content("edts/elst", in: table),
        mediaHead: try content("mdia/mdhd", in: table), handler: handler,
        kind: isVideo
          ? TestBox.bytes("vmhd", version: 0, flags: 1, [UInt8](repeating: 0, count: 8))
          : TestBox.bytes("smhd", version: 0, [0, 0, 0, 0]),
        entry: Self.entry(entries, isVideo: isVideo), times: try content("mdia/minf/stbl/stts", in: table),
        shifts: try? content("mdia/minf/stbl/ctts", in: table),
        syncs: try? content("mdia/minf/stbl/stss", in: table),
        samples: packets.map { packet in
          let start = Int(packet.pos) ?? 0
          return Array(film[start..<start + (Int(packet.size) ?? 0)])
        })
    }
  }

  /// The one entry, with what describes code and colours alone.
  private static func entry(_ table: [UInt8], isVideo: Bool) -> [UInt8] {
    guard let entry = TestBox.list(table, in: 8..<table.count).first else { return [] }
    let headCount = isVideo ? 78 : 28
    var head = Array(table[entry.content].prefix(headCount))
    if isVideo { for place in 42..<74 { head[place] = 0 } }
    let boxes = TestBox.list(table, in: entry.content.dropFirst(headCount)).filter {
      ["avcC", "hvcC", "colr", "pasp", "esds"].contains($0.type)
    }
    return TestBox.bytes(entry.type, head + boxes.flatMap { table[$0.range] })
  }

  /// A box in an entry of pictures, replaced or added.
  public static func setting(_ type: String, to content: [UInt8], of entry: [UInt8]) -> [UInt8] {
    let kept = TestBox.list(entry, in: 86..<entry.count).filter { $0.type != type }
    return TestBox.bytes(
      String(decoding: entry[4..<8], as: UTF8.self),
      entry[8..<86] + kept.flatMap { entry[$0.range] } + TestBox.bytes(type, content))
  }

  /// The content of a box in an entry of pictures.
  public static func content(_ type: String, of entry: [UInt8]) -> [UInt8]? {
    TestBox.list(entry, in: 86..<entry.count).first { $0.type == type }.map { Array(entry[$0.content]) }
  }

  /// Changes the sets of parameters that its pictures are coded by, in the order in which they are described.
  public mutating func changeSets(_ change: (inout [[UInt8]]) -> Void) {
    for type in ["avcC", "hvcC"] {
      guard let content = Self.content(type, of: tracks[0].entry) else { continue }
      let changed = TestUnits.changingSets(of: content, isHEVC: type == "hvcC", change)
      tracks[0].entry = Self.setting(type, to: changed, of: tracks[0].entry)
    }
  }

  /// The file: the samples of each track one behind the other, then what describes them.
  public var bytes: [UInt8] {
    var file = TestBox.bytes("ftyp", brand) + before
    let media = tracks.flatMap { $0.samples.joined() } + inMedia
    var place = file.count + 8
    file += TestBox.bytes("mdat", media)
    let traks = tracks.flatMap { track in
      defer { place += track.samples.reduce(0) { $0 + $1.count } }
      return Self.trak(track, at: place)
    }
    return file + TestBox.bytes("moov", TestBox.bytes("mvhd", movieHead) + traks + inMovie) + behind
  }

  private static func number(_ value: Int) -> [UInt8] { ByteOrder.bigEndian.number(value, 4) }

  private static func trak(_ track: Track, at place: Int) -> [UInt8] {
    let count = track.samples.count
    var table = TestBox.bytes("stsd", version: 0, number(1) + track.entry)
    table += TestBox.bytes("stts", track.times)
    if let syncs = track.syncs { table += TestBox.bytes("stss", syncs) }
    if let shifts = track.shifts { table += TestBox.bytes("ctts", shifts) }
    table += TestBox.bytes("stsc", version: 0, number(1) + number(1) + number(count) + number(1))
    table += TestBox.bytes(
      "stsz", version: 0, number(0) + number(count) + track.samples.flatMap { number($0.count) })
    table += TestBox.bytes("stco", version: 0, number(1) + number(place)) + track.inTable
    let reference = TestBox.bytes(
      "dref", version: 0, number(1) + TestBox.bytes("url ", version: 0, flags: 1, []))
    let media =
      TestBox.bytes("mdhd", track.mediaHead) + TestBox.bytes("hdlr", track.handler)
      + TestBox.bytes(
        "minf", track.kind + TestBox.bytes("dinf", reference) + TestBox.bytes("stbl", table))
    let edits = track.edits.map { TestBox.bytes("edts", TestBox.bytes("elst", $0)) } ?? []
    return TestBox.bytes(
      "trak", TestBox.bytes("tkhd", track.head) + edits + TestBox.bytes("mdia", media) + track.inTrack)
  }
}
