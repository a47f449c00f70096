/// Finding what a plan hides in another version of the photo.
extension RegionPlan {
  /// The plan for another version of the photo, which may have been turned. Where that may have been done in more ways than one, a region lies
  /// in each place that it may have.
  /// - Parameters:
  ///   - old: the shape of the version that the plan was made for.
  ///   - new: that of the other one.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where a region may lie anywhere.
  func turned(from old: UprightShape, to new: UprightShape) throws(FaceBlurError) -> RegionPlan {
    var turned = self
    for (index, region) in regions.enumerated() {
      let places = old.places(of: region.rect, in: new)
      guard let first = places.first else { throw .otherProportions }
      turned.regions[index] = region.moved(to: first)
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
  /// The region in a picture that was turned.
  func turned(by orientation: Orientation) -> PlannedRegion {
    moved(to: orientation.upright(fromStored: rect))
  }

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
