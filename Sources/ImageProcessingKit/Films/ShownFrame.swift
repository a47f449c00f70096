/// A frame of a film, of which pictures are made as viewers show them: upright, in sRGB, of the size that is asked for.
struct ShownFrame: Sendable {
  /// What is the same for all frames of a film.
  struct Showing: Sendable, Hashable {
    let orientation: Orientation
    let conversion: LumaChroma
    /// By 8-bit sample, what it is in sRGB; nil for much the same.
    let curve: [UInt8]?

    /// - Parameters:
    ///   - shape: of the frames as they are stored.
    ///   - colors: what their samples mean.
    ///   - orientation: how they are turned to stand upright.
    ///   - heedsLight: whether what they say of light is heeded.
    init(
      _ shape: PlanarShape, _ colors: SampleColors, _ orientation: Orientation, heedsLight: Bool = true
    ) {
      self.orientation = orientation
      conversion = LumaChroma(
        PlanarShape(width: 1, height: 1, chroma: shape.chroma == .gray ? .gray : .full, depth: shape.depth),
        colors)
      curve = heedsLight ? TransferCurve(codePoint: colors.transfer)?.shownRolledOff : nil
    }

    /// What each kind of player shows: one that heeds the container or, where that contradicts it, the code, and what is said of light or
    /// not. The first heeds the container and the light; of nearly all films there is no other one.
    static func all(of track: VideoTrack) -> [Showing] {
      var all: [Showing] = []
      for colors in [track.colors, track.codedColors].compactMap(\.self) {
        for heedsLight in [true, false] {
          let showing = Showing(track.shape, colors, track.orientation, heedsLight: heedsLight)
          if !all.contains(showing) { all.append(showing) }
        }
      }
      return all
    }
  }

  let stored: VideoFrame
  let showing: Showing

  /// The upright size in pixels.
  var size: (width: Int, height: Int) {
    showing.orientation.uprightSize(storedWidth: stored.shape.width, storedHeight: stored.shape.height)
  }

  /// - Parameter longSide: of the picture in pixels, at most; it is never enlarged.
  func picture(fitting longSide: Int) -> PixelBuffer {
    let size = Self.size(of: stored.shape, fitting: longSide)
    let small = PlanarShrinker.shrink(
      stored.bytes, of: stored.shape, width: size.width, height: size.height)
    let row = PixelBuffer.channels * small.shape.width
    let picture = PixelBuffer(width: small.shape.width, height: small.shape.height) { target in
      for y in 0..<small.shape.height {
        showing.conversion.convert(
          row: y, of: small, into: UnsafeMutableBufferPointer(rebasing: target[y * row..<(y + 1) * row]))
      }
      if let curve = showing.curve {
        for place in target.indices { target[place] = curve[Int(target[place])] }
      }
    }
    return showing.orientation.upright(picture)
  }

  /// How large a picture of a frame is before it is turned, in pixels.
  /// - Parameter longSide: at most; it is never enlarged.
  static func size(of stored: PlanarShape, fitting longSide: Int) -> (width: Int, height: Int) {
    let scale = min(1, Double(max(longSide, 1)) / Double(max(stored.width, stored.height)))
    func length(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }
    return (length(stored.width), length(stored.height))
  }
}
