extension NormalizedRect {
  /// Whether a box is that of a face which a region hides, by its place and size.
  func isFace(ofRegion region: NormalizedRect) -> Bool {
    let center = (x: x + width / 2, y: y + height / 2)
    let ratio = (area / region.area).squareRoot()
    return (region.x...region.maxX).contains(center.x) && (region.y...region.maxY).contains(center.y)
      && (0.4...2).contains(ratio)
  }
}
