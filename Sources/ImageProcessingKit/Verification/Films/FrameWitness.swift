/// The samples that a frame is to be coded of: what the plan makes of the original's, proven apart from what made them.
///
/// The same as `LossyWitness.hidden`, for a picture of which the most part is in no area and far from any: only the rows that areas
/// touch are taken apart.
enum FrameWitness {
  /// - Parameters:
  ///   - before: the original's samples, as `PlanarPicture.bytes` has them.
  ///   - areas: on the grid of the geometry's units, which are the chroma's; not empty.
  /// - Throws: `FaceBlurError` of kind `leak` where a sample is not as it should be.
  static func hidden(
    _ before: [UInt8], _ shape: PlanarShape, _ areas: [ObscuredArea], _ style: ObscuringStyle,
    _ geometry: PhotoGeometry
  ) throws(FaceBlurError) -> [UInt8] {
    let bands = bands(of: areas, geometry)
    var parts: [(rows: Range<Int>, before: PlanarPicture)] = []
    for rows in bands { parts.append((rows, try part(before, shape, rows))) }
    var obscurer = PlaneObscurer(areas, in: geometry, shape, with: style.obscurer)
    for part in parts { obscurer.take(part.before, x: 0, y: part.rows.lowerBound) }
    obscurer.settle()
    var planes = try RasterPlanes(geometry, shape, areas, style, hasOriginal: true)
    var result = before
    var next = 0
    for part in parts {
      var hidden = part.before
      obscurer.hide(in: &hidden, x: 0, y: part.rows.lowerBound)
      try leaveOut(next..<part.rows.lowerBound, shape, &planes)
      try planes.take(hidden, against: part.before, x: 0, y: part.rows.lowerBound)
      put(hidden, part.rows, shape, into: &result)
      next = part.rows.upperBound
    }
    try leaveOut(next..<shape.height, shape, &planes)
    try planes.prove()
    return result
  }

  private static func leaveOut(
    _ rows: Range<Int>, _ shape: PlanarShape, _ planes: inout RasterPlanes
  ) throws(FaceBlurError) {
    guard !rows.isEmpty else { return }
    try planes.leaveOut(shape.sized(width: shape.width, height: rows.count), x: 0, y: rows.lowerBound)
  }

  /// The rows of pixels that areas and their neighbours have, in order, none twice.
  private static func bands(of areas: [ObscuredArea], _ geometry: PhotoGeometry) -> [Range<Int>] {
    let spans = areas.map { area in
      max(area.bounds.y - 1, 0)
        * geometry.unitHeight..<min((area.bounds.maxY + 1) * geometry.unitHeight, geometry.storedHeight)
    }.sorted { $0.lowerBound < $1.lowerBound }
    var bands: [Range<Int>] = []
    for span in spans {
      if let last = bands.last, last.upperBound >= span.lowerBound {
        bands[bands.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        bands.append(span)
      }
    }
    return bands
  }

  /// Of each plane, where some rows lie in the bytes.
  private static func places(_ rows: Range<Int>, _ shape: PlanarShape) -> [Range<Int>] {
    var start = 0
    return (0..<shape.planeCount).map { plane in
      let (size, step) = (shape.size(ofPlane: plane), shape.step(ofPlane: plane))
      let first = rows.lowerBound / step.y
      let end = (rows.upperBound + step.y - 1) / step.y
      defer { start += size.width * size.height * shape.sampleBytes }
      return start + first * size.width * shape.sampleBytes..<start + end * size.width * shape.sampleBytes
    }
  }

  private static func part(
    _ bytes: [UInt8], _ shape: PlanarShape, _ rows: Range<Int>
  ) throws(FaceBlurError) -> PlanarPicture {
    let part = places(rows, shape).flatMap { bytes[$0] }
    guard let picture = PlanarPicture(shape.sized(width: shape.width, height: rows.count), bytes: part) else {
      throw .otherShape
    }
    return picture
  }

  private static func put(
    _ picture: PlanarPicture, _ rows: Range<Int>, _ shape: PlanarShape, into bytes: inout [UInt8]
  ) {
    let part = picture.bytes
    var start = 0
    for place in places(rows, shape) {
      bytes.replaceSubrange(place, with: part[start..<start + place.count])
      start += place.count
    }
  }
}
