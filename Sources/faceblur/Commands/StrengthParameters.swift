internal import ImageProcessingKit

/// The parameters that say how faces are obscured.
enum StrengthParameters {
  static let style = Option<ObscuringStyle>.choice(
    "--style",
    help:
      "mosaic: flat cells of the mean colour (default); blur: the same cells, smooth; fill: one gray area.")
  static let shape = Option<ObscuringShape>.choice(
    "--shape", help: "box (default), or the ellipse in it; always outward to whole coding units.")
  static let cells = Option<Int>.number(
    "--cells", in: ObscuringStrength.allowedCells,
    help: "The most mosaic cells across a face, 1 to 6 (default 6); more would leave it recognisable.")
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
    return change
  }
}
