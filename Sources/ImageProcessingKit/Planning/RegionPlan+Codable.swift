/// A plan for another process: it is exact, so that it hides there to the last byte what it hides here.
///
/// `{"regions":[{"id":…,"rect":{"x":…,…},…}],"strength":{"style":…,…}}`, with regions as records have them. This is not what `--json`
/// tells, whose boxes are in pixels and rounded: see `RegionObject`. A plan is read from any source: what could not be a plan's is
/// a `DecodingError`.
extension RegionPlan: Codable {
  private enum CodingKeys: CodingKey {
    case regions, strength
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    regions = try container.decodeList(of: PlannedRegion.self, forKey: .regions, atMost: Self.maxRegions)
    if let flaw = Self.flaw(in: regions) { throw container.flaw(.regions, flaw) }
    strength = try container.decode(ObscuringStrength.self, forKey: .strength)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(regions, forKey: .regions)
    try container.encode(strength, forKey: .strength)
  }
}

/// Of a plan; one that is out of bounds is a `DecodingError`.
extension ObscuringStrength: Codable {
  private enum CodingKeys: CodingKey {
    case style, shape, cells, margin, lattice
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let strength = ObscuringStrength(
      style: try container.decode(ObscuringStyle.self, forKey: .style),
      shape: try container.decode(ObscuringShape.self, forKey: .shape),
      cells: try container.decode(Int.self, forKey: .cells),
      margin: try container.decode(Double.self, forKey: .margin),
      lattice: try container.decode(CellLattice.self, forKey: .lattice))
    guard let strength else { throw container.flaw(.cells, "cells or margin are out of range") }
    self = strength
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(style, forKey: .style)
    try container.encode(shape, forKey: .shape)
    try container.encode(cells, forKey: .cells)
    try container.encode(margin, forKey: .margin)
    try container.encode(lattice, forKey: .lattice)
  }
}
