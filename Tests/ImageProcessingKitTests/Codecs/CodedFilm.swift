import Foundation
import Synchronization
import TestSupport

@testable import ImageProcessingKit

/// A short film that FFmpeg's program codes, as packets, and its frames as the same program decodes them.
struct CodedFilm: Sendable {
  /// How it is coded.
  struct Form: Sendable, Hashable, CustomStringConvertible {
    let codec: VideoCodec
    /// What is asked of the encoder.
    let options: [String]
    var chroma = ChromaFormat.half
    var depth = 8
    var width = 322
    var height = 182

    var description: String { "\(codec) of \(depth) bits \(options.joined(separator: " "))" }

    var shape: PlanarShape { PlanarShape(width: width, height: height, chroma: chroma, depth: depth) }

    /// What FFmpeg calls the samples.
    var pixels: String {
      let name =
        switch chroma {
        case .gray: "gray"
        case .half: "yuv420p"
        case .halfWidth: "yuv422p"
        case .full: "yuv444p"
        }
      return depth == 8 ? name : "\(name)\(depth)le"
    }
  }

  struct Failure: Error {
    let reason: String
  }

  let form: Form
  let configuration: [UInt8]
  /// In the order of decoding.
  let packets: [Packet]
  /// The samples of its frames, in the order of presentation.
  let frames: [[UInt8]]

  struct Packet: Sendable {
    let bytes: [UInt8]
    let time: Int
  }

  private struct Probe: Decodable {
    struct Packet: Decodable {
      let pts: Int
      let size: String
      let pos: String
    }

    struct Stream: Decodable {
      let extradata: String?
    }

    let packets: [Packet]
    let streams: [Stream]
  }

  private static let shelf = Mutex<[Form: CodedFilm]>([:])

  /// A film of 40 frames, which is made once.
  static func of(_ form: Form) throws -> CodedFilm {
    if let film = shelf.withLock({ $0[form] }) { return film }
    let film = try CodedFilm(form)
    shelf.withLock { $0[form] = film }
    return film
  }

  private init(_ form: Form) throws {
    let count = 40
    let scratch = try ScratchFolder()
    let source = "testsrc2=size=\(form.width)x\(form.height):rate=25"
    _ = try Self.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-f", "lavfi", "-i", source, "-vf", "noise=alls=8:allf=t"]
        + ["-frames:v", "\(count)", "-pix_fmt", form.pixels] + form.options + ["film.mp4"], in: scratch)
    _ = try Self.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-i", "film.mp4", "-vsync", "passthrough", "-f", "rawvideo", "frames"],
      in: scratch)
    let entries = "packet=pts,size,pos:stream=extradata"
    let json = try Self.run(
      "ffprobe",
      ["-v", "error", "-ignore_editlist", "1", "-select_streams", "v", "-show_data", "-show_packets"]
        + ["-show_streams", "-show_entries", entries, "-of", "json", "film.mp4"], in: scratch)
    let probe = try JSONDecoder().decode(Probe.self, from: Data(json.utf8))
    let file = try scratch.read("film.mp4")
    let samples = try scratch.read("frames")
    let size = form.shape.sampleCount * form.shape.sampleBytes
    guard samples.count == count * size, probe.packets.count == count else {
      throw Failure(reason: "\(form): \(samples.count) bytes in \(probe.packets.count) packets")
    }
    self.form = form
    configuration = Self.bytes(ofDump: probe.streams.first?.extradata ?? "")
    packets = try probe.packets.map { packet in
      guard let start = Int(packet.pos), let size = Int(packet.size), start + size <= file.count else {
        throw Failure(reason: "there is a packet at \(packet.pos)")
      }
      return Packet(bytes: Array(file[start..<(start + size)]), time: packet.pts)
    }
    frames = (0..<count).map { Array(samples[($0 * size)..<(($0 + 1) * size)]) }
  }

  /// What an `avcC` is with a sequence parameter set that does not say how far frames are reordered, as those of many cameras do not:
  /// without the last part of its VUI (ITU-T H.264, E.1.1), which x264 writes.
  var silentConfiguration: [UInt8]? {
    guard configuration.count > 8 else { return nil }
    let count = Int(configuration[6]) << 8 | Int(configuration[7])
    guard configuration.count >= 8 + count else { return nil }
    var zeros = 0
    // As bits, without bytes that keep start codes away.
    var bits = configuration[8..<(8 + count)].flatMap { byte -> [Bool] in
      defer { zeros = byte == 0 ? zeros + 1 : 0 }
      return zeros >= 2 && byte == 3 ? [] : (0..<8).map { byte >> (7 - $0) & 1 == 1 }
    }
    guard let end = bits.lastIndex(of: true) else { return nil }
    // Two flags and six numbers up to the last bit that is set.
    let start = (0..<end).last { start in
      var place = start + 2
      for _ in 0..<6 {
        guard let one = bits[min(place, end)..<end].firstIndex(of: true) else { return false }
        place = one + 1 + (one - place)
      }
      return bits[start] && place == end && end - start >= 26
    }
    guard let start else { return nil }
    bits = bits[..<start] + [false, true]
    bits += [Bool](repeating: false, count: (8 - bits.count % 8) % 8)
    var set: [UInt8] = []
    for first in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[first..<(first + 8)].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) }
      if byte <= 3 && set.suffix(2) == [0, 0] { set.append(3) }
      set.append(byte)
    }
    return Array(configuration[..<6]) + [UInt8(set.count >> 8), UInt8(set.count & 255)] + set
      + configuration[(8 + count)...]
  }

  /// A decoder for it.
  func decoder(threads: Int = 2) throws -> VideoDecoder {
    try VideoDecoder(form.codec, configuration: configuration, shape: form.shape, threads: threads)
  }

  /// All that comes of packets.
  static func decode(_ packets: [Packet], with decoder: VideoDecoder) throws -> [VideoFrame] {
    var frames: [VideoFrame] = []
    for packet in packets { frames += try decoder.decode(packet.bytes, time: packet.time) }
    return try frames + decoder.finish()
  }

  /// Lines like "00000000: 0142 c00b ffe1  .B....".
  private static func bytes(ofDump dump: String) -> [UInt8] {
    dump.split(separator: "\n").flatMap { line -> [UInt8] in
      guard let colon = line.firstIndex(of: ":") else { return [] }
      let digits = line[line.index(after: colon)...].prefix(41).filter { $0 != " " }
      return stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
        UInt8(digits.dropFirst(place).prefix(2), radix: 16)
      }
    }
  }

  private static func run(
    _ program: String, _ arguments: [String], in scratch: ScratchFolder
  ) throws -> String {
    let outcome = try BuiltCommand.run(arguments, of: program, in: scratch.path)
    guard outcome.exitCode == 0 else { throw Failure(reason: "\(program): \(outcome.errors)") }
    return outcome.output
  }
}
