internal import CFaceDetection

/// Draws what was found into a picture, for a person to check before anything is obscured.
public enum DetectionOverlay {
  private static let faceColor = fbd_color(red: 255, green: 214, blue: 10)
  private static let doubtfulColor = fbd_color(red: 255, green: 105, blue: 45)
  private static let regionColor = fbd_color(red: 48, green: 209, blue: 88)

  /// Draws each region's face with a thick yellow box, or an orange one where a person should look, the part that is obscured with a thin green one, and
  /// the id and score on a plate above it.
  /// - Parameters:
  ///   - plan: the regions; excluded ones get no green box.
  ///   - geometry: the photo that the picture shows.
  ///   - picture: the upright picture to draw on.
  /// - Throws: `DetectionError` where OpenCV fails.
  public static func draw(
    _ plan: RegionPlan, of geometry: PhotoGeometry, on picture: inout PixelBuffer
  ) throws(DetectionError) {
    let longSide = max(picture.width, picture.height)
    let stroke = Int32(max(2, longSide / 400))
    let letters = Int32(max(9, longSide / 80))
    for region in plan.regions {
      if region.state == .applied {
        let units = geometry.units(covering: region.rect.scaled(by: plan.strength.reach))
        try drawBox(geometry.uprightRect(of: units), on: &picture, thickness: 1, color: regionColor)
      }
      try drawBox(region.rect, on: &picture, thickness: stroke, color: color(of: region))
    }
    // Labels last, so that no box crosses them.
    for region in plan.regions {
      let box = pixels(region.rect, of: picture)
      let text =
        (region.score.map { "\(region.id) \(hundredths($0))" } ?? region.id) + (region.isDoubtful ? "?" : "")
      try withCanvas(&picture) { canvas, message in
        fbd_draw_label(canvas, text, box.x, box.y, letters, color(of: region), message)
      }
    }
  }

  private static func color(of region: PlannedRegion) -> fbd_color {
    region.isDoubtful ? doubtfulColor : faceColor
  }

  /// "0.93", without Foundation's formatter.
  private static func hundredths(_ score: Double) -> String {
    let value = Int((min(max(score, 0), 1) * 100).rounded())
    return "\(value / 100).\(value % 100 / 10)\(value % 10)"
  }

  private static func pixels(
    _ rect: NormalizedRect, of picture: PixelBuffer
  ) -> (x: Int32, y: Int32, width: Int32, height: Int32) {
    // A box that leaves the picture is drawn along its edge, where it can be seen.
    let inside = rect.clampedToPicture()
    let x = Int32((inside.x * Double(picture.width)).rounded(.down))
    let y = Int32((inside.y * Double(picture.height)).rounded(.down))
    let right = Int32((inside.maxX * Double(picture.width)).rounded(.up))
    let bottom = Int32((inside.maxY * Double(picture.height)).rounded(.up))
    return (x, y, max(right - x, 1), max(bottom - y, 1))
  }

  private static func drawBox(
    _ rect: NormalizedRect, on picture: inout PixelBuffer, thickness: Int32, color: fbd_color
  ) throws(DetectionError) {
    let box = pixels(rect, of: picture)
    try withCanvas(&picture) { canvas, message in
      fbd_draw_box(canvas, box.x, box.y, box.width, box.height, thickness, color, message)
    }
  }

  private static func withCanvas(
    _ picture: inout PixelBuffer,
    _ draw: (fbd_canvas, UnsafeMutablePointer<fbd_message>) -> fbd_status
  ) throws(DetectionError) {
    let width = picture.width
    let height = picture.height
    try picture.withUnsafeMutableBytes { (bytes) throws(DetectionError) in
      guard let base = bytes.baseAddress else { throw DetectionError.outOfMemory }
      let canvas = fbd_canvas(
        pixels: base, width: Int32(width), height: Int32(height), stride: width * PixelBuffer.channels)
      try DetectionShim.checked(path: nil) { draw(canvas, $0) }
    }
  }
}
