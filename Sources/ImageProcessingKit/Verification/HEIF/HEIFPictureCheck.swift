/// Proves that a HEIF file shows its original outside the areas, and in them what the style makes of their surroundings.
///
/// A tile that is the original's bit for bit is not decoded where no area asks for its samples; all others are, one after the other,
/// so that one tile of each file is in memory. What the code of a tile is, a format's own check says.
protocol HEIFPictureCheck {
  associatedtype Configuration: ExaminedTileConfiguration
  /// What the code of a render's tile holds.
  associatedtype TileCode

  var render: ExaminedHEIF<Configuration> { get }
  /// Nil where there is none.
  var original: ExaminedHEIF<Configuration>? { get }
  /// The photo's.
  var geometry: PhotoGeometry { get }
  /// Whether tiles with areas may be coded with loss.
  var allowsLoss: Bool { get }

  /// Proves that the configurations of the render's tiles are those of renders of the original.
  /// - Throws: `FaceBlurError` where they hold anything else.
  func checkConfiguration(against original: ExaminedHEIF<Configuration>) throws(FaceBlurError)

  /// The code of a render's tile.
  /// - Throws: `FaceBlurError` where there is more, or less, or it codes more than is shown.
  func code(ofTile index: Int) throws(FaceBlurError) -> TileCode

  /// Whether a tile of the render is the original's, bit for bit.
  func isCopied(_ index: Int, _ code: TileCode, of original: ExaminedHEIF<Configuration>) -> Bool

  /// Proves that nothing follows the end of a tile's code.
  /// - Throws: `FaceBlurError` where something does.
  func checkEnd(_ code: TileCode, ofTile index: Int, isCopied: Bool) throws(FaceBlurError)

  /// Proves that a tile which was coded anew says of its colours what the original's does.
  /// - Parameter hasColors: whether a property says how samples become colours.
  /// - Throws: `FaceBlurError` of kind `leak(.changedOutside)` where it does not.
  func checkColors(
    ofTile index: Int, _ code: TileCode, _ original: ExaminedHEIF<Configuration>, hasColors: Bool
  ) throws(FaceBlurError)

  /// Proves that a tile which was coded anew is coded as renders are.
  /// - Parameter picture: that it was decoded to.
  /// - Throws: `FaceBlurError` where it holds anything beside that.
  func checkCode(_ code: TileCode, of picture: PackedPicture, ofTile index: Int) throws(FaceBlurError)

  /// The decoded tile of a render.
  func decoded(_ code: TileCode, ofTile index: Int) throws(FaceBlurError) -> PackedPicture

  /// The decoded tile of any file.
  static func decoded(
    ofTile index: Int, of file: ExaminedHEIF<Configuration>
  ) throws(FaceBlurError) -> PackedPicture

  /// How coarsely a render's tile is coded; nil where it takes no loss, or that cannot be read.
  func quantizer(of code: TileCode, ofTile index: Int) -> Int?

  /// The same of an original's.
  static func quantizer(ofTile index: Int, of file: ExaminedHEIF<Configuration>) -> Int?

  /// What a tile shows that is coded of some samples, where that is another code than a render's.
  /// - Parameters:
  ///   - code: the render's.
  ///   - quantizer: the original's.
  /// - Returns: nil where the render's code is what the encoder makes of the samples, to the last byte.
  /// - Throws: `FaceBlurError` where they cannot be coded.
  func otherTile(
    than code: TileCode, codedOf witness: PlanarPicture, quantizer: Int, ofTile index: Int
  ) throws(FaceBlurError) -> PlanarPicture?

  /// How far samples may lie from those they were coded of on the mean, in levels of 8 bits.
  static func distance(_ quantizer: Int) -> Double

  /// What code leaves of units of few tones.
  static func tolerance(_ quantizer: Int) -> ToneTolerance

  /// How the original's samples become colours where no property says so; nil where that cannot be read.
  static func colors(of file: ExaminedHEIF<Configuration>) throws(FaceBlurError) -> HEIFColors?
}

/// How samples become colours.
struct HEIFColors: Hashable {
  let isFullRange: Bool
  /// A number of ITU-T H.273.
  let matrix: Int
}

extension HEIFPictureCheck {
  /// - Throws: `FaceBlurError` where the files are not of one form.
  func checkShape() throws(FaceBlurError) {
    let canvas = render.canvas
    guard canvas.width == geometry.storedWidth, canvas.height == geometry.storedHeight else {
      throw .otherShape
    }
    if let original, original.shape != render.shape || original.grid != render.grid { throw .otherShape }
  }

  /// Proves that all but the data of tiles is what a render has.
  /// - Throws: `FaceBlurError` where anything else stands in the file.
  func checkForm() throws(FaceBlurError) {
    if let place = CanonicalHEIF.difference(of: render) {
      throw .damagedRender("it is not laid out as a render is at byte \(place)")
    }
    guard let original else { return }
    try checkConfiguration(against: original)
    guard
      render.file.brands.allSatisfy({ brand in
        Configuration.commonBrands.contains(brand) || brand == render.file.majorBrand
          || brand == original.file.majorBrand || original.file.brands.contains(brand)
      })
    else { throw .damagedRender("it calls itself what its original does not") }
  }

