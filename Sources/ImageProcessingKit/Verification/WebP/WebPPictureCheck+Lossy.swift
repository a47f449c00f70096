/// Pictures with loss: no sample of one is known beforehand.
///
/// So the proof goes by a witness: the samples of the original with the areas hidden. That they are what they should be is reckoned
/// apart from what made them, sample by sample; and the render's code must be what the codec makes of them, to the last byte. So it
/// holds nothing that is not made of the witness.
extension WebPPictureCheck {
  /// - Throws: `FaceBlurError` of kind `leak(.region)` or `leak(.changedOutside)` where the render shows something else than the
  ///   witness, `leak(.damaged)` where it is coded in another way.
  func checkWithLoss(
    against original: ExaminedWebP, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    let before = try WebPCodec.planes(of: original.code, original.form)
    let witness = try witness(of: before, areas, style)
    guard let quantizer = original.frame?.quantizer else { throw .damagedRender("it has no quantiser") }
    try Self.check(render, shows: witness, in: areas, geometry, quantizer)
  }

  /// What the render must show, proven.
  private func witness(
    of before: WebPPlanes, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) -> WebPPlanes {
    let shape = before.picture.shape
    var witness = before
    var obscurer = PlaneObscurer(areas, in: geometry, shape, with: style.obscurer)
    obscurer.take(before.picture, x: 0, y: 0)
    obscurer.settle()
    obscurer.hide(in: &witness.picture, x: 0, y: 0)
    var planes = try RasterPlanes(geometry, shape, areas, style, hasOriginal: true)
    try planes.take(witness.picture, against: before.picture, x: 0, y: 0)
    try planes.prove()
    if let alpha = before.alpha { witness.alpha = Self.opaque(alpha, in: areas, geometry) }
    return witness
  }

  /// An alpha that shows what lies in areas.
  private static func opaque(
    _ alpha: [UInt8], in areas: [ObscuredArea], _ geometry: PhotoGeometry
  ) -> [UInt8] {
    var alpha = alpha
    let (width, height) = (geometry.storedWidth, geometry.storedHeight)
    let (unitWidth, unitHeight) = (geometry.unitWidth, geometry.unitHeight)
    for area in areas {
      for y in area.bounds.y * unitHeight..<min(area.bounds.maxY * unitHeight, height) {
        for unit in area.bounds.x..<area.bounds.maxX
        where area.contains(unitX: unit, unitY: y / unitHeight) {
          for x in unit * unitWidth..<min((unit + 1) * unitWidth, width) { alpha[y * width + x] = 255 }
        }
      }
    }
    return alpha
  }

  /// Proves that a file's picture is the code of some samples, and shows them.
  ///
  /// One process has decoded and coded all of them, so what it decodes is compared with the witness, too: a picture that it cannot
  /// show would be proven by nothing but its own word.
  static func check(
    _ file: ExaminedWebP, shows witness: WebPPlanes, in areas: [ObscuredArea], _ geometry: PhotoGeometry,
    _ quantizer: WebPQuantizer
  ) throws(FaceBlurError) {
    let shown = try WebPCodec.planes(of: file.code, file.form)
    guard shown.picture.shape == witness.picture.shape else { throw .otherShape }
    if let alpha = shown.alpha, opaque(alpha, in: areas, geometry) != alpha { throw .leakingRegion }
    guard isSame(shown.alpha, witness.alpha) else { throw .changedOutside }
    let most = 2 + Double(quantizer.index) / 8
    for plane in witness.picture.planes.indices {
      let distance = PlaneDistance(shown.picture, witness.picture, plane, geometry)
      for area in areas where distance.part(area).mean > most { throw .leakingRegion }
      guard distance.whole.mean <= most else { throw .changedOutside }
    }
    let code = try WebPCodec.encode(witness, quantizer)
    guard code != file.code else { return }
    throw try fault(of: shown, against: WebPCodec.planes(of: code, file.form), in: areas, geometry)
  }

