import Foundation
import TestSupport

@testable import ImageProcessingKit

/// A few pictures that move, and what the encoder makes of them.
struct EncodedFilm {
  let settings: VideoEncoder.Settings
  let parameterSets: [[UInt8]]
  let configuration: [UInt8]
  let pictures: [CodedFrame]

  /// - Parameters:
  ///   - keys: pictures that begin a group.
  ///   - helper: another one than is started for films.
  init(
    _ pictures: [[UInt8]], _ settings: VideoEncoder.Settings, keys: Set<Int> = [],
    by helper: CodecHelper? = nil
  ) throws {
    let encoder =
      if let helper { try VideoEncoder(settings, by: helper) } else { try VideoEncoder(settings) }
    var coded: [CodedFrame] = []
    for (index, bytes) in pictures.enumerated() {
      try encoder.encode(bytes, beginsGroup: keys.contains(index)) { coded.append($0) }
    }
    try encoder.finish { coded.append($0) }
    self.settings = settings
    parameterSets = encoder.parameterSets
    configuration = encoder.configuration
    self.pictures = coded
  }

  /// Stripes and a square that move over a ground that does not, with a little noise: always the same.
  static func pictures(_ shape: PlanarShape, count: Int = 24) -> [[UInt8]] {
    (0..<count).map { frame in
      var bytes: [UInt8] = []
      for plane in 0..<shape.planeCount {
        let size = shape.size(ofPlane: plane)
        for row in 0..<size.height {
          for column in 0..<size.width {
            let wave = (column * 3 + frame * 4 + row * (plane + 1)) & 255
            var value = wave < 128 ? 48 + wave : 303 - wave
            let (left, top) = (size.width / 4 + frame % 8, size.height / 4 + frame % 8)
            if (left..<(2 * left)).contains(column), (top..<(2 * top)).contains(row) {
              value = 60 + 40 * plane
            }
            value += (column &* 7919 &+ row &* 104_729 &+ frame &* 1_299_709) >> 4 & 3
            let sample = value << (shape.depth - 8)
            bytes.append(UInt8(truncatingIfNeeded: sample))
            if shape.depth > 8 { bytes.append(UInt8(sample >> 8)) }
          }
        }
      }
      return bytes
    }
  }

  /// NAL units of all pictures, in their order.
  var units: [ArraySlice<UInt8>] { pictures.flatMap { CodedUnits.all(in: $0.bytes) ?? [] } }

  /// The film as decoders without a container have it: parameter sets, then pictures, behind start codes (annex B of both standards).
  var stream: [UInt8] { (parameterSets.map { $0[...] } + units).flatMap { [0, 0, 0, 1] + $0 } }

  /// By the process that decodes films.
  func decoded() throws -> [VideoFrame] {
    let decoder = try VideoDecoder(settings.codec, configuration: configuration, shape: settings.shape)
    var frames: [VideoFrame] = []
    for (index, picture) in pictures.enumerated() {
      frames += try decoder.decode(picture.bytes, time: index)
    }
    return try frames + decoder.finish()
  }

  /// By FFmpeg's program, of the stream: the samples of all pictures.
  func shownByFFmpeg() throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(stream, "film")
    return try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-f", settings.codec.rawValue, "-i", "film", "-vsync", "passthrough"]
        + ["-f", "rawvideo", "-"], in: scratch)
  }

  /// What FFmpeg's program reads in the parameter sets and the heads of slices: values by the names of the standards.
  func syntax() throws -> [String: Set<Int>] {
    let scratch = try ScratchFolder()
    try scratch.write(stream, "film")
    let outcome = try BuiltCommand.run(
      ["-nostdin", "-f", settings.codec.rawValue, "-i", "film", "-c", "copy", "-bsf:v", "trace_headers"]
        + ["-f", "null", "-"], of: "ffmpeg", in: scratch.path)
    var values: [String: Set<Int>] = [:]
    for line in outcome.errors.split(separator: "\n") where line.contains(" = ") {
      let words = line.split(separator: " ")
      guard words.count > 3, let value = Int(words[words.count - 1]), words[words.count - 2] == "=" else {
        continue
      }
      values[String(words[words.count - 4]), default: []].insert(value)
    }
    return values
  }

  /// How near pictures are to others, in decibels: of the worst one.
  static func likeness(_ frames: [[UInt8]], _ pictures: [[UInt8]], depth: Int) -> Double {
    zip(frames, pictures).map { frame, picture in
      var sum = 0
      for place in stride(from: 0, to: min(frame.count, picture.count), by: depth > 8 ? 2 : 1) {
        func sample(_ bytes: [UInt8]) -> Int {
          Int(bytes[place]) | (depth > 8 ? Int(bytes[place + 1]) << 8 : 0)
        }
        let difference = sample(frame) - sample(picture)
        sum += difference * difference
      }
      let count = picture.count / (depth > 8 ? 2 : 1)
      let most = Double(1 << depth - 1)
      return 10 * log10(most * most * Double(count) / Double(max(sum, 1)))
    }.min() ?? 0
  }
}
