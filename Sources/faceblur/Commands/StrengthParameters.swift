internal import ImageProcessingKit

/// The parameters that say how faces are obscured.
enum StrengthParameters {
  static let style = Option<ObscuringStyle>.choice(
    "--style", of: ObscuringStyle.offered,
    help:
      "mosaic (default): cells coloured from outside the region, so that they tell nothing of the face; blur: the same,"
      + " smooth; fill: one gray; pixelate: cells of the face's own colours, by which people who know the person may recognise"
      + " them.")
  static let shape = Option<ObscuringShape>.choice(
    "--shape", help: "box (default), or the ellipse in it; always outward to whole coding units.")
  static let cells = Option<Int>.number(
    "--cells", in: ObscuringStrength.allowedCells,
    help:
      "The most cells across a region, 1 to 24 (default 12); of pixelate 1 to 6 (default 6), across all that touch."
  )
  static let margin = Option<Double>.number(
    "--margin", value: "M", in: ObscuringStrength.allowedMargins,
    help: "How many times as wide and high as the face the obscured area is, 1 to 4 (default 1.3).")

  static let parameters = [style.parameter, shape.parameter, cells.parameter, margin.parameter]

  /// What of them was given.
  static func change(_ arguments: ParsedArguments) throws(UsageError) -> ObscuringStrength.Change {
    var change = ObscuringStrength.Change()
    change.style = try arguments.value(of: style)
    change.shape = try arguments.value(of: shape)
    change.cells = try arguments.value(of: cells)
    change.margin = try arguments.value(of: margin)
    if let style = change.style, let cells = change.cells,
      !ObscuringStrength.allowedCells(of: style).contains(cells)
    {
      let most = ObscuringStrength.allowedCells(of: style).upperBound
      throw UsageError(
        "more than \(most) cells of \(style.rawValue) would leave a face recognisable; type --cells \(most) or less"
      )
    }
    return change
  }
}
