internal import Glibc

/// A picture of everything around a camera, each column of which is a longitude and each row a latitude (equirectangular projection), as cameras
/// for all directions and street views are stored.
///
/// Viewers bend it back, and show whole whom networks do not see in it: whoever stands at its left and right edge, which are one place, and whoever is
/// far below or above the camera, where it is stretched. So such parts are shown as a viewer does.
struct EquirectangularPicture {
  let picture: PixelBuffer

  /// How far the width may be from two heights, as a part of it.
  private static let widthTolerance = 0.01
  /// How much more the left edge may differ from the right one than from its own neighbour on the average. Of eight such photos all differ less; of 196 usual
  /// ones cut to that size three in four differ more, and the others are looked at in vain.
  private static let (edgeDifference, edgeLevels) = (3, 8)
  /// Below this height in pixels, a face of nine degrees, as that of somebody a metre and a half away, has fewer than 24: what is bent back from so little
  /// shows faces where there are none. Banners on the web are no larger.
  private static let leastHeight = 480

  /// - Returns: nil where it does not look like one.
  init?(_ picture: PixelBuffer) {
    let (width, height) = (picture.width, picture.height)
    guard height >= Self.leastHeight, abs(Double(width - 2 * height)) <= Self.widthTolerance * Double(width),
      Self.isClosed(picture)
    else { return nil }
    self.picture = picture
  }

  /// Whether the left and right edge show the same.
  private static func isClosed(_ picture: PixelBuffer) -> Bool {
    let last = picture.width - 1
    var (across, beside) = (0, 0)
    for row in 0..<picture.height {
      across += picture.difference(0, last, row)
      beside += max(picture.difference(0, 1, row), picture.difference(last - 1, last, row))
    }
    return across <= edgeDifference * beside + edgeLevels * picture.height
  }

  // The edge

  /// How much of the width lies on either side of it where it is shown, and how much of the height above and below it is not: `RectilinearViews` show that.
  private static let (besideEdge, beyondEdge) = (1.0 / 18, 4.0 / 18)

  /// Columns on either side of the edge, and rows above and below what is shown there.
  private var edgeMargins: (columns: Int, rows: Int) {
    (
      max(1, Int(Double(picture.width) * Self.besideEdge)),
      Int(Double(picture.height) * Self.beyondEdge)
    )
  }

  /// What lies around the left and right edge, as one.
  var edge: PixelBuffer {
    let (beside, beyond) = edgeMargins
    return PixelBuffer(width: 2 * beside, height: picture.height - 2 * beyond) { target in
      let (line, part) = (picture.width * PixelBuffer.channels, beside * PixelBuffer.channels)
      for row in 0..<picture.height - 2 * beyond {
        let start = (row + beyond) * line
        for place in 0..<part {
          target[2 * row * part + place] = picture.bytes[start + line - part + place]
          target[(2 * row + 1) * part + place] = picture.bytes[start + place]
        }
      }
    }
  }

  /// Where a box in `edge` lies in the picture: twice where it reaches beyond its edge.
  func rects(ofEdge rect: NormalizedRect) -> [NormalizedRect] {
    let (beside, beyond) = edgeMargins
    let columns = Double(beside) / Double(picture.width)
    let rows = Double(beyond) / Double(picture.height)
    return Self.within(
      rect.lying(in: NormalizedRect(x: -columns, y: rows, width: 2 * columns, height: 1 - 2 * rows)))
  }

  /// A box wherever a part of it is in the picture, which begins again at its edges.
  static func within(_ rect: NormalizedRect) -> [NormalizedRect] {
    guard rect.width < 1 else { return [NormalizedRect(x: 0, y: rect.y, width: 1, height: rect.height)] }
    var first = rect
    first.x -= (rect.x + rect.width / 2).rounded(.down)
    let turn = first.x < 0 ? 1.0 : first.maxX > 1 ? -1.0 : 0
    guard turn != 0 else { return [first] }
    var second = first
    second.x += turn
    return [first, second]
  }
}

extension PixelBuffer {
  /// Of two pixels of a row, in the channel in which it is largest.
  fileprivate func difference(_ column: Int, _ other: Int, _ row: Int) -> Int {
    let (a, b) = ((row * width + column) * Self.channels, (row * width + other) * Self.channels)
    return (0..<Self.channels).map { abs(Int(bytes[a + $0]) - Int(bytes[b + $0])) }.max() ?? 0
  }
}
