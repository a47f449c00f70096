/// Compares a render with its original on two threads, where its writer says how both of them stand in the middle.
///
/// The second thread begins there. What it finds counts only if the first one arrives in the very state in which the second one began, so
/// a wrong word costs time, and no more.
struct DividedComparison {
  /// Nil where its coefficients were read already.
  let original: FileBytes?
  var read: OriginalCoefficients?
  let render: FileBytes
  let areas: [ObscuredArea]
  /// Nil where nobody has said anything.
  let seam: RenderSeam?

  /// What the second thread has found.
  private enum Rest: Sendable {
    case notComparable
    case finding(ComparisonFinding)
    case passed(PictureComparison.Findings, RegionCheck)
  }

  /// - Parameters:
  ///   - comparison: of the two, at its beginning; whole when this returns.
  ///   - check: judges the blocks.
  ///   - take: hands it one.
  /// - Throws: the first finding outside the areas; what the judge finds it keeps.
  func run(
    _ comparison: inout PictureComparison, _ check: inout RegionCheck,
    _ take: @escaping @Sendable (inout RegionCheck, ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    guard let seam, Processors.count > 1, comparison.holds(seam) else {
      try pass(&comparison, rows: 0..<comparison.rowCount, &check, take)
      try comparison.passEnd()
      return try comparison.finish()
    }
    let begun = check
    let second = Future { () throws(FaceBlurError) in rest(from: seam, begun, take) }
    try pass(&comparison, rows: 0..<seam.row, &check, take)
    if comparison.stands(at: seam), let rest = try? second.value(), case .passed(let found, let other) = rest
    {
      comparison.add(found)
      check.add(other)
    } else if comparison.stands(at: seam), let rest = try? second.value(), case .finding(let finding) = rest {
      throw finding
    } else {
      try pass(&comparison, rows: seam.row..<comparison.rowCount, &check, take)
      try comparison.passEnd()
    }
    try comparison.finish()
  }

  /// Goes through rows, and keeps no more of the render in memory than a few of them have.
  private func pass(
    _ comparison: inout PictureComparison, rows: Range<Int>, _ check: inout RegionCheck,
    _ take: (inout RegionCheck, ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.rowsAtOnce) {
      let before = comparison.reachedByte
      try comparison.pass(rows: start..<min(start + Self.rowsAtOnce, rows.upperBound)) { take(&check, $0) }
      render.letGo(before..<comparison.reachedByte)
    }
  }

  private static let rowsAtOnce = 16

  /// Lends what makes a comparison of the two from the first row on, or from a seam; it makes none where they cannot be compared so.
  func withComparisons<Result>(
    _ body: ((RenderSeam?) throws(ComparisonFinding) -> PictureComparison?) throws(ComparisonFinding) ->
      Result
  ) throws(ComparisonFinding) -> Result {
    guard let original else {
      return try render.withUnsafeBufferPointer { (render) throws(ComparisonFinding) in
        try body { seam throws(ComparisonFinding) in
          try read.flatMap { (read) throws(ComparisonFinding) in
            try PictureComparison(of: read, render, areas: areas, from: seam)
          }
        }
      }
    }
    return try original.withUnsafeBufferPointers(and: render) {
      (original, render) throws(ComparisonFinding) in
      try body { seam throws(ComparisonFinding) in
        PictureComparison(original, render, areas: areas, from: seam)
      }
    }
  }

  private func rest(
    from seam: RenderSeam, _ begun: RegionCheck, _ take: (inout RegionCheck, ComparedBlock) -> Void
  ) -> Rest {
    do throws(ComparisonFinding) {
      return try withComparisons { (comparison) throws(ComparisonFinding) in
        guard var comparison = try comparison(seam) else { return .notComparable }
        var check = begun
        try pass(&comparison, rows: seam.row..<comparison.rowCount, &check, take)
        try comparison.passEnd()
        return .passed(comparison.findings, check)
      }
    } catch {
      return .finding(error)
    }
  }
}
