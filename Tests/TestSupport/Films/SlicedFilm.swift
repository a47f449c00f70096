extension TestFilm {
  /// The film, each picture in some slices, with groups of eight pictures that refer to earlier ones alone; and of one picture a slice is missing.
  /// - Parameters:
  ///   - slice: which one; nil for none.
  ///   - count: of the slices of each picture.
  ///   - picture: which one.
  public func bytes(withoutSlice slice: Int?, of count: Int = 4, ofPicture picture: Int) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(bytes(), "film.mp4")
    let order = "slices=\(count):keyint=8:min-keyint=8:scenecut=0:bframes=0"
    let coding =
      codec == .h264
      ? ["libx264", "-x264-params", order, "-tag:v", "avc1"]
      : [
        "libx265", "-x265-params", order + ":ctu=16:pools=2:frame-threads=1:log-level=none", "-tag:v", "hvc1",
      ]
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "film.mp4", "-preset", "ultrafast", "-video_track_timescale",
        "30000",
      ]
        + ["-c:v"] + coding + ["-c:a", "copy", "sliced.mp4"], in: scratch)
    let sliced = try scratch.read("sliced.mp4")
    guard let slice else { return sliced }
    var film = try RebuiltFilm(sliced)
    var units = TestUnits.list(film.tracks[0].samples[picture])
    let slices = units.indices.filter {
      codec == .h264 ? [1, 5].contains(units[$0][0] & 31) : units[$0][0] < 64
    }
    guard slices.count == count else { throw FilmTools.Unreadable() }
    units.remove(at: slices[slice])
    film.tracks[0].samples[picture] = TestUnits.packet(units)
    return film.bytes
  }
}
