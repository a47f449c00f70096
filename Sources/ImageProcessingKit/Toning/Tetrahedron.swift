/// The four nodes of a table's cell that a colour lies between, and how much each counts.
///
/// The diagonal from black to white and the order of the three fractions part a cell into six tetrahedra (Sakamoto and
/// Itooka, US patent 4,275,413, 1981; Kasson, Nin, Plouffe and Hafner, "Performing color space conversions with
/// three-dimensional linear interpolation", Journal of Electronic Imaging 4(3), 1995). Grey stays grey in it.
struct Tetrahedron<Weight: SignedNumeric & Comparable> {
  /// Where the four nodes lie in the table.
  let nodes: (Int, Int, Int, Int)
  /// How much each counts; they add up to `whole`.
  let weights: (Weight, Weight, Weight, Weight)

  /// Where a colour lies in its cell, along one input.
  struct Place {
    /// How far from the lower node, 0…`whole`.
    let fraction: Weight
    /// How far apart the two nodes lie in the table.
    let step: Int
  }

  /// - Parameters:
  ///   - corner: where the cell's lowest node lies in the table.
  ///   - whole: a fraction of 1.
  @inline(__always)
  init(corner: Int, whole: Weight, _ red: Place, _ green: Place, _ blue: Place) {
    var (most, middle, least) = (red, green, blue)
    if most.fraction < middle.fraction { swap(&most, &middle) }
    if middle.fraction < least.fraction { swap(&middle, &least) }
    if most.fraction < middle.fraction { swap(&most, &middle) }
    let second = corner + most.step
    let third = second + middle.step
    nodes = (corner, second, third, third + least.step)
    weights = (
      whole - most.fraction, most.fraction - middle.fraction, middle.fraction - least.fraction, least.fraction
    )
  }
}
