/// A picture in cells of a few pixels, and which of them boxes and labels take.
struct LabelGrid {
  /// In pixels.
  static let cell = 4
  /// Places that may be looked at for all labels together, of those that cover no box and of the others: a crowd of a
  /// hundred takes a hundredth of it, and a hostile record no more than a second.
  private static let mostTries = 20_000_000
  private var triesLeft = mostTries

  private let size: LabelLayout.Size
  /// Whole cells of the picture.
  private let columns: Int
  private let rows: Int
  /// Whether a label is in a cell.
  private var isLabelled: [Bool]
  /// How many cells above and to the left have a box in them; one row and column more than cells.
  private var boxSums: [Int32]

  /// The greatest distance in cells that a label can have from its box.
  var farthest: Int { max(columns, rows, 1) }

  init(_ size: LabelLayout.Size, boxes: [PixelRect]) {
    self.size = size
    columns = size.width / Self.cell
    rows = size.height / Self.cell
    isLabelled = Array(repeating: false, count: columns * rows)
    boxSums = Self.sums(of: boxes, columns: columns, rows: rows)
  }

  /// Cells from a place's upper left corner.
  private struct Span {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  private static func span(_ rect: PixelRect) -> Span {
    let x = rect.x / cell
    let y = rect.y / cell
    return Span(
      x: x, y: y, width: (rect.maxX + cell - 1) / cell - x, height: (rect.maxY + cell - 1) / cell - y)
  }

  /// Boxes begin and end in the sums of sums, so that a thousand large ones cost no more than small ones.
  private static func sums(of boxes: [PixelRect], columns: Int, rows: Int) -> [Int32] {
    let width = columns + 1
    var depth = [Int32](repeating: 0, count: width * (rows + 1))
    for box in boxes.map(span) {
      let right = min(box.x + box.width, columns)
      let bottom = min(box.y + box.height, rows)
      guard box.x < right, box.y < bottom else { continue }
      depth[box.y * width + box.x] += 1
      depth[box.y * width + right] -= 1
      depth[bottom * width + box.x] -= 1
      depth[bottom * width + right] += 1
    }
    var sums = [Int32](repeating: 0, count: depth.count)
    for y in 0..<rows {
      for x in 0..<columns {
        let index = y * width + x
        if x > 0 { depth[index] += depth[index - 1] }
        if y > 0 { depth[index] += depth[index - width] - (x > 0 ? depth[index - width - 1] : 0) }
        sums[index + width + 1] =
          sums[index + width] + sums[index + 1] - sums[index] + (depth[index] > 0 ? 1 : 0)
      }
    }
    return sums
  }

  /// Finds a place that neither boxes nor labels have, nearest first, and takes it.
  /// - Parameters:
  ///   - distances: from the box, in cells.
  ///   - sizes: which sizes of the item are tried at each distance, in this order.
  mutating func place(
    _ item: LabelLayout.Item, within distances: ClosedRange<Int>, sizes: Range<Int>
  ) -> LabelLayout.Place? {
    for distance in distances where isReachable(item, sizes.upperBound - 1, distance) {
      for size in sizes {
        if let found = search(item, size, distance, avoidingBoxes: true) {
          return take(found, size, distance: distance * Self.cell, coversBox: false)
        }
        guard triesLeft > 0 else { return nil }
      }
    }
    return nil
  }

  /// Lets labels stand on boxes from now on.
  mutating func giveUpBoxes() { triesLeft = Self.mostTries }

  /// Finds the place without a label that is nearest to the box's upper left corner, within the box or not; where there is
  /// none, it is that corner.
  mutating func placeAnywhere(_ item: LabelLayout.Item) -> LabelLayout.Place {
    let size = item.sizes.count - 1
    let box = Self.span(item.box)
    let label = cells(of: item.sizes[size])
    let corner = Span(
      x: max(0, min(box.x, columns - label.width)), y: max(0, min(box.y, rows - label.height)),
      width: label.width, height: label.height)
    if isFree(corner, avoidingBoxes: false) { return take(corner, size, distance: 0, coversBox: true) }
    var point = item
    point.box = PixelRect(x: corner.x * Self.cell, y: corner.y * Self.cell, width: 1, height: 1)
    for distance in 0...farthest where triesLeft > 0 && isReachable(point, size, distance) {
      if let found = search(point, size, distance, avoidingBoxes: false) {
        return take(found, size, distance: distance * Self.cell, coversBox: true)
      }
    }
    return take(corner, size, distance: 0, coversBox: true)
  }

