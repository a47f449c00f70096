/// Proves that a HEIC shows its original outside the areas, and in them what the style makes of their surroundings.
///
/// A tile that is the original's bit for bit is not decoded where no area asks for its samples; all others are, one after the other,
/// so that one tile of each file is in memory.
struct HEICPictureCheck {
  private let render: ExaminedHEIC
  private let original: ExaminedHEIC?
  private let geometry: PhotoGeometry
  /// Whether a property says how samples become colours.
  private let hasColors: Bool

  /// - Parameters:
  ///   - render: the file; must outlive the value, as the original.
  ///   - original: nil where there is none.
  ///   - geometry: the photo's.
  /// - Throws: `FaceBlurError` where one holds no picture that is read, or they are not of one form.
  init(
    _ render: UnsafeBufferPointer<UInt8>, _ original: UnsafeBufferPointer<UInt8>?, _ geometry: PhotoGeometry
  ) throws(FaceBlurError) {
    self.geometry = geometry
    self.render = try ExaminedHEIC(render)
    hasColors = HEICProperties(self.render)["nclx"] != nil
    if let original { self.original = try ExaminedHEIC(original) } else { self.original = nil }
    let canvas = self.render.canvas
    guard canvas.width == geometry.storedWidth, canvas.height == geometry.storedHeight else {
      throw .otherShape
    }
    if let original = self.original, original.shape != self.render.shape || original.grid != self.render.grid
    {
      throw .otherShape
    }
  }

  /// Proves that all but the data of tiles is what a render has.
  /// - Throws: `FaceBlurError` where anything else stands in the file.
  func checkForm() throws(FaceBlurError) {
    if let place = CanonicalHEIC.difference(of: render) {
      throw .damagedRender("it is not laid out as a render is at byte \(place)")
    }
    guard let original else { return }
    try HEICConfigurationCheck.check(render, against: original)
    guard
      render.file.brands.allSatisfy({ brand in
        brand == "mif1" || brand == render.file.majorBrand || brand == original.file.majorBrand
          || original.file.brands.contains(brand)
      })
    else { throw .damagedRender("it calls itself what its original does not") }
  }

  /// - Parameter judgesCode: whether what follows a picture's code is refused.
  func check(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, judgesCode: Bool = false
  ) throws(FaceBlurError) {
    if let original { try checkMeaning(original) }
    let canvas = render.canvas
    var planes = try RasterPlanes(
      geometry, render.shape.sized(width: canvas.width, height: canvas.height), areas, style,
      hasOriginal: original != nil)
    for index in render.tiles.indices {
      let part = render.part(ofTile: index)
      let slice = try self.slice(ofTile: index)
      guard let sequence = Self.sequence(of: slice, index, render),
        sequence.codesNothing(besides: render.shape)
      else { throw .damagedRender("a tile codes more than it shows") }
      if judgesCode, try SliceEndCheck.hasRest(slice, sets(ofTile: index), render.shape) {
        throw .damagedRender("something follows the end of a tile's code")
      }
      let isCopied = original.map { self.isCopied(index, slice, of: $0) } ?? false
      let interest = planes.interest(in: part)
      if interest == .none, isCopied || original == nil {
        try planes.leaveOut(render.shape, x: part.x, y: part.y)
        continue
      }
      let shown = try Self.decoded([slice], index, of: render)
      guard let original else {
        try planes.take(shown, against: nil, x: part.x, y: part.y)
        continue
      }
      if !isCopied { try checkColors(ofTile: index, sequence, original) }
      let before =
        isCopied ? shown : try Self.decoded(Self.units(ofTile: index, of: original), index, of: original)
      try planes.take(shown, against: before, x: part.x, y: part.y)
    }
    try planes.prove()
  }

  /// What says how samples are shown must be the original's: the colour profile, which a policy may drop, can be missing.
  private func checkMeaning(_ original: ExaminedHEIC) throws(FaceBlurError) {
    let (now, before) = (HEICProperties(render), HEICProperties(original))
    for type in ["nclx", "pixi", "pasp", "clli", "mdcv", "clap", "irot", "imir"] as [BoxType] {
      guard now[type] == before[type] else { throw .changedOutside }
    }
    guard now.transformations == before.transformations, now["rICC"] == nil,
      now["prof"] == nil || before["prof"] != nil || before["rICC"] != nil
    else { throw .changedOutside }
  }

  /// Where no property says how samples become colours, the code does: of a tile that was coded anew it must say the same.
  private func checkColors(
    ofTile index: Int, _ sequence: ExaminedSequence, _ original: ExaminedHEIC
  ) throws(FaceBlurError) {
    guard !hasColors,
      let first = try Self.units(ofTile: index, of: original).first(where: {
        ExaminedUnit($0)?.isSlice ?? false
      }), let before = Self.sequence(of: first, index, original)
    else { return }
    guard sequence.colors == before.colors else { throw .changedOutside }
  }

