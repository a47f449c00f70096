/// A part of a picture by its edges, in pixels.
struct PictureSpan {
  var left, top, right, bottom: Int

  private var area: Int { (right - left) * (bottom - top) }
  private var longSide: Int { max(right - left, bottom - top) }

  /// The same by its corner and size.
  var part: PicturePart { PicturePart(x: left, y: top, width: right - left, height: bottom - top) }

  private func union(_ other: PictureSpan) -> PictureSpan {
    PictureSpan(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// How many parts a place is compared with that may be looked at together: so time stays in proportion to the places.
  private static let comparedParts = 8

  /// What is looked at around several places: neighbours together, where that shows no more pixels than each by itself.
  /// - Parameters:
  ///   - spans: around the places, each with a number that those have in common which lie about as high.
  ///   - longestSide: of what is looked at together at most.
  static func joined(_ spans: [(row: Int, span: PictureSpan)], longestSide: Int) -> [PicturePart] {
    // Row by row from the left. Equal ones are the same, so any order of them is.
    let ordered = spans.sorted {
      ($0.row, $0.span.left, $0.span.top, $0.span.bottom) < (
        $1.row, $1.span.left, $1.span.top, $1.span.bottom
      )
    }
    var joined: [(row: Int, span: PictureSpan)] = []
    for next in ordered {
      let near = joined.indices.suffix(comparedParts).reversed().first { index in
        let both = joined[index].span.union(next.span)
        return joined[index].row == next.row && both.longSide <= longestSide
          && both.area <= joined[index].span.area + next.span.area
      }
      if let near {
        joined[near].span = joined[near].span.union(next.span)
      } else {
        joined.append(next)
      }
    }
    return joined.map(\.span.part)
  }
}
