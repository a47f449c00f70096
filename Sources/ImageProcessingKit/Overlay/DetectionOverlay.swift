/// A picture of what was found, for a person to check before anything is obscured: each region's face in a thick yellow
/// box, or an orange one where a person should look, the part that is obscured in a thin green one, and a label with the
/// id outside of all faces.
package struct DetectionOverlay {
  /// The long side of the picture to draw on, in pixels; a smaller photo is handed in whole.
  package let pictureSide: Int

  /// In fractions of what viewers show.
  private let plan: RegionPlan
  /// Where each region is obscured, likewise.
  private let obscured: [NormalizedRect]
  /// How many times as wide and high as the picture that is handed in the overlay is.
  private let enlargement: Int

  /// Overlays of small photos are at least so long, in pixels.
  private static let leastSide = 480
  /// Faces that are smaller are hard to see.
  private static let leastFace = 20
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
    let frame = geometry.frame
    let obscured = plan.regions.map { region in
      let units = geometry.units(covering: region.rect.scaled(by: plan.strength.reach))
      return frame.visibleRect(of: geometry.uprightRect(of: units))
    }
    let plan = plan.visible(in: frame)
    self.plan = plan
    self.obscured = obscured
    let (width, height) = geometry.visibleSize
    var best: (scale: Scale, strain: Int)?
    for scale in Self.scales(longSide: max(width, height)) {
      let side = scale.side * scale.enlargement
      let share = Double(side) / Double(max(width, height))
      let size = LabelLayout.Size(
        width: max(Int((Double(width) * share).rounded()), 1),
        height: max(Int((Double(height) * share).rounded()), 1))
      let strain = try Labels(plan, on: size).strain
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

  /// The labels of a plan and where they stand.
  private struct Labels {
    let boxes: [PixelRect]
    let labels: [OverlayLabel]
    let layout: LabelLayout

    /// How far the overlay is from what a person wants: nothing where faces can be seen and labels are near them.
    var strain: Int { layout.strain + boxes.count { min($0.width, $0.height) < leastFace } }

    init(_ plan: RegionPlan, on size: LabelLayout.Size) throws(FaceBlurError) {
      var boxes: [PixelRect] = []
      var labels: [OverlayLabel] = []
      for region in plan.regions {
        let box = PixelRect(covering: region.rect, width: size.width, height: size.height)
        boxes.append(box)
        labels.append(try OverlayLabel(region, at: box, inPictureOf: max(size.width, size.height)))
      }
      self.boxes = boxes
      self.labels = labels
      layout = LabelLayout(zip(boxes, labels).map { LabelLayout.Item(box: $0, sizes: $1.sizes) }, on: size)
    }
  }

  /// Draws the overlay.
  /// - Parameter picture: what viewers show, upright, its long side `pictureSide` where the photo's is not smaller.
  /// - Throws: `FaceBlurError` where OpenCV is missing or fails.
  package func drawn(on picture: PixelBuffer) throws(FaceBlurError) -> PixelBuffer {
    var canvas = OverlayCanvas(picture.enlarged(by: enlargement))
    let size = LabelLayout.Size(width: canvas.picture.width, height: canvas.picture.height)
    let labels = try Labels(plan, on: size)
    for (index, (region, box)) in zip(plan.regions, labels.boxes).enumerated() {
      if region.state == .applied {
        let hidden = PixelRect(covering: obscured[index], width: size.width, height: size.height)
        try canvas.draw(hidden, thickness: 1, .region)
      }
      try canvas.draw(box, thickness: Self.stroke(of: box, on: size), Self.color(of: region))
    }
    // Labels last, so that no box and no line crosses them.
    for (index, place) in labels.layout.places.enumerated() where place.distance >= LabelGrid.cell {
      try canvas.drawLine(from: place.rect, to: labels.boxes[index], Self.color(of: plan.regions[index]))
    }
    for (index, place) in labels.layout.places.enumerated() {
      let label = labels.labels[index]
      let plate = Self.plate(label.sizes[place.size], in: place.rect, towards: labels.boxes[index])
      try canvas.draw(
        label.text, letters: label.letters[place.size], at: plate, Self.color(of: plan.regions[index]))
    }
    return canvas.picture
  }

  /// A label's plate in its place, which is a little larger, on the side of its box.
  private static func plate(
    _ size: LabelLayout.Size, in place: PixelRect, towards box: PixelRect
  ) -> PixelRect {
    PixelRect(
      x: place.maxX <= box.x ? place.maxX - size.width : place.x,
      y: place.maxY <= box.y ? place.maxY - size.height : place.y, width: size.width, height: size.height)
  }

  /// A line that can be seen, and leaves a small face in its box to be seen.
  private static func stroke(of box: PixelRect, on size: LabelLayout.Size) -> Int {
    let usual = max(2, max(size.width, size.height) / 400)
    return max(1, min(usual, min(box.width, box.height) / 12))
  }

  private static func color(of region: PlannedRegion) -> OverlayCanvas.Color {
    region.isDoubtful ? .doubtful : .face
  }
}
