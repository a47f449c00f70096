/// One picture of a film, for people to look at.
enum FilmStill {
  /// What is shown at a time, upright; nil where the film has no picture then, or it cannot be decoded.
  /// - Parameters:
  ///   - time: of the picture, in ticks of the video track: the last one that begins by then.
  ///   - longSide: of the result in pixels, at most.
  /// - Throws: `FaceBlurError` where the film cannot be read.
  static func picture(
    of file: any FilmSource, at time: Int, fitting longSide: Int
  ) throws(FaceBlurError) -> PixelBuffer? {
    let track = file.film.video
    let samples = track.samples
    var wanted: Int?
    var best = Int.min
    for index in 0..<samples.count {
      let shown = samples.presentationTime(index)
      if shown <= time, shown > best || wanted == nil { (wanted, best) = (index, shown) }
    }
    guard let wanted, let first = (0...wanted).last(where: { samples[$0].isSync }) else { return nil }
    let decoder = try VideoDecoder(track.codec, configuration: track.configuration, shape: track.shape)
    let showing = ShownFrame.Showing(track.shape, track.colors, track.orientation)
    var found: PixelBuffer?
    func take(_ frame: VideoFrame) {
      guard frame.time == best else { return }
      found = ShownFrame(stored: frame, showing: showing).picture(fitting: longSide)
    }
    // Pictures behind it are asked for as long as the decoder holds it back.
    for index in first..<samples.count where found == nil {
      try decoder.decode(try file.packet(index), time: samples.presentationTime(index), take)
    }
    if found == nil { try decoder.finish(take) }
    return found
  }
}
