internal import Foundation

/// FFmpeg's programs, which make films and tell what is in them: they share no code with what is tested.
package enum FilmTools {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package struct Unreadable: Error {}

  /// What FFmpeg is told before a film to show also what an edit list hides: only films of some containers have one.
  package static func ignoringEdits(_ film: [UInt8]) -> [String] {
    film.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) ? [] : ["-ignore_editlist", "1"]
  }

  /// Runs one of them to its end.
  /// - Parameters:
  ///   - program: `ffmpeg` or `ffprobe`.
  ///   - arguments: of the program.
  ///   - scratch: the folder that it works in.
  /// - Returns: what it prints.
  @discardableResult
  package static func run(
    _ program: String, _ arguments: [String], in scratch: ScratchFolder
  ) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = scratch.url
    process.standardInput = FileHandle.nullDevice
    // Files instead of pipes: a full pipe that nobody reads would stop the program.
    let results = try ScratchFolder()
    process.standardOutput = FileHandle(forWritingAtPath: try results.write([], "output"))
    process.standardError = FileHandle(forWritingAtPath: try results.write([], "errors"))
    try process.runToEnd()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "\(program) (`make test` installs it) failed: "
          + String(decoding: try results.read("errors"), as: UTF8.self))
    }
    return try results.read("output")
  }
}

/// What ffprobe finds in a film, without its edit list.
package struct FilmProbe: Decodable {
  package struct Packet: Decodable {
    package let codecType: String
    package let streamIndex: Int
    package let pts: Int
    package let dts: Int
    package let duration: Int?
    package let size: String
    package let pos: String
    package let flags: String

    private enum CodingKeys: CodingKey {
      case codecType, streamIndex, pts, dts, duration, size, pos, flags
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      codecType = try container.decode(String.self, forKey: .codecType)
      streamIndex = try container.decode(Int.self, forKey: .streamIndex)
      pts = try container.decode(Int.self, forKey: .pts)
      // Matroska does not say it, and FFmpeg does not know it of every packet.
      dts = try container.decodeIfPresent(Int.self, forKey: .dts) ?? pts
      duration = try container.decodeIfPresent(Int.self, forKey: .duration)
      size = try container.decode(String.self, forKey: .size)
      pos = try container.decode(String.self, forKey: .pos)
      flags = try container.decode(String.self, forKey: .flags)
    }
  }

  package struct Stream: Decodable {
    package let codecType: String
    package let codecName: String
    package let width: Int?
    package let height: Int?
    package let pixFmt: String?
    package let colorRange: String?
    package let colorSpace: String?
    package let colorTransfer: String?
    package let colorPrimaries: String?
  }

  package let packets: [Packet]
  package let streams: [Stream]

  /// - Parameter film: its bytes.
  package init(_ film: [UInt8]) throws {
    let scratch = try ScratchFolder()
    try scratch.write(film, "film")
    let json = try FilmTools.run(
      "ffprobe",
      ["-v", "error"] + FilmTools.ignoringEdits(film)
        + ["-show_packets", "-show_streams", "-of", "json", "film"],
      in: scratch)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(FilmProbe.self, from: Data(json))
  }

  /// Packets of pictures, in the order of decoding.
  package var pictures: [Packet] { packets.filter { $0.codecType == "video" } }
}

extension FilmProbe {
  /// The first picture of a film as FFmpeg shows it.
  /// - Parameters:
  ///   - film: its bytes.
  ///   - isTurned: whether it is to stand upright.
  /// - Returns: its samples, three for each pixel.
  package static func firstPicture(of film: [UInt8], isTurned: Bool) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(film, "film")
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-nostdin"] + (isTurned ? [] : ["-noautorotate"])
        + ["-i", "film", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "picture"], in: scratch)
    return try scratch.read("picture")
  }
}
