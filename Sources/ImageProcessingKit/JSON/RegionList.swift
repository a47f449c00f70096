/// Regions and faces of a photo in an object, beside the photo's size.
extension KeyedEncodingContainer {
  /// - Parameter frame: the photo's; nil where nobody has opened it.
  mutating func encode(_ regions: [PlannedRegion], forKey key: Key, in frame: PictureFrame?) throws {
    let frame = frame ?? PictureFrame(width: 0, height: 0)
    try encode(regions.map { RegionObject($0, in: frame) }, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// A side of a photo in pixels.
  func decodeSide(forKey key: Key) throws -> Int {
    try decodeInteger(forKey: key, in: PictureFrame.allowedSides)
  }

  /// The size of what viewers show of a photo.
  func decodeFrameIfPresent(forKeys width: Key, _ height: Key) throws -> PictureFrame? {
    let sides = (
      width: try decodeIntegerIfPresent(forKey: width, in: PictureFrame.allowedSides),
      height: try decodeIntegerIfPresent(forKey: height, in: PictureFrame.allowedSides)
    )
    guard let across = sides.width, let down = sides.height else {
      guard sides.width == nil, sides.height == nil else { throw flaw(height, "one side alone is told") }
      return nil
    }
    return PictureFrame(width: across, height: down)
  }

  /// Regions with rounded boxes and scores, as `FaceObject` has them.
  func decodeRegions(forKey key: Key, in frame: PictureFrame?) throws -> [PlannedRegion] {
    try decodeList(of: RegionObject.self, forKey: key, atMost: DecodingLimits.listCount).map { object in
      var region = try checked(
        object.face.region(object.origin, object.state, in: frame), key)
      region.cells = object.cells
      return region
    }
  }

  /// Faces that are seen and of which nothing is planned, likewise.
  func decodeFaces(forKey key: Key, in frame: PictureFrame?) throws -> [PlannedRegion] {
    try decodeList(of: FaceObject.self, forKey: key, atMost: DecodingLimits.listCount).map { face in
      try checked(face.region(.detected, .applied, in: frame), key)
    }
  }

  private func checked(_ region: PlannedRegion?, _ key: Key) throws -> PlannedRegion {
    guard let region else {
      throw flaw(key, "a box is not in the photo, or a score is not as doubtful as it says")
    }
    return region
  }
}
