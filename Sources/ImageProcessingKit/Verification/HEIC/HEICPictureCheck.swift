/// Proves that a HEIC shows its original outside the areas, and in them what the style makes of their surroundings.
struct HEICPictureCheck: HEIFPictureCheck {
  typealias Configuration = ExaminedConfiguration

  let render: ExaminedHEIC
  let original: ExaminedHEIC?
  let geometry: PhotoGeometry
  let allowsLoss: Bool

  /// The units of a tile, and the set of parameters of its sequence.
  struct TileCode {
    /// One, or the first one of several.
    let slice: [UInt8]
    /// Where all of them lie in the tile's data, where there are several; nil where the slice is all of the picture. Long code is not kept
    /// while pictures are decoded.
    let bands: [Range<Int>]?
    let sequence: ExaminedSequence
  }

  /// - Parameters:
  ///   - render: the file; must outlive the value, as the original.
  ///   - original: nil where there is none.
  ///   - geometry: the photo's.
  ///   - allowsLoss: whether tiles with areas may be coded with loss.
  /// - Throws: `FaceBlurError` where one holds no picture that is read, or they are not of one form.
  init(
    _ render: UnsafeBufferPointer<UInt8>, _ original: UnsafeBufferPointer<UInt8>?, _ geometry: PhotoGeometry,
    allowsLoss: Bool
  ) throws(FaceBlurError) {
    (self.geometry, self.allowsLoss) = (geometry, allowsLoss)
    self.render = try ExaminedHEIC(render)
    if let original { self.original = try ExaminedHEIC(original) } else { self.original = nil }
    try checkShape()
  }

  func checkConfiguration(against original: ExaminedHEIC) throws(FaceBlurError) {
    // Of tiles without loss, and of tiles with loss.
    try HEICConfigurationCheck.check(render, against: original, mostOwn: allowsLoss ? 2 : 1)
  }

  func code(ofTile index: Int) throws(FaceBlurError) -> TileCode {
    let data = render.data(ofTile: index)
    let slices = try self.slices(in: data, ofTile: index)
    let slice = Array(data[slices[0]])
    guard let sequence = Self.sequence(of: slice, index, render),
      sequence.codesNothing(besides: render.shape)
    else { throw .damagedRender("a tile codes more than it shows") }
    return TileCode(slice: slice, bands: slices.count > 1 ? slices : nil, sequence: sequence)
  }

  func checkEnd(_ code: TileCode, ofTile index: Int, isCopied: Bool) throws(FaceBlurError) {
    let hasRest =
      if let slices = code.bands {
        try SliceEndCheck.hasRest(bands(render.data(ofTile: index), slices, ofTile: index))
      } else {
        try SliceEndCheck.hasRest(code.slice, sets(ofTile: index), render.shape)
      }
    if hasRest { throw .codeBehindTile }
  }

  /// Where no property says how samples become colours, the code does: of a tile that was coded anew it must say the same.
  func checkColors(
    ofTile index: Int, _ code: TileCode, _ original: ExaminedHEIC, hasColors: Bool
  ) throws(FaceBlurError) {
    guard !hasColors,
      let first = try Self.units(ofTile: index, of: original).first(where: {
        ExaminedUnit($0)?.isSlice ?? false
      }), let before = Self.sequence(of: first, index, original)
    else { return }
    guard code.sequence.colors == before.colors else { throw .changedOutside }
  }

  /// The original's settings can be those of one that was coded anew, so there is nothing more to ask.
  func checkCode(_ code: TileCode, of picture: PackedPicture, ofTile index: Int) {}

  private static func sequence(of slice: [UInt8], _ index: Int, _ file: ExaminedHEIC) -> ExaminedSequence? {
    file.configuration(ofTile: index)?.sets.chain(of: slice).flatMap { ExaminedSequence($0[1].unit, .photo) }
  }