  /// Whether two alphas are the same; the codec leaves one out that says nothing.
  private static func isSame(_ alpha: [UInt8]?, _ other: [UInt8]?) -> Bool {
    switch (alpha, other) {
    case (nil, nil): true
    case (let alpha?, nil), (nil, let alpha?): alpha.allSatisfy { $0 == 255 }
    case (let alpha?, let other?): alpha == other
    }
  }

  /// Why a picture is not coded as the witness is: a small fault changes samples behind it, too, but is the largest where it is.
  private static func fault(
    of shown: WebPPlanes, against right: WebPPlanes, in areas: [ObscuredArea], _ geometry: PhotoGeometry
  ) -> FaceBlurError {
    var fault = FaceBlurError.damagedRender("its picture is coded in another way than a render's")
    var largest = 0
    for plane in right.picture.planes.indices {
      let distance = PlaneDistance(shown.picture, right.picture, plane, geometry)
      guard distance.whole.largest > largest else { continue }
      largest = distance.whole.largest
      fault = areas.contains { distance.part($0).largest == largest } ? .leakingRegion : .changedOutside
    }
    return fault
  }

  /// Proves from the file alone that areas show what their surroundings give, as nearly as the code lets them.
  ///
  /// Within a unit that leaves a few levels, and from unit to unit as many as coding may have moved the surroundings by: no more than
  /// the faintest of pictures, which no render made here holds. Of means it does not prove that they are those of anything. With the
  /// original at hand `checkWithLoss` proves every bit.
  func checkRegionsWithLoss(_ areas: [ObscuredArea], _ style: ObscuringStyle) throws(FaceBlurError) {
    let shown = try WebPCodec.planes(of: render.code, render.form)
    if let alpha = shown.alpha {
      guard Self.opaque(alpha, in: areas, geometry) == alpha else { throw .leakingRegion }
    }
    guard let finest = render.frame?.finestQuantizer else { throw .damagedRender("it has no quantiser") }
    var planes = try RasterPlanes(geometry, shown.picture.shape, areas, style, hasOriginal: false)
    try planes.take(shown.picture, against: nil, x: 0, y: 0)
    try planes.prove(within: Self.tolerance(finest))
  }

  /// What VP8 leaves of units of few tones.
  ///
  /// Measured on photos, noise and patterns with flat and smooth areas, at all quantizers: the filter of edges moves samples by up
  /// to 54 levels, and three of them deep; behind these samples lie within 11 levels, within 6.3 once their unit's mean is taken off, and
  /// means of units within 10. Tones come from surroundings whose means have moved, too, by up to 9.
  /// - Parameter index: of the finest quantiser, 0…127: a picture may be coded by that alone, whatever others it states.
  private static func tolerance(_ index: Int) -> ToneTolerance {
    let index = Double(index)
    let inside = min(7 + index / 5, 22)
    return ToneTolerance(edge: min(16 + index, 64), inside: inside, mean: inside, structure: 4 + index / 24)
  }
}

/// How far one plane of a picture lies from another one's.
private struct PlaneDistance {
  private let samples: [UInt16]
  private let others: [UInt16]
  private let size: (width: Int, height: Int)
  /// Of a unit, in samples of the plane.
  private let unit: (width: Int, height: Int)

  /// - Parameters:
  ///   - picture: of one shape with the other.
  ///   - geometry: its units are of whole samples.
  init(_ picture: PlanarPicture, _ other: PlanarPicture, _ plane: Int, _ geometry: PhotoGeometry) {
    let step = picture.shape.step(ofPlane: plane)
    samples = picture.planes[plane]
    others = other.planes[plane]
    size = picture.shape.size(ofPlane: plane)
    unit = (max(geometry.unitWidth / step.x, 1), max(geometry.unitHeight / step.y, 1))
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
    for y in area.bounds.y * unit.height..<min(area.bounds.maxY * unit.height, size.height) {
      for column in area.bounds.x..<area.bounds.maxX
      where area.contains(unitX: column, unitY: y / unit.height) {
        let first = column * unit.width
        for x in first..<min(first + unit.width, size.width) {
          differences.add(samples[y * size.width + x], others[y * size.width + x])
        }
      }
    }
    return differences
  }
}
