/// A face, or what else was found, with what is done to it, rounded as `FaceObject` says.
package struct RegionObject: Sendable, Hashable {
  package let face: FaceObject
  package let origin: PlannedRegion.Origin
  package let state: PlannedRegion.State
  /// Fewer cells than were asked for, 0 for grey; nil for what was asked for.
  package let cells: Int?

  /// - Parameters:
  ///   - region: as it is planned.
  ///   - frame: the photo's; places are told in what viewers show of it.
  package init(_ region: PlannedRegion, in frame: PictureFrame) {
    face = FaceObject(region, in: frame)
    origin = region.origin
    state = region.state
    cells = region.cells
  }
}

extension RegionObject: Codable {
  private enum Key: CodingKey {
    case origin, state, cells
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    face = try FaceObject(from: decoder)
    origin = try container.decode(PlannedRegion.Origin.self, forKey: .origin)
    state = try container.decode(PlannedRegion.State.self, forKey: .state)
    cells = try container.decodeIntegerIfPresent(forKey: .cells, in: PlannedRegion.allowedCells)
  }

  package func encode(to encoder: any Encoder) throws {
    try face.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(origin, forKey: .origin)
    try container.encode(state, forKey: .state)
    try container.encodeIfPresent(cells, forKey: .cells)
  }
}
