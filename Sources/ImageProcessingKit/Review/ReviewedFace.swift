/// What is cut out of a photo so that a person can judge one region of it: the region in the middle of a square three
/// times as large, or beside it where the photo ends.
package struct ReviewedFace: Sendable, Hashable {
  /// How many times as long as the region's longer side the square is.
  private static let reach = 3
  /// Pixels of the photo that it has at least: what is around a small face tells what it is.
  private static let leastSide = 160
  /// Pixels of the picture's longer side, at most.
  package static let longestSide = 640
  /// How many pixels become of one, at most.
  private static let mostEnlarged = 4

  /// In pixels of the whole upright photo.
  package let rect: PixelRect
  /// The region, in fractions of the picture.
  package let place: NormalizedRect

  /// - Parameters:
  ///   - region: as fractions of the whole.
  ///   - frame: the photo's.
  package init(_ region: NormalizedRect, in frame: PictureFrame) {
    let face = PixelRect(covering: region, width: frame.width, height: frame.height)
    // What viewers show, and of what they do not, whatever the region has.
    let bounds =
      face.overlaps(frame.visible)
      ? frame.visible.union(face) : PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    let side = max(Self.reach * max(face.width, face.height), Self.leastSide)
    func span(_ start: Int, _ length: Int, in first: Int, _ whole: Int) -> (start: Int, length: Int) {
      let taken = min(side, whole)
      return (min(max(start + length / 2 - taken / 2, first), first + whole - taken), taken)
    }
    let across = span(face.x, face.width, in: bounds.x, bounds.width)
    let down = span(face.y, face.height, in: bounds.y, bounds.height)
    rect = PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
    place = PictureFrame(width: frame.width, height: frame.height, visible: rect).visibleRect(
      of: region.clampedToPicture())
  }

  /// How many times as large as in the photo it is shown: once, or less where it is larger than the picture.
  private var enlargement: Int {
    min(max(Self.longestSide / max(rect.width, rect.height), 1), Self.mostEnlarged)
  }

  /// - Parameter part: what is at the place, as the photo has it.
  func picture(_ part: PixelBuffer) -> PixelBuffer { part.enlarged(enlargement) }
}

extension PixelRect {
  fileprivate func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

extension PixelBuffer {
  /// The picture so many times as large, smooth between the middles of its pixels.
  func enlarged(_ factor: Int) -> PixelBuffer {
    guard factor > 1 else { return self }
    /// By pixel, the two that it lies between, and how much the second counts, in 1/(2 · factor).
    func taps(_ length: Int) -> [(first: Int, second: Int, weight: Int)] {
      (0..<(length * factor)).map { place in
        let from = 2 * place + 1 - factor
        let first = from < 0 ? -1 : from / (2 * factor)
        return (max(first, 0), min(first + 1, length - 1), from - first * 2 * factor)
      }
    }
    let (across, down) = (taps(width), taps(height))
    let whole = 2 * factor
    let size = width
    return PixelBuffer(width: width * factor, height: height * factor) { target in
      bytes.withUnsafeBufferPointer { source in
        var write = 0
        for row in down {
          let (upper, lower) = (row.first * size, row.second * size)
          for column in across {
            for channel in 0..<Self.channels {
              func sample(_ start: Int, _ x: Int) -> Int {
                Int(source[(start + x) * Self.channels + channel])
              }
              let above =
                sample(upper, column.first) * (whole - column.weight)
                + sample(upper, column.second) * column.weight
              let below =
                sample(lower, column.first) * (whole - column.weight)
                + sample(lower, column.second) * column.weight
              let sum = above * (whole - row.weight) + below * row.weight
              target[write] = UInt8(truncatingIfNeeded: (sum + whole * whole / 2) / (whole * whole))
              write += 1
            }
          }
        }
      }
    }
  }
}