  /// Whether a label at this distance from its box can be in the picture at all.
  private func isReachable(_ item: LabelLayout.Item, _ size: Int, _ distance: Int) -> Bool {
    let box = Self.span(item.box)
    let label = cells(of: item.sizes[size])
    return box.y >= distance + label.height || box.x >= distance + label.width
      || box.y + box.height + distance + label.height <= rows
      || box.x + box.width + distance + label.width <= columns
  }

  private func cells(of size: LabelLayout.Size) -> (width: Int, height: Int) {
    ((size.width + Self.cell - 1) / Self.cell, (size.height + Self.cell - 1) / Self.cell)
  }

  /// Goes around the box at a distance: above and below from its left edge, then right and left of it from its upper
  /// edge, and along these sides.
  private mutating func search(
    _ item: LabelLayout.Item, _ size: Int, _ distance: Int, avoidingBoxes: Bool
  ) -> Span? {
    let box = Self.span(item.box)
    let label = cells(of: item.sizes[size])
    let above = box.y - distance - label.height
    let below = box.y + box.height + distance
    let right = box.x + box.width + distance
    let left = box.x - distance - label.width
    let across = Self.outward(from: box.x, (left + 1)...max(right - 1, left + 1))
    let down = Self.outward(from: box.y, above...max(below, above))
    triesLeft -= 2 * (across.count + down.count)
    func first(_ spans: some Sequence<(Int, Int)>) -> Span? {
      for (x, y) in spans {
        let span = Span(x: x, y: y, width: label.width, height: label.height)
        if isFree(span, avoidingBoxes: avoidingBoxes) { return span }
      }
      return nil
    }
    // The four places that are easiest to read come before those along the sides.
    return first([(box.x, above), (box.x, below), (right, box.y), (left, box.y)])
      ?? first(across.lazy.map { ($0, above) }) ?? first(across.lazy.map { ($0, below) })
      ?? first(down.lazy.map { (right, $0) }) ?? first(down.lazy.map { (left, $0) })
  }

  /// The numbers of a range, the nearest to a start first.
  private static func outward(from start: Int, _ range: ClosedRange<Int>) -> [Int] {
    range.sorted { (abs($0 - start), $0) < (abs($1 - start), $1) }
  }

  private func isFree(_ span: Span, avoidingBoxes: Bool) -> Bool {
    let (right, bottom) = (span.x + span.width, span.y + span.height)
    guard span.x >= 0, span.y >= 0, right <= columns, bottom <= rows else { return false }
    if avoidingBoxes {
      let width = columns + 1
      let covered =
        boxSums[bottom * width + right] - boxSums[span.y * width + right] - boxSums[bottom * width + span.x]
        + boxSums[span.y * width + span.x]
      guard covered == 0 else { return false }
    }
    for y in span.y..<bottom {
      for x in span.x..<right where isLabelled[y * columns + x] { return false }
    }
    return true
  }

  private mutating func take(
    _ span: Span, _ size: Int, distance: Int, coversBox: Bool
  ) -> LabelLayout.Place {
    for y in span.y..<min(span.y + span.height, rows) {
      for x in span.x..<min(span.x + span.width, columns) { isLabelled[y * columns + x] = true }
    }
    let rect = PixelRect(
      x: span.x * Self.cell, y: span.y * Self.cell, width: span.width * Self.cell,
      height: span.height * Self.cell)
    return LabelLayout.Place(rect: rect, size: size, distance: distance, coversBox: coversBox)
  }
}