  private static func sequence(of slice: [UInt8], _ index: Int, _ file: ExaminedHEIC) -> ExaminedSequence? {
    file.configuration(ofTile: index)?.sets.chain(of: slice).flatMap { ExaminedSequence($0[1].unit) }
  }

  /// The one unit of a render's tile.
  /// - Throws: `FaceBlurError` where there is more, or less.
  private func slice(ofTile index: Int) throws(FaceBlurError) -> [UInt8] {
    let data = render.data(ofTile: index)
    guard let configuration = render.configuration(ofTile: index) else {
      throw .damagedRender("a tile has no settings")
    }
    var units = ExaminedUnits(data, lengthSize: configuration.lengthSize)
    guard let unit = units.next(), units.rest.isEmpty, let header = ExaminedUnit(data[unit]),
      header.isStillSlice, ExaminedSets.isFirst(data[unit])
    else { throw .damagedRender("a tile holds something else than one part of a picture") }
    return Array(data[unit])
  }

  /// Whether a tile of the render is the original's: its unit, and all sets of parameters that this names, bit for bit.
  private func isCopied(_ index: Int, _ slice: [UInt8], of original: ExaminedHEIC) -> Bool {
    guard let configuration = original.configuration(ofTile: index), !configuration.sets.isAmbiguous,
      let chain = configuration.sets.chain(of: slice),
      render.configuration(ofTile: index)?.sets.chain(of: slice) == chain
    else { return false }
    let data = original.data(ofTile: index)
    var units = ExaminedUnits(data, lengthSize: configuration.lengthSize)
    var slices = 0
    while let unit = units.next() {
      guard let header = ExaminedUnit(data[unit]), !header.isParameterSet else { return false }
      guard header.isSlice else { continue }
      slices += 1
      guard slices == 1, data[unit].elementsEqual(slice) else { return false }
    }
    return slices == 1
  }

  /// The parts of a picture that a tile holds, and the sets of parameters among them.
  /// - Throws: `FaceBlurError` where there are none.
  private static func units(ofTile index: Int, of file: ExaminedHEIC) throws(FaceBlurError) -> [[UInt8]] {
    let data = file.data(ofTile: index)
    let units = ExaminedUnits(data, lengthSize: file.configuration(ofTile: index)?.lengthSize ?? 4)
      .map { Array(data[$0]) }.filter { unit in
        ExaminedUnit(unit).map { ($0.isSlice || $0.isParameterSet) && $0.layer == 0 } ?? false
      }
    guard !units.isEmpty else { throw .damagedRender("a tile holds no part of a picture") }
    return units
  }

  private func sets(ofTile index: Int) -> [UInt8] {
    render.configuration(ofTile: index)?.decodable(render.file.bytes) ?? []
  }

  private static func decoded(
    _ units: [[UInt8]], _ index: Int, of file: ExaminedHEIC
  ) throws(FaceBlurError) -> PlanarPicture {
    let sets = file.configuration(ofTile: index)?.decodable(file.file.bytes) ?? []
    let picture = try HEVCCodec.decode(sets + units.flatMap(ExaminedConfiguration.decodable), as: file.shape)
    guard picture.shape == file.shape else { throw .otherShape }
    return picture
  }

  // MARK: Tones

  /// Proves that the picture is that of the other file with filters applied. All of its tiles were coded anew.
  /// - Throws: `FaceBlurError` of kind `leak(.otherTones)` where it is not.
  func checkTones(_ filters: ToneFilters) throws(FaceBlurError) {
    guard let original else { throw .otherTones }
    try checkMeaning(original)
    guard
      let first = try Self.units(ofTile: 0, of: original).first(where: { ExaminedUnit($0)?.isSlice ?? false }
      ),
      let sequence = Self.sequence(of: first, 0, original)
    else { throw .otherTones }
    let colors = HEICProperties(original)["nclx"].flatMap(Self.colors) ?? sequence.colors
    let expected = ExpectedPlanarTones(
      filters, render.shape, width: render.canvas.width, height: render.canvas.height, matrix: colors.matrix,
      isFullRange: colors.isFullRange)
    let columns = render.grid?.columns ?? 1
    for start in stride(from: 0, to: render.tiles.count, by: columns) {
      var (shown, before): ([PlanarPicture], [PlanarPicture]) = ([], [])
      for index in start..<(start + columns) {
        shown.append(try Self.decoded([try slice(ofTile: index)], index, of: render))
        before.append(try Self.decoded(Self.units(ofTile: index, of: original), index, of: original))
      }
      guard expected.areShown(by: shown, of: before, y: render.part(ofTile: start).y) else {
        throw .otherTones
      }
    }
  }

  /// What an `nclx` says: 4 letters, three numbers of two bytes, and a flag (ISO/IEC 23008-12, 6.5.5).
  private static func colors(_ content: [UInt8]) -> ExaminedSequence.Colors? {
    guard content.count == 11 else { return nil }
    return ExaminedSequence.Colors(
      isFullRange: content[10] >= 0x80, matrix: Int(content[8]) << 8 | Int(content[9]))
  }
}
