/// A picture of what was found, for a person to check before anything is obscured: each region's face in a thick yellow
/// box, or an orange one where a person should look, the part that is obscured in a thin green one, and a label with the
/// id outside of all faces.
package struct DetectionOverlay {
  /// The long side of the picture to draw on, in pixels; a smaller photo is handed in whole.
  package let pictureSide: Int

  private let marks: [OverlayMark]
  /// How many times as wide and high as the picture that is handed in the overlay is.
  private let enlargement: Int

  /// Overlays of small photos are at least so long, in pixels.
  private static let leastSide = 480
  /// No overlay is longer, whatever its labels need.
  private static let mostSide = 4000

  /// Makes sure that overlays can be drawn, so that a run that could draw none ends before it writes anything.
  /// - Throws: `FaceBlurError` where OpenCV is missing.
  package static func prepare() throws(FaceBlurError) {
    _ = try OpenCVLibrary.open()
  }

  /// Chooses the smallest size at which the faces can be seen and the labels find room.
  /// - Parameters:
  ///   - plan: the regions; excluded ones get no green box.
  ///   - geometry: the photo that is shown.
  /// - Throws: `FaceBlurError` where OpenCV is missing or fails.
  package init(_ plan: RegionPlan, of geometry: PhotoGeometry) throws(FaceBlurError) {
    let marks = plan.regions.map { OverlayMark($0, plan.strength, of: geometry) }
    self.marks = marks
    let (width, height) = geometry.visibleSize
    var best: (scale: Scale, strain: Int)?
    for scale in Self.scales(longSide: max(width, height)) {
      let side = scale.side * scale.enlargement
      let share = Double(side) / Double(max(width, height))
      let size = LabelLayout.Size(
        width: max(Int((Double(width) * share).rounded()), 1),
        height: max(Int((Double(height) * share).rounded()), 1))
      let strain = try OverlayDrawing(marks, on: size).strain
      if strain < best?.strain ?? .max { best = (scale, strain) }
      if strain == 0 { break }
    }
    pictureSide = best?.scale.side ?? DisplayImage.standardSide
    enlargement = best?.scale.enlargement ?? 1
  }

  /// The long side of a picture and how many times as large it is drawn on.
  private typealias Scale = (side: Int, enlargement: Int)

  /// The sizes that an overlay can have, the smallest first.
  private static func scales(longSide: Int) -> [Scale] {
    let usual = min(longSide, DisplayImage.standardSide)
    let shrunk = [usual, 2400, 3200].filter { $0 == usual || $0 < longSide }.map { Scale($0, 1) }
    let least = max((leastSide + longSide - 1) / longSide, 1)
    let most = max(mostSide / longSide, least)
    let enlarged = (least...most).map { Scale(longSide, $0) }
    return longSide > DisplayImage.standardSide ? shrunk + enlarged.filter { $0.side <= mostSide } : enlarged
  }

  /// Draws the overlay.
  /// - Parameter picture: what viewers show, upright, its long side `pictureSide` where the photo's is not smaller.
  /// - Throws: `FaceBlurError` where OpenCV is missing or fails.
  package func drawn(on picture: PixelBuffer) throws(FaceBlurError) -> PixelBuffer {
    let picture = picture.enlarged(by: enlargement)
    return try OverlayDrawing(marks, on: LabelLayout.Size(width: picture.width, height: picture.height))
      .drawn(on: picture)
  }
}