  /// - Parameter judgesCode: whether what follows a picture's code is refused.
  func checkTiles(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, judgesCode: Bool
  ) throws(FaceBlurError) {
    if let original { try checkMeaning(original) }
    let hasColors = HEIFProperties(render)["nclx"] != nil
    let canvas = render.canvas
    var planes = try RasterPlanes(
      geometry, render.shape.sized(width: canvas.width, height: canvas.height), areas, style,
      hasOriginal: original != nil)
    var witness: TileWitness<Self>?
    var lossy: [LossyPart] = []
    for index in render.tiles.indices {
      let part = render.part(ofTile: index)
      let code = try self.code(ofTile: index)
      let isCopied = original.map { self.isCopied(index, code, of: $0) } ?? false
      let interest = planes.interest(in: part)
      let quantizer =
        allowsLoss && !isCopied && interest == .areas ? quantizer(of: code, ofTile: index) : nil
      if let original, quantizer != nil {
        try checkColors(ofTile: index, code, original, hasColors: hasColors)
        if witness == nil { witness = try TileWitness(self, original, areas, style) }
        try witness?.check(code, ofTile: index, &planes)
        continue
      }
      if let quantizer { lossy.append(LossyPart(part: part, quantizer: quantizer)) }
      if judgesCode { try checkEnd(code, ofTile: index, isCopied: isCopied) }
      if interest == .none, isCopied || original == nil {
        try planes.leaveOut(render.shape, x: part.x, y: part.y)
        continue
      }
      guard let original else {
        try planes.take(try decoded(code, ofTile: index), against: nil, x: part.x, y: part.y)
        continue
      }
      // A photo's code takes more memory to decode than a render's, and so comes first.
      let before = isCopied ? nil : try Self.decoded(ofTile: index, of: original)
      let shown = try decoded(code, ofTile: index)
      if !isCopied {
        try checkColors(ofTile: index, code, original, hasColors: hasColors)
        if judgesCode { try checkCode(code, of: shown, ofTile: index) }
      }
      try planes.take(shown, against: before ?? shown, x: part.x, y: part.y)
    }
    try planes.prove { area in
      lossy.filter { $0.holds(area, geometry) }.map(\.quantizer).max().map(Self.tolerance)
    }
  }

  /// What says how samples are shown must be the original's: the colour profile, which a policy may drop, can be missing.
  func checkMeaning(_ original: ExaminedHEIF<Configuration>) throws(FaceBlurError) {
    let (now, before) = (HEIFProperties(render), HEIFProperties(original))
    for type in ["nclx", "pixi", "pasp", "clli", "mdcv", "clap", "irot", "imir"] as [BoxType] {
      guard now[type] == before[type] else { throw .changedOutside }
    }
    guard now.transformations == before.transformations, now["rICC"] == nil,
      now["prof"] == nil || before["prof"] != nil || before["rICC"] != nil
    else { throw .changedOutside }
  }

  // MARK: Tones

  /// Proves that the picture is that of the other file with filters applied. All of its tiles were coded anew.
  /// - Throws: `FaceBlurError` of kind `leak(.otherTones)` where it is not.
  func checkTiles(_ filters: ToneFilters) throws(FaceBlurError) {
    guard let original else { throw .otherTones }
    try checkMeaning(original)
    guard let colors = try Self.meaning(of: original) else { throw .otherTones }
    let columns = render.grid?.columns ?? 1
    for start in stride(from: 0, to: render.tiles.count, by: columns) {
      var (shown, before): ([PackedPicture], [PackedPicture]) = ([], [])
      for index in start..<(start + columns) {
        let code = try code(ofTile: index)
        let picture = try decoded(code, ofTile: index)
        try checkCode(code, of: picture, ofTile: index)
        shown.append(picture)
        before.append(try Self.decoded(ofTile: index, of: original))
      }
      let y = render.part(ofTile: start).y
      for rows in shown.first?.bands ?? [] {
        let expected = ExpectedPlanarTones(
          filters, render.shape.sized(width: render.shape.width, height: rows.count),
          width: render.canvas.width, height: render.canvas.height, matrix: colors.matrix,
          isFullRange: colors.isFullRange)
        guard
          expected.areShown(
            by: shown.map { $0.band(rows) }, of: before.map { $0.band(rows) }, y: y + rows.lowerBound)
        else { throw .otherTones }
      }
    }
  }

  /// How a file's samples become colours, by its properties or by its code.
  static func meaning(of file: ExaminedHEIF<Configuration>) throws(FaceBlurError) -> HEIFColors? {
    let stated = try colors(of: file)
    return stated == nil ? nil : HEIFProperties(file)["nclx"].flatMap(HEIFColors.init(codePoints:)) ?? stated
  }
}

extension HEIFColors {
  /// What an `nclx` says: 4 letters, three numbers of two bytes, and a flag (ISO/IEC 23008-12, 6.5.5).
  init?(codePoints content: [UInt8]) {
    guard content.count == 11 else { return nil }
    self.init(isFullRange: content[10] >= 0x80, matrix: Int(content[8]) << 8 | Int(content[9]))
  }
}
