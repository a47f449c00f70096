extension TestFilm {
  /// The film with a part of its pictures cut away, which stays in their code.
  /// - Parameters:
  ///   - edge: `left`, `right`, `top` or `bottom`.
  ///   - pixels: an even number.
  public func bytes(without pixels: Int, atThe edge: String) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(bytes(), "film.mp4")
    let raw = "raw.\(codec == .h264 ? "h264" : "hevc")"
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "film.mp4", "-c", "copy", "-bsf:v",
        "\(codec.rawValue)_mp4toannexb,\(codec.rawValue)_metadata=crop_\(edge)=\(pixels)", raw,
      ], in: scratch)
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-i", raw, "-c", "copy", "-tag:v", codec == .h264 ? "avc1" : "hvc1"]
        + ["cut.mp4"], in: scratch)
    return try scratch.read("cut.mp4")
  }
}
