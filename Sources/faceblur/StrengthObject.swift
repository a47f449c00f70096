internal import ImageProcessingKit

/// Style, shape, cells and margin by their names, as far as somebody asks for them.
struct StrengthObject: Codable {
  var style: String?
  var shape: String?
  var cells: Int?
  var margin: Double?

  private enum Key: CodingKey {
    case style, shape, cells, margin
  }

  init(_ change: ObscuringStrength.Change) {
    style = change.style?.rawValue
    shape = change.shape?.rawValue
    cells = change.cells
    margin = change.margin
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    style = try container.decodeIfPresent(String.self, forKey: .style)
    shape = try container.decodeIfPresent(String.self, forKey: .shape)
    cells = try container.decodeIfPresent(Int.self, forKey: .cells)
    margin = try container.decodeIfPresent(Double.self, forKey: .margin)
  }

  /// With null for what nobody asks for.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(style, forKey: .style)
    try container.encode(shape, forKey: .shape)
    try container.encode(cells, forKey: .cells)
    try container.encode(margin, forKey: .margin)
  }

  /// Nil where a name is unknown, or a number is out of bounds whatever the style.
  var change: ObscuringStrength.Change? {
    var change = ObscuringStrength.Change()
    if let style {
      guard let known = ObscuringStyle.offered.first(where: { $0.rawValue == style }) else { return nil }
      change.style = known
    }
    if let shape {
      guard let known = ObscuringShape(rawValue: shape) else { return nil }
      change.shape = known
    }
    let cellsOfStyle = change.style.map(ObscuringStrength.allowedCells(of:)) ?? ObscuringStrength.allowedCells
    if let cells, !cellsOfStyle.contains(cells) { return nil }
    if let margin, !ObscuringStrength.allowedMargins.contains(margin) { return nil }
    change.cells = cells
    change.margin = margin
    return change
  }
}
