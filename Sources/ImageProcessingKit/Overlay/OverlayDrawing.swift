/// Marks on a picture of one size, each with its label: a thick box around the face, yellow, or orange where a person should look, a thin
/// green one around what is obscured.
struct OverlayDrawing {
  private let marks: [OverlayMark]
  private let size: LabelLayout.Size
  private let boxes: [PixelRect]
  private let labels: [OverlayLabel]
  private let layout: LabelLayout

  /// Faces that are smaller are hard to see.
  private static let leastFace = 20

  /// - Parameter size: of the picture in pixels.
  /// - Throws: `FaceBlurError` where OpenCV is missing or fails.
  init(_ marks: [OverlayMark], on size: LabelLayout.Size) throws(FaceBlurError) {
    var boxes: [PixelRect] = []
    var labels: [OverlayLabel] = []
    for mark in marks {
      let box = PixelRect(covering: mark.rect, width: size.width, height: size.height)
      boxes.append(box)
      labels.append(try OverlayLabel(mark, at: box, inPictureOf: max(size.width, size.height)))
    }
    self.marks = marks
    self.size = size
    self.boxes = boxes
    self.labels = labels
    layout = LabelLayout(zip(boxes, labels).map { LabelLayout.Item(box: $0, sizes: $1.sizes) }, on: size)
  }

  /// How far the overlay is from what a person wants: nothing where faces can be seen and labels are near them.
  var strain: Int { layout.strain + boxes.count { min($0.width, $0.height) < Self.leastFace } }

  /// - Parameter picture: of the size.
  /// - Throws: `FaceBlurError` where OpenCV is missing or fails.
  func drawn(on picture: PixelBuffer) throws(FaceBlurError) -> PixelBuffer {
    var canvas = OverlayCanvas(picture)
    for (mark, box) in zip(marks, boxes) {
      if let hidden = mark.hidden {
        let area = PixelRect(covering: hidden, width: size.width, height: size.height)
        try canvas.draw(area, thickness: 1, .region)
      }
      try canvas.draw(box, thickness: mark.isSeen ? stroke(of: box) : 1, mark.color)
    }
    // Labels last, so that no box and no line crosses them.
    for (index, place) in layout.places.enumerated() where place.distance >= LabelGrid.cell {
      try canvas.drawLine(from: place.rect, to: boxes[index], marks[index].color)
    }
    for (index, place) in layout.places.enumerated() {
      let label = labels[index]
      let plate = Self.plate(label.sizes[place.size], in: place.rect, towards: boxes[index])
      try canvas.draw(label.text, letters: label.letters[place.size], at: plate, marks[index].color)
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
  private func stroke(of box: PixelRect) -> Int {
    let usual = max(2, max(size.width, size.height) / 400)
    return max(1, min(usual, min(box.width, box.height) / 12))
  }
}
