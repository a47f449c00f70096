/// Regions and faces of a photo in an object, beside the photo's size.
extension KeyedEncodingContainer {
  /// - Parameters:
  ///   - width: of the upright photo, in pixels; nil where nobody has opened it.
  ///   - height: likewise.
  mutating func encode(_ regions: [PlannedRegion], forKey key: Key, width: Int?, height: Int?) throws {
    try encode(regions.map { RegionObject($0, width: width ?? 0, height: height ?? 0) }, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// A side of a photo in pixels.
  func decodeSide(forKey key: Key) throws -> Int { try decodeInteger(forKey: key, in: Self.allowedSides) }

  func decodeSideIfPresent(forKey key: Key) throws -> Int? {
    try decodeIntegerIfPresent(forKey: key, in: Self.allowedSides)
  }

  private static var allowedSides: ClosedRange<Int> { 1...Int(Int32.max) }

  /// Regions with rounded boxes and scores, as `FaceObject` has them.
  func decodeRegions(forKey key: Key, width: Int?, height: Int?) throws -> [PlannedRegion] {
    try decodeList(of: RegionObject.self, forKey: key, atMost: DecodingLimits.listCount).map { object in
      var region = try checked(
        object.face.region(object.origin, object.state, width: width, height: height), key)
      region.cells = object.cells
      return region
    }
  }

  /// Faces that are seen and of which nothing is planned, likewise.
  func decodeFaces(forKey key: Key, width: Int?, height: Int?) throws -> [PlannedRegion] {
    try decodeList(of: FaceObject.self, forKey: key, atMost: DecodingLimits.listCount).map { face in
      try checked(face.region(.detected, .applied, width: width, height: height), key)
    }
  }

  private func checked(_ region: PlannedRegion?, _ key: Key) throws -> PlannedRegion {
    guard let region else {
      throw flaw(key, "a box is not in the photo, or a score is not as doubtful as it says")
    }
    return region
  }
}
