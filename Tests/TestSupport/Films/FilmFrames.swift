internal import Foundation

/// What a film shows, as FFmpeg decodes it.
package enum FilmFrames {
  /// The hashes of the frames in the order in which they are shown, also of those that an edit list hides.
  /// - Parameter film: its bytes.
  package static func hashes(of film: [UInt8]) throws -> [String] {
    try lines(of: film, ["-map", "0:v:0", "-f", "framemd5"]).map { $0[$0.count - 1] }
  }

  /// The hashes of the packets of a track of sound.
  package static func soundHashes(of film: [UInt8], track: Int = 0) throws -> [String] {
    try lines(of: film, ["-map", "0:a:\(track)", "-c", "copy", "-f", "framemd5"]).map { $0[$0.count - 1] }
  }

  /// What is heard of a track, as it is played: the channels together, at the rate of the track, from -1 to 1.
  package static func sound(of film: [UInt8], track: Int = 0) throws -> [Float] {
    let scratch = try ScratchFolder()
    try scratch.write(film, "film")
    let bytes = try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-i", "film", "-map", "0:a:\(track)", "-ac", "1", "-f", "f32le", "-"],
      in: scratch)
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  /// The frames' luma in the order in which they are shown, a byte a sample, as they are stored.
  package static func luma(of film: [UInt8]) throws -> [[UInt8]] {
    let probe = try FilmProbe(film)
    guard let video = probe.streams.first(where: { $0.codecType == "video" }), let width = video.width,
      let height = video.height
    else { throw FilmTools.Unreadable() }
    let bytes = try decoded(film, ["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray"])
    let size = width * height
    return stride(from: 0, to: bytes.count - bytes.count % size, by: size).map {
      Array(bytes[$0..<$0 + size])
    }
  }

  private static func lines(of film: [UInt8], _ output: [String]) throws -> [[String]] {
    String(decoding: try decoded(film, output), as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  private static func decoded(_ film: [UInt8], _ output: [String]) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(film, "film")
    return try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-noautorotate"] + FilmTools.ignoringEdits(film)
        + ["-i", "film", "-vsync", "passthrough"] + output + ["-"], in: scratch)
  }
}
