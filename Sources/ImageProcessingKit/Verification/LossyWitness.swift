/// What a picture that is coded with loss must show, and whether it does.
///
/// No sample of such a picture is known beforehand. So the proof goes by a witness: the samples that the picture is to be coded of, each
/// of which is reckoned apart from what made it. A render's code must be what the codec makes of them, to the last byte; and because one
/// process decodes and codes all of them, what it decodes is compared with the witness, too: a picture that it cannot show would be
/// proven by nothing but its own word.
enum LossyWitness {
  /// The samples of a picture with areas hidden, proven.
  /// - Parameters:
  ///   - before: the original's.
  ///   - areas: on the grid of the geometry's units.
  /// - Throws: `FaceBlurError` of kind `leak` where a sample is not as it should be.
  static func hidden(
    _ before: PlanarPicture, _ areas: [ObscuredArea], _ style: ObscuringStyle, _ geometry: PhotoGeometry
  ) throws(FaceBlurError) -> PlanarPicture {
    var witness = before
    var obscurer = PlaneObscurer(areas, in: geometry, before.shape, with: style.obscurer)
    obscurer.take(before, x: 0, y: 0)
    obscurer.settle()
    obscurer.hide(in: &witness, x: 0, y: 0)
    var planes = try RasterPlanes(geometry, before.shape, areas, style, hasOriginal: true)
    try planes.take(witness, against: before, x: 0, y: 0)
    try planes.prove()
    return witness
  }

  /// The samples of a picture with filters applied, proven.
  /// - Throws: `FaceBlurError` of kind `leak(.otherTones)` where a sample is not as it should be.
  static func toned(
    _ before: PlanarPicture, _ filters: ToneFilters, _ colors: SampleColors
  ) throws(FaceBlurError) -> PlanarPicture {
    let shape = before.shape
    // Filters are made for colours.
    guard shape.planeCount == 3 else { throw .otherTones }
    var parts = [before]
    PlanarToner(filters, shape, colors).tone(&parts, y: 0)
    let expected = ExpectedPlanarTones(
      filters, shape, width: shape.width, height: shape.height, matrix: colors.matrix,
      isFullRange: colors.isFullRange)
    guard expected.areShown(by: parts, of: [before], y: 0), let toned = parts.first else { throw .otherTones }
    return toned
  }

  /// Proves that a picture shows a witness, as nearly as its code lets it: on the mean, in each area and as a whole.
  /// - Parameters:
  ///   - most: how far samples may lie from the witness's on the mean of a plane, in levels of 8 bits.
  ///   - areas: of the whole picture.
  ///   - x: where the picture begins in the whole one, if it is a part of it, in pixels, as is `y`.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` or `leak(.changedOutside)` where it shows something else.
  static func check(
    _ shown: PlanarPicture, shows witness: PlanarPicture, within most: Double, in areas: [ObscuredArea],
    _ geometry: PhotoGeometry, x: Int = 0, y: Int = 0
  ) throws(FaceBlurError) {
    guard shown.shape == witness.shape else { throw .otherShape }
    let most = most * Double(1 << (witness.shape.depth - 8))
    for plane in witness.planes.indices {
      let distance = PlaneDistance(shown, witness, plane, geometry, x: x, y: y)
      for area in areas where distance.part(area).mean > most { throw .leakingRegion }
      guard distance.whole.mean <= most else { throw .changedOutside }
    }
  }

  /// Why a picture is not coded as the witness is: a small fault changes samples behind it, too, but is the largest where it is.
  /// - Parameters:
  ///   - right: what a render shows.
  ///   - areas: of the whole picture.
  ///   - x: where the picture begins in the whole one, if it is a part of it, in pixels, as is `y`.
  static func fault(
    of shown: PlanarPicture, against right: PlanarPicture, in areas: [ObscuredArea],
    _ geometry: PhotoGeometry,
    x: Int = 0, y: Int = 0
  ) -> FaceBlurError {
    var fault = FaceBlurError.damagedRender("its picture is coded in another way than a render's")
    guard shown.shape == right.shape else { return fault }
    var largest = 0
    for plane in right.planes.indices {
      let distance = PlaneDistance(shown, right, plane, geometry, x: x, y: y)
      guard distance.whole.largest > largest else { continue }
      largest = distance.whole.largest
      fault = areas.contains { distance.part($0).largest == largest } ? .leakingRegion : .changedOutside
    }
    return fault
  }
}

/// How far one plane of a picture lies from another one's.
private struct PlaneDistance {
  private let samples: [UInt16]
  private let others: [UInt16]
  private let size: (width: Int, height: Int)
  /// Of a unit, in samples of the plane.
  private let unit: (width: Int, height: Int)
  /// Where the first sample lies in that plane of the whole picture.
  private let origin: (x: Int, y: Int)

  /// - Parameters:
  ///   - picture: of one shape with the other.
  ///   - geometry: its units are of whole samples.
  ///   - x: where the picture begins in the whole one, in pixels, as is `y`.
  init(
    _ picture: PlanarPicture, _ other: PlanarPicture, _ plane: Int, _ geometry: PhotoGeometry, x: Int, y: Int
  ) {
    let step = picture.shape.step(ofPlane: plane)
    samples = picture.planes[plane]
    others = other.planes[plane]
    size = picture.shape.size(ofPlane: plane)
    unit = (max(geometry.unitWidth / step.x, 1), max(geometry.unitHeight / step.y, 1))
    origin = (x / step.x, y / step.y)
    var whole = Differences()
    for place in samples.indices { whole.add(samples[place], others[place]) }
    self.whole = whole
  }

  /// Absolute differences, in levels.
  struct Differences {
    var sum = 0
    var count = 0
    var largest = 0

    var mean: Double { Double(sum) / Double(max(count, 1)) }

    mutating func add(_ sample: UInt16, _ other: UInt16) {
      let difference = abs(Int(sample) - Int(other))
      sum += difference
      count += 1
      largest = max(largest, difference)
    }
  }

  /// Of all samples.
  let whole: Differences

  /// Of an area's.
  func part(_ area: ObscuredArea) -> Differences {
    var differences = Differences()
    let rows = area.bounds.y * unit.height..<area.bounds.maxY * unit.height
    for row in rows.clamped(to: origin.y..<origin.y + size.height) {
      let start = (row - origin.y) * size.width
      for column in area.bounds.x..<area.bounds.maxX
      where area.contains(unitX: column, unitY: row / unit.height) {
        let places = column * unit.width..<(column + 1) * unit.width
        for x in places.clamped(to: origin.x..<origin.x + size.width) {
          let place = start + x - origin.x
          differences.add(samples[place], others[place])
        }
      }
    }
    return differences
  }
}
