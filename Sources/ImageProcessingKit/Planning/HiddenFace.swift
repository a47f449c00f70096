extension NormalizedRect {
  /// A face of which so much is hidden, its middle included, is what a region makes of it, or none: the neutral shape.
  private static let hiddenShare = 0.5

  /// Whether so much of a face in this box is hidden that what is seen there is what stands in its place.
  /// - Parameter places: that are hidden, in the same coordinates.
  func isHidden(by places: [NormalizedRect]) -> Bool {
    let middle = (x: x + width / 2, y: y + height / 2)
    let hidden = places.reduce(0) { $0 + $1.intersection(self).area }
    return hidden >= Self.hiddenShare * area
      && places.contains { ($0.x...$0.maxX).contains(middle.x) && ($0.y...$0.maxY).contains(middle.y) }
  }
}
