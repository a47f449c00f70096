/// Finding what a plan hides in another version of the photo.
extension RegionPlan {
  /// The plan for another version of the photo, which may have been turned. Where that may have been done in more ways than one, a region lies
  /// in each place that it may have.
  /// - Parameters:
  ///   - old: the shape of the version that the plan was made for.
  ///   - new: that of the other one.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where a region may lie anywhere.
  func turned(from old: UprightShape, to new: UprightShape) throws(FaceBlurError) -> RegionPlan {
    try moved { (rect) throws(FaceBlurError) in
      let places = old.places(of: rect, in: new)
      guard !places.isEmpty else { throw .otherProportions }
      return places
    }
  }

  /// The plan for the same picture turned in one of some ways, of which there is one at least.
  func turned(by orientations: [Orientation]) -> RegionPlan {
    moved { rect in
      orientations.reduce(into: []) { places, orientation in
        let place = orientation.upright(fromStored: rect)
        if !places.contains(place) { places.append(place) }
      }
    }
  }

  private func moved<Failure: Error>(
    to places: (NormalizedRect) throws(Failure) -> [NormalizedRect]
  ) throws(Failure) -> RegionPlan {
    var turned = self
    for (index, region) in regions.enumerated() {
      let places = try places(region.rect)
      turned.regions[index] = region.moved(to: places[0])
      // Each is a region of its own, whatever margin the others have now.
      for place in places.dropFirst() {
        var other = region.moved(to: place)
        other.id =
          turned.freeIDs(region.origin == .manual ? "m" : region.kind.rawValue.prefix(1), count: 1)[0]
        turned.regions.append(other)
      }
    }
    turned.sortForReading()
    return turned
  }
}

extension PlannedRegion {
  /// The region at another place.
  func moved(to place: NormalizedRect) -> PlannedRegion {
    var region = self
    region.rect = place
    return region
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
