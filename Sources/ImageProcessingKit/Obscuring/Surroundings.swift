/// What lies just outside an area, for one colour component: the mean of every unit that shares an edge with a unit of it.
///
/// Units of the area itself, of other areas and beyond the picture's edge are never among them.
struct Surroundings: Sendable {
  /// One unit wider than the area on each side.
  private let frame: UnitRect
  /// Row by row within the frame: the sum of what was taken, and how many were.
  private var sums: [Int32]
  private var counts: [Int32]

  init(of area: ObscuredArea) {
    frame = UnitRect(
      x: area.bounds.x - 1, y: area.bounds.y - 1, width: area.bounds.width + 2, height: area.bounds.height + 2
    )
    sums = [Int32](repeating: 0, count: frame.width * frame.height)
    counts = sums
  }

  /// Takes a sample of a unit beside the area in; which scale it is of, `value` is told.
  mutating func take(_ sample: Int, unitX: Int, unitY: Int) {
    let place = (unitY - frame.y) * frame.width + unitX - frame.x
    sums[place] &+= Int32(clamping: sample)
    counts[place] &+= 1
  }

  /// The mean sample of a unit in 256ths, 0…255 · 256; nil where nothing was taken of it.
  /// - Parameters:
  ///   - unitX: within the frame, as is `unitY`.
  ///   - offset: what a sample of 0 stands for, in 256ths.
  ///   - step: what a difference of `divisor` stands for, in 256ths.
  ///   - divisor: 1, but where a sample is less than a 256th.
  func value(unitX: Int, unitY: Int, offset: Int, step: Int, divisor: Int = 1) -> Int? {
    let place = (unitY - frame.y) * frame.width + unitX - frame.x
    let count = Int(counts[place])
    guard count > 0 else { return nil }
    let whole = count * divisor
    return min(max((offset * whole + Int(sums[place]) * step + whole / 2) / whole, 0), 255 * 256)
  }
}
