/// Code of H.264 and HEVC unit by unit, as tests take it apart and put it together.
public enum TestUnits {
  /// The units of a packet that have their lengths before them.
  public static func list(_ packet: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var place = 0
    while place + 4 <= packet.count {
      let length = packet[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      units.append(Array(packet[place + 4..<place + 4 + length]))
      place += 4 + length
    }
    return units
  }

  public static func packet(_ units: [[UInt8]]) -> [UInt8] {
    units.flatMap { ByteOrder.bigEndian.number($0.count, 4) + $0 }
  }

  /// A packet with bytes behind the code in its last unit, which no decoder looks at, kept from looking like start codes.
  public static func packet(_ packet: [UInt8], carrying bytes: [UInt8]) -> [UInt8] {
    var units = list(packet)
    var unit = units.popLast() ?? []
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return self.packet(units + [unit])
  }

  /// The units of a stream with start codes (ITU-T H.264, annex B).
  public static func stream(_ bytes: [UInt8]) -> [[UInt8]] {
    var starts: [Int] = []
    for place in bytes.indices.dropLast(2)
    where bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1 {
      starts.append(place)
    }
    return starts.enumerated().map { index, start in
      var unit = bytes[start + 3..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)]
      while unit.last == 0 { unit.removeLast() }
      return Array(unit)
    }
  }

  /// Pictures that FFmpeg and x264 made of samples in 4:2:0.
  public struct Coded: Sendable {
    public var sequenceSet: [UInt8] = []
    public var pictureSet: [UInt8] = []
    /// Slices alone, each behind its length.
    public var packets: [[UInt8]] = []
  }

  /// - Parameters:
  ///   - pictures: 8 bits a sample, plane by plane.
  ///   - setNumber: of the sets of parameters.
  public static func encoded(
    _ pictures: [[UInt8]], width: Int, height: Int, quality: Int = 18, setNumber: Int = 1
  ) throws -> Coded {
    let scratch = try ScratchFolder()
    try scratch.write(pictures.flatMap { $0 }, "pictures")
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(width)x\(height)",
        "-r", "10", "-i", "pictures", "-c:v", "libx264", "-preset", "veryfast", "-crf", "\(quality)",
        "-threads", "1", "-x264-params", "sps-id=\(setNumber):bframes=0:keyint=250:scenecut=0", "-f", "h264",
        "coded",
      ], in: scratch)
    var coded = Coded()
    for unit in stream(try scratch.read("coded")) {
      switch unit[0] & 31 {
      case 7: coded.sequenceSet = unit
      case 8: coded.pictureSet = unit
      // The first slice of a picture begins with its first block.
      case 1, 5:
        if unit[1] & 0x80 != 0 { coded.packets.append([]) }
        coded.packets[coded.packets.count - 1] += packet([unit])
      default: break
      }
    }
    return coded
  }

  /// The samples of a film's pictures in 4:2:0 with 8 bits, in the order they are shown, as FFmpeg decodes them.
  public static func decoded(_ film: [UInt8], width: Int, height: Int) throws -> [[UInt8]] {
    let scratch = try ScratchFolder()
    try scratch.write(film, "film")
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-noautorotate", "-ignore_editlist", "1", "-i", "film", "-map", "0:v:0",
        "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p", "pictures",
      ], in: scratch)
    let bytes = try scratch.read("pictures")
    let size = width * height * 3 / 2
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  /// The content of `avcC` with one more set of each kind.
  public static func adding(_ coded: Coded, to configuration: [UInt8]) -> [UInt8] {
    let length = Int(configuration[6]) << 8 | Int(configuration[7])
    let sequence = Array(configuration[8..<8 + length])
    let rest = configuration[(8 + length)...]
    let other = Int(rest[rest.startIndex + 1]) << 8 | Int(rest[rest.startIndex + 2])
    let picture = Array(rest[(rest.startIndex + 3)..<(rest.startIndex + 3 + other)])
    func sized(_ unit: [UInt8]) -> [UInt8] { ByteOrder.bigEndian.number(unit.count, 2) + unit }
    return [1, 100, 0, max(sequence[3], coded.sequenceSet[3]), 0xFF, 0xE2] + sized(sequence)
      + sized(coded.sequenceSet) + [2] + sized(picture) + sized(coded.pictureSet) + [0xFD, 0xF8, 0xF8, 0]
  }

  /// The content of `avcC` or `hvcC` with other units, each in the place of one.
  /// - Parameter change: changes them, in the order in which they are there.
  public static func changingSets(
    of configuration: [UInt8], isHEVC: Bool, _ change: (inout [[UInt8]]) -> Void
  ) -> [UInt8] {
    var units: [[UInt8]] = []
    // What stands before the length of each.
    var before: [[UInt8]] = []
    var (place, start) = (isHEVC ? 23 : 6, 0)
    func number(at place: Int) -> Int { Int(configuration[place]) << 8 | Int(configuration[place + 1]) }
    func take(_ count: Int) {
      for _ in 0..<count {
        let end = place + 2 + number(at: place)
        before.append(Array(configuration[start..<place]))
        units.append(Array(configuration[place + 2..<end]))
        (place, start) = (end, end)
      }
    }
    if isHEVC {
      for _ in 0..<configuration[22] {
        let count = number(at: place + 1)
        place += 3
        take(count)
      }
    } else {
      take(Int(configuration[5] & 31))
      let count = Int(configuration[place])
      place += 1
      take(count)
    }
    change(&units)
    var changed: [UInt8] = []
    for (before, unit) in zip(before, units) {
      changed += before
      changed += ByteOrder.bigEndian.number(unit.count, 2)
      changed += unit
    }
    return changed + configuration[start...]
  }
}
