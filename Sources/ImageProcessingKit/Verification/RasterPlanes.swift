/// Proves pictures whose samples come plane by plane, luma and differences of colour, of 8 to 16 bits: what the gate of a format asks
/// that codes them like films.
///
/// It asks of each plane what `RasterRows` asks of interleaved samples. Pictures come in parts, tile by tile; of them it holds what
/// lies in the areas, 2 bytes a sample. A sample of depth d stands for the level sample / 2^(d-8).
struct RasterPlanes {
  private let geometry: PhotoGeometry
  private let shape: PlanarShape
  private var tones: ExpectedAreas
  private var planes: [AreaSamples]

  /// - Parameters:
  ///   - geometry: its units are of whole samples in every plane.
  ///   - shape: the whole picture's.
  ///   - areas: on the grid of the geometry's units.
  ///   - hasOriginal: whether parts come with the original's; without, cells of means need only be flat.
  /// - Throws: `FaceBlurError` of kind `leak(.shape)` where geometry and shape do not agree.
  init(
    _ geometry: PhotoGeometry, _ shape: PlanarShape, _ areas: [ObscuredArea], _ style: ObscuringStyle,
    hasOriginal: Bool
  ) throws(FaceBlurError) {
    let step = shape.chroma.step
    guard shape.width == geometry.storedWidth, shape.height == geometry.storedHeight,
      geometry.unitWidth % step.x == 0, geometry.unitHeight % step.y == 0, (8...16).contains(shape.depth)
    else { throw .otherShape }
    self.geometry = geometry
    self.shape = shape
    tones = ExpectedAreas(
      areas, style, shape.chroma == .gray ? .gray : .yCbCr, white: 255 << (shape.depth - 8),
      size: (shape.width, shape.height), hasOriginal: hasOriginal)
    planes = (0..<shape.planeCount).map { plane in
      let (size, step) = (shape.size(ofPlane: plane), shape.step(ofPlane: plane))
      return AreaSamples(
        areas,
        AreaSamples.Grid(
          width: size.width, height: size.height, unitWidth: geometry.unitWidth / step.x,
          unitHeight: geometry.unitHeight / step.y), channels: 1, components: plane..<plane + 1)
    }
  }

  /// What areas ask of a part of the picture.
  enum Interest {
    /// None lies in it or beside it.
    case none
    /// What some areas show comes from samples of it; itself it has nothing to hide.
    case surroundings
    /// A part of an area lies in it.
    case areas
  }

  /// - Parameter part: in pixels, within the picture.
  func interest(in part: PixelRect) -> Interest {
    let columns = part.x / geometry.unitWidth..<(part.maxX - 1) / geometry.unitWidth + 1
    let rows = part.y / geometry.unitHeight..<(part.maxY - 1) / geometry.unitHeight + 1
    var found = Interest.none
    for (index, area) in tones.areas.enumerated() {
      let across = columns.clamped(to: max(area.bounds.x - 1, 0)..<area.bounds.maxX + 1)
      for y in rows.clamped(to: max(area.bounds.y - 1, 0)..<area.bounds.maxY + 1) {
        for x in across {
          if area.contains(unitX: x, unitY: y) { return .areas }
          if found == .none, tones.isOfSurroundings(index), area.isBeside(unitX: x, unitY: y) {
            found = .surroundings
          }
        }
      }
    }
    return found
  }

