/// The boxes of a track from which the others follow: between two of them the box is on the straight line from the one to the other.
enum TrackKeyPoints {
  /// How far from that line a box may be on each side, in lengths of its own.
  private static let tolerance = 0.05
  /// Boxes that lie on one line at most, so that work stays in proportion to the frames.
  private static let longestLine = 128

  /// - Parameter boxes: of a track, one for every frame.
  /// - Returns: the first, the last, and as few between them as tell the rest; of those up to the next one each has the same origin.
  static func keyPoints(of boxes: [TrackBox]) -> [TrackBox] {
    guard var start = boxes.indices.first else { return [] }
    var points = [boxes[start]]
    while start < boxes.count - 1 {
      var end = start + 1
      while end + 1 < boxes.count, end - start < longestLine,
        boxes[end].origin.isSameKind(as: boxes[start].origin),
        isLine(boxes[start...(end + 1)])
      {
        end += 1
      }
      points.append(boxes[end])
      start = end
    }
    return points
  }

  /// A box that is larger by as much as boxes between two points may be off.
  static func holding(_ rect: NormalizedRect) -> NormalizedRect {
    // Where the tolerance is used up on both sides, the line says less than the box's length, of which the tolerance is a part.
    rect.scaled(by: 1 + 2 * tolerance / (1 - 2 * tolerance))
  }

  private static func isLine(_ boxes: ArraySlice<TrackBox>) -> Bool {
    guard let first = boxes.first, let last = boxes.last else { return true }
    return boxes.allSatisfy { box in
      let part = Double(box.time - first.time) / Double(max(last.time - first.time, 1))
      func isNear(_ side: (NormalizedRect) -> Double, _ length: Double) -> Bool {
        let expected = side(first.rect) + (side(last.rect) - side(first.rect)) * part
        return abs(side(box.rect) - expected) <= tolerance * length
      }
      return isNear(\.x, box.rect.width) && isNear(\.maxX, box.rect.width) && isNear(\.y, box.rect.height)
        && isNear(\.maxY, box.rect.height)
    }
  }
}

extension TrackBox.Origin {
  /// Whether the other one is also seen, bridged or extended, whatever its score.
  fileprivate func isSameKind(as other: TrackBox.Origin) -> Bool { word == other.word }

  /// As programs read it.
  var word: String {
    switch self {
    case .seen: "seen"
    case .bridged: "bridged"
    case .extended: "extended"
    }
  }
}