  /// Where the one unit of a render's tile lies in its data, or those of a large one (`SliceBands`).
  /// - Throws: `FaceBlurError` where there is more, or less.
  private func slices(in data: [UInt8], ofTile index: Int) throws(FaceBlurError) -> [Range<Int>] {
    guard let configuration = render.configuration(ofTile: index) else {
      throw .damagedRender("a tile has no settings")
    }
    var units = ExaminedUnits(data, lengthSize: configuration.lengthSize)
    var slices: [Range<Int>] = []
    while let unit = units.next() {
      guard let header = ExaminedUnit(data[unit]), header.isStillSlice,
        ExaminedSets.isFirst(data[unit]) == slices.isEmpty
      else { throw Self.otherUnits }
      slices.append(unit)
    }
    guard !slices.isEmpty, units.rest.isEmpty else { throw Self.otherUnits }
    if slices.count > 1 {
      let bands = try bands(data, slices, ofTile: index)
      for band in 0..<bands.count where bands[band] == nil { throw SliceEndCheck.otherSlices }
    }
    return slices
  }

  private static var otherUnits: FaceBlurError {
    .damagedRender("a tile holds something else than one part of a picture")
  }

  /// - Throws: `FaceBlurError` where the slices of a tile are not those of a render.
  private func bands(
    _ data: [UInt8], _ slices: [Range<Int>], ofTile index: Int
  ) throws(FaceBlurError) -> ExaminedBands {
    guard let sets = render.configuration(ofTile: index)?.sets,
      let bands = ExaminedBands(data, slices, sets, render.shape)
    else { throw SliceEndCheck.otherSlices }
    return bands
  }

  /// Whether a tile of the render is the original's: its unit, and all sets of parameters that this names, bit for bit.
  func isCopied(_ index: Int, _ code: TileCode, of original: ExaminedHEIC) -> Bool {
    guard let configuration = original.configuration(ofTile: index), !configuration.sets.isAmbiguous,
      let chain = configuration.sets.chain(of: code.slice),
      render.configuration(ofTile: index)?.sets.chain(of: code.slice) == chain
    else { return false }
    let data = original.data(ofTile: index)
    var units = ExaminedUnits(data, lengthSize: configuration.lengthSize)
    var slices = 0
    while let unit = units.next() {
      guard let header = ExaminedUnit(data[unit]), !header.isParameterSet else { return false }
      guard header.isSlice else { continue }
      slices += 1
      guard slices == 1, code.bands == nil, data[unit].elementsEqual(code.slice) else { return false }
    }
    return slices == 1
  }

  /// The parts of a picture that a tile holds, and the sets of parameters among them.
  /// - Throws: `FaceBlurError` where there are none.
  static func units(ofTile index: Int, of file: ExaminedHEIC) throws(FaceBlurError) -> [[UInt8]] {
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

  /// What a decoder takes of some units of a tile. The code of a picture that is one tile is long, and not kept in several forms while it
  /// is decoded.
  private static func decodable(
    _ units: some Collection<some Collection<UInt8>>, _ index: Int, of file: ExaminedHEIC
  ) -> [UInt8] {
    var bytes = file.configuration(ofTile: index)?.decodable(file.file.bytes) ?? []
    bytes.reserveCapacity(units.reduce(bytes.count) { $0 + 4 + $1.count })
    for unit in units { bytes += ExaminedConfiguration.decodable(unit) }
    return bytes
  }

  private static func decoded(
    _ code: [UInt8], of file: ExaminedHEIC
  ) throws(FaceBlurError) -> PackedPicture {
    let picture = try HEVCCodec.packed(code, as: file.shape)
    guard picture.shape == file.shape else { throw .otherShape }
    return picture
  }

  func decoded(_ code: TileCode, ofTile index: Int) throws(FaceBlurError) -> PackedPicture {
    try Self.decoded(decodable(code, ofTile: index), of: render)
  }

  private func decodable(_ code: TileCode, ofTile index: Int) -> [UInt8] {
    guard let bands = code.bands else { return Self.decodable([code.slice], index, of: render) }
    let data = render.data(ofTile: index)
    return Self.decodable(bands.map { data[$0] }, index, of: render)
  }

  static func decoded(ofTile index: Int, of file: ExaminedHEIC) throws(FaceBlurError) -> PackedPicture {
    let code = try decodable(units(ofTile: index, of: file), index, of: file)
    return try decoded(code, of: file)
  }

  static func colors(of file: ExaminedHEIC) throws(FaceBlurError) -> HEIFColors? {
    try units(ofTile: 0, of: file).first { ExaminedUnit($0)?.isSlice ?? false }
      .flatMap { sequence(of: $0, 0, file) }?.colors
  }
}