  /// Takes a part of the picture, each once.
  /// - Parameters:
  ///   - part: all planes of it.
  ///   - original: the original's at the same place.
  ///   - x: of its left column in the picture, in pixels: a whole number of samples in every plane, as is `y`.
  /// - Throws: `FaceBlurError` of kind `leak(.changedOutside)` where a sample in no area is another, `leak(.shape)` where the part does
  ///   not fit.
  mutating func take(
    _ part: PlanarPicture, against original: PlanarPicture?, x: Int, y: Int
  ) throws(FaceBlurError) {
    guard fits(part.shape, x, y), original.map({ $0.shape == part.shape }) ?? true else { throw .otherShape }
    for plane in planes.indices {
      let (size, step) = (part.shape.size(ofPlane: plane), shape.step(ofPlane: plane))
      for row in 0..<size.height {
        let places = row * size.width..<(row + 1) * size.width
        try part.planes[plane].withUnsafeBufferPointer { (samples) throws(FaceBlurError) in
          let samples = UnsafeBufferPointer(rebasing: samples[places])
          guard let original else {
            return try planes[plane].take(
              samples, against: nil, y: y / step.y + row, from: x / step.x, tones: &tones)
          }
          try original.planes[plane].withUnsafeBufferPointer { (before) throws(FaceBlurError) in
            try planes[plane].take(
              samples, against: UnsafeBufferPointer(rebasing: before[places]), y: y / step.y + row,
              from: x / step.x, tones: &tones)
          }
        }
      }
    }
  }

  /// The same band by band.
  mutating func take(
    _ part: PackedPicture, against original: PackedPicture?, x: Int, y: Int
  ) throws(FaceBlurError) {
    guard original.map({ $0.shape == part.shape }) ?? true else { throw .otherShape }
    for rows in part.bands {
      try take(part.band(rows), against: original?.band(rows), x: x, y: y + rows.lowerBound)
    }
  }

  /// Lets a part count as taken that is known to be the original's, and that areas ask nothing of.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` where they do.
  mutating func leaveOut(_ part: PlanarShape, x: Int, y: Int) throws(FaceBlurError) {
    guard fits(part, x, y) else { throw .otherShape }
    guard interest(in: PixelRect(x: x, y: y, width: part.width, height: part.height)) == .none else {
      throw .leakingRegion
    }
    for plane in planes.indices {
      let size = part.size(ofPlane: plane)
      planes[plane].leaveOut(size.width * size.height)
    }
  }

  /// Whether a part lies in the picture, and its planes where the picture's do.
  private func fits(_ part: PlanarShape, _ x: Int, _ y: Int) -> Bool {
    let step = shape.chroma.step
    return part.chroma == shape.chroma && part.depth == shape.depth && part.width > 0 && part.height > 0
      && x >= 0 && y >= 0 && x <= shape.width - part.width && y <= shape.height - part.height
      && x % step.x == 0 && y % step.y == 0
      // A sample that reaches beyond a part is one of the picture's edge.
      && (part.width % step.x == 0 || x + part.width == shape.width)
      && (part.height % step.y == 0 || y + part.height == shape.height)
  }

  /// Proves what the areas show, once all parts have been taken: each sample is its tone, rounded.
  /// - Parameter tolerance: how far samples may lie from their tones instead; nil for no further than they are rounded.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` where an area shows something else than its style makes of it.
  func prove(within tolerance: ToneTolerance? = nil) throws(FaceBlurError) {
    try prove { _ in tolerance }
  }

  /// The same with a tolerance of each area's own.
  func prove(within tolerance: (ObscuredArea) -> ToneTolerance?) throws(FaceBlurError) {
    guard planes.allSatisfy(\.isWhole) else { throw .otherShape }
    for area in tones.areas.indices {
      let tolerance = tolerance(tones.areas[area])
      let expected = tones.expected(area)
      for plane in planes {
        guard isShown(area, expected, by: plane, tolerance) else { throw .leakingRegion }
      }
    }
  }

  private func isShown(
    _ area: Int, _ expected: [ExpectedTones]?, by plane: AreaSamples, _ tolerance: ToneTolerance?
  ) -> Bool {
    let isFlat = tones.isFlatOfUnknownMeans(area)
    guard let tolerance else {
      return (!isFlat || plane.isFlat(area))
        && plane.allHidden(of: area, expected, tones, satisfy: ExpectedAreas.isRounded)
    }
    // Of smooth means that nobody gave there is nothing to ask.
    return expected == nil && !isFlat || plane.isNear(area, expected, tones, within: tolerance)
  }
}
