/// Overlapping parts of a picture that are looked at one by one, so that memory does not grow with the picture.
struct DetectionTiles {
  /// One part: where it lies in the picture, in pixels, and the long side to look at it with.
  struct Tile: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var longSide: Int
    /// Which of its sides cut through the picture.
    var cutsLeft: Bool
    var cutsTop: Bool
    var cutsRight: Bool
    var cutsBottom: Bool
  }

  let tiles: [Tile]

  /// - Parameters:
  ///   - longSide: the size at which the whole picture would be looked at.
  ///   - maxArea: the most pixels of a part at that size.
  ///   - overlap: how many pixels at that size two neighbours share. Larger faces are found at a smaller size.
  init(width: Int, height: Int, longSide: Int, maxArea: Int, overlap: Int) {
    let scale = Double(longSide) / Double(max(width, height))
    let scaledWidth = Double(width) * scale
    let scaledHeight = Double(height) * scale
    var columns = 1
    var rows = 1
    func span(_ length: Double, _ count: Int) -> Double {
      (length + Double((count - 1) * overlap)) / Double(count)
    }
    while span(scaledWidth, columns) * span(scaledHeight, rows) > Double(maxArea) {
      // Divide the longer side, so that the parts stay compact.
      if span(scaledWidth, columns) >= span(scaledHeight, rows) { columns += 1 } else { rows += 1 }
    }

    func edges(_ length: Int, _ scaled: Double, _ count: Int) -> [Range<Int>] {
      let part = span(scaled, count)
      let step = part - Double(overlap)
      return (0..<count).map { index in
        let start = Int((Double(index) * step / scale).rounded(.down))
        let end = Int(((Double(index) * step + part) / scale).rounded(.up))
        return start..<(index == count - 1 ? length : min(end, length))
      }
    }
    let across = edges(width, scaledWidth, columns)
    let down = edges(height, scaledHeight, rows)
    tiles = down.flatMap { y in
      across.map { x in
        Tile(
          x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count,
          longSide: max(32, Int((Double(max(x.count, y.count)) * scale).rounded())),
          cutsLeft: x.lowerBound > 0, cutsTop: y.lowerBound > 0, cutsRight: x.upperBound < width,
          cutsBottom: y.upperBound < height)
      }
    }
  }
}

extension DetectionTiles.Tile {
  /// Whether a box, in pixels of the part, ends within it. One that a cut goes through is mostly seen whole by
  /// the neighbour, or at a smaller size.
  func holds(x: Double, y: Double, width: Double, height: Double) -> Bool {
    !(cutsLeft && x < 0) && !(cutsTop && y < 0) && !(cutsRight && x + width > Double(self.width))
      && !(cutsBottom && y + height > Double(self.height))
  }
}
