/// What programs read of every film, whatever was done with it.
struct FilmObject: Encodable {
  /// Upright, in pixels.
  let width: Int
  let height: Int
  let orientation: Orientation
  /// As shown, in seconds, to a thousandth.
  let duration: Double
  let frames: Int
  let codec: String

  init(_ report: FilmReport) {
    self.init(
      report.width, report.height, report.orientation, report.duration, report.frameCount, report.codec)
  }

  init(_ report: FilmEditReport) {
    self.init(
      report.width, report.height, report.orientation, report.duration, report.frameCount, report.codec)
  }

  private init(
    _ width: Int, _ height: Int, _ orientation: Orientation, _ duration: Double, _ frames: Int,
    _ codec: String
  ) {
    (self.width, self.height, self.orientation) = (width, height, orientation)
    (self.duration, self.frames, self.codec) = (duration.rounded(toParts: 1000), frames, codec)
  }
}

/// Where a track is at a time: in upright pixels to a tenth, in seconds to a thousandth.
struct FilmBoxObject: Encodable {
  let time: Double
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  /// Nil, and left out, of what a record keeps.
  let origin: String?

  /// - Parameters:
  ///   - rect: upright and normalised.
  ///   - time: in seconds from the film's beginning.
  ///   - width: of the upright film in pixels.
  ///   - height: likewise.
  init(_ rect: NormalizedRect, at time: Double, width: Int, height: Int, origin: String? = nil) {
    self.time = time.rounded(toParts: 1000)
    x = (rect.x * Double(width)).rounded(toParts: 10)
    y = (rect.y * Double(height)).rounded(toParts: 10)
    self.width = (rect.width * Double(width)).rounded(toParts: 10)
    self.height = (rect.height * Double(height)).rounded(toParts: 10)
    self.origin = origin
  }
}

extension FilmReport.Outputs: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try FileNames(["render": render, "record": record, "preview": preview, "overlay": overlay])
      .encode(to: encoder)
  }
}

extension Double {
  /// The nearest whole number of parts.
  func rounded(toParts parts: Double) -> Double { (self * parts).rounded() / parts }
}
