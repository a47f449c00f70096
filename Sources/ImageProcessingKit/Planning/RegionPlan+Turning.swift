/// Finding what a plan hides in another version of the photo.
extension RegionPlan {
  /// The plan for another version of the photo, which may have been turned. Where that may have been done in more ways than one, a region lies
  /// in each place that it may have.
  /// - Parameters:
  ///   - old: the shape of the version that the plan was made for.
  ///   - new: that of the other one.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where a region may lie anywhere.
  func turned(from old: UprightShape, to new: UprightShape) throws(FaceBlurError) -> RegionPlan {
    guard !regions.isEmpty else { return self }
    return moved(by: try old.waysTold(to: new))
  }

  /// The plan for the same picture turned in one of some ways, of which there is one at least.
  func turned(by orientations: [Orientation]) -> RegionPlan {
    moved(by: orientations.map { orientation in { orientation.upright(fromStored: $0) } })
  }

  private func moved(by ways: [UprightShape.Way]) -> RegionPlan {
    let moved = regions.moved(by: ways)
    var turned = RegionPlan(regions: moved.own, strength: strength)
    // Each is a region of its own, whatever margin the others have now.
    let byLetter = Dictionary(grouping: moved.new, by: \.letter).sorted { $0.key < $1.key }
    turned.regions += byLetter.flatMap { letter, regions in
      zip(turned.freeIDs(letter, count: regions.count), regions).map { id, region in
        var region = region
        region.id = id
        return region
      }
    }
    turned.sortForReading()
    return turned
  }
}

extension PlannedRegion: HiddenPlace {
  var unnamed: PlannedRegion {
    PlannedRegion(id: "", rect: rect, score: nil, origin: origin, state: state, kind: kind)
  }

  func moved(by way: UprightShape.Way) -> PlannedRegion {
    var region = self
    region.rect = way(rect)
    return region
  }

  mutating func takeUp(_ other: PlannedRegion) {
    cells = [cells, other.cells].compactMap(\.self).min()
  }
}

extension UprightShape {
  /// - Throws: `FaceBlurError` of kind `originalChanged` where there is no way in which another version may have been made of this one.
  func waysTold(to other: UprightShape) throws(FaceBlurError) -> [Way] {
    let ways = ways(to: other)
    guard !ways.isEmpty else { throw .otherProportions }
    return ways
  }
}

extension FaceBlurError {
  /// A photo or film that has changed since it was edited is no version of that which was turned or made smaller.
  static var otherProportions: FaceBlurError {
    FaceBlurError(
      .originalChanged,
      "it has changed since it was edited, and with other proportions nobody can tell where in it lies what the edit hides",
      advice: "restore the original, or \(.revert()) and edit it anew")
  }
}
