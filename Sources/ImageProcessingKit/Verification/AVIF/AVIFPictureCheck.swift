/// Proves that an AVIF shows its original outside the areas, and in them what the style makes of their surroundings.
struct AVIFPictureCheck: HEIFPictureCheck {
  typealias Configuration = ExaminedAV1Configuration
  typealias TileCode = ExaminedAV1

  let render: ExaminedAVIF
  let original: ExaminedAVIF?
  let geometry: PhotoGeometry
  let allowsLoss: Bool
  /// The first tile of the original, where it can be read.
  private let first: ExaminedAV1?

  /// Bytes of a frame in which code cannot be told from what follows it.
  private static let mostUntold = 64

  /// - Parameters:
  ///   - render: the file; must outlive the value, as the original.
  ///   - original: nil where there is none.
  ///   - geometry: the photo's.
  ///   - allowsLoss: whether tiles of a grid with areas may be coded with loss.
  /// - Throws: `FaceBlurError` where one holds no picture that is read, or they are not of one form.
  init(
    _ render: UnsafeBufferPointer<UInt8>, _ original: UnsafeBufferPointer<UInt8>?, _ geometry: PhotoGeometry,
    allowsLoss: Bool
  ) throws(FaceBlurError) {
    (self.geometry, self.allowsLoss) = (geometry, allowsLoss)
    self.render = try ExaminedAVIF(render)
    if let original { self.original = try ExaminedAVIF(original) } else { self.original = nil }
    first = self.original.flatMap { try? Self.code(ofTile: 0, of: $0) }
    try checkShape()
  }

  /// How renders of the original are made, where tiles of a grid take no loss; where there is no original, how this one was.
  /// - Throws: `FaceBlurError` where its code cannot be read.
  func path() throws(FaceBlurError) -> RenderSummary.Path {
    let file = original ?? render
    guard file.grid == nil else { return .tiles }
    return try Self.code(ofTile: 0, of: file).frame.quantizer == 0 ? .tiles : .lossy
  }

  /// - Parameter judgesCode: whether what follows a picture's code is refused.
  func check(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, judgesCode: Bool
  ) throws(FaceBlurError) {
    if let original, try path() == .lossy {
      try checkWithLoss(against: original, areas, style)
    } else {
      try checkTiles(areas, style, judgesCode: judgesCode)
    }
  }

  func checkConfiguration(against original: ExaminedAVIF) throws(FaceBlurError) {
    var sequences: [ExaminedAV1Sequence] = []
    for index in render.tiles.indices { sequences.append(try code(ofTile: index).sequence) }
    try AVIFConfigurationCheck.check(render, sequences, against: original)
  }

  /// A sequence header and a frame in one unit, and nothing else.
  func code(ofTile index: Int) throws(FaceBlurError) -> ExaminedAV1 {
    let code = try Self.code(ofTile: index, of: render)
    guard code.isCanonical else {
      throw .damagedRender("a tile holds something else than one picture, or says so at length")
    }
    return code
  }

  /// - Throws: `FaceBlurError` where a tile holds no picture of the file's shape.
  static func code(ofTile index: Int, of file: ExaminedAVIF) throws(FaceBlurError) -> ExaminedAV1 {
    let code = try ExaminedAV1(file.data(ofTile: index))
    guard code.codes(file.shape) else { throw .damagedRender("a tile codes another picture than it shows") }
    return code
  }

  /// A tile that has no room for anything beside its picture: one that has must be coded as renders are, whatever its original is.
  func isCopied(_ index: Int, _ code: ExaminedAV1, of original: ExaminedAVIF) -> Bool {
    // Whole blocks, so that no pixel is coded that is not shown; and headers that say nothing but how the picture is coded, which are
    // the same of all.
    guard original.grid != nil, original.shape.width % 64 == 0, original.shape.height % 64 == 0,
      code.sequence.isAlone, code.sequence.isReduced, !code.frame.hasRenderSize, !code.frame.isNarrower,
      code.frame.tileCount == 1, code.frameUnits.allSatisfy({ $0.content.count > Self.mostUntold }),
      code.sequenceContent == first?.sequenceContent,
      let before = try? ExaminedAV1(original.data(ofTile: index)), code.isSame(as: before)
    else { return false }
    return code.data.withUnsafeBufferPointer { HiddenPicture.firstFile(in: $0) } == nil
  }

  func checkEnd(_ code: ExaminedAV1, ofTile index: Int, isCopied: Bool) throws(FaceBlurError) {
    // Behind the end of one that was written anew is nothing, where `checkCode` passes.
    if isCopied, try AV1EndCheck.hasRest(code, render.shape) {
      throw .codeBehindTile
    }
  }

  /// The code of a tile says what its samples mean; where a property says so, too, all tiles can say what the first one does.
  func checkColors(
    ofTile index: Int, _ code: ExaminedAV1, _ original: ExaminedAVIF, hasColors: Bool
  ) throws(FaceBlurError) {
    let before = try Self.code(ofTile: index, of: original).sequence
    if isSame(code.sequence, before) { return }
    guard hasColors, let first, isSame(code.sequence, first.sequence) else {
      throw .changedOutside
    }
  }

  private func isSame(_ a: ExaminedAV1Sequence, _ b: ExaminedAV1Sequence) -> Bool {
    a.colors == b.colors && a.chromaPosition == b.chromaPosition
  }

  /// A tile that was coded anew is what the encoder makes of its own samples, to the last byte.
  func checkCode(
    _ code: ExaminedAV1, of picture: PackedPicture, ofTile index: Int
  ) throws(FaceBlurError) {
    let right = try AV1Codec.encode(
      picture, code.sequence.colors, chromaPosition: code.sequence.chromaPosition, quantizer: 0)
    guard right == code.data else { throw .damagedRender("a tile is coded in another way than a render's") }
  }

  func decoded(_ code: ExaminedAV1, ofTile index: Int) throws(FaceBlurError) -> PackedPicture {
    try Self.decoded(code, as: render.shape)
  }

  static func decoded(ofTile index: Int, of file: ExaminedAVIF) throws(FaceBlurError) -> PackedPicture {
    try decoded(code(ofTile: index, of: file), as: file.shape)
  }

  private static func decoded(
    _ code: ExaminedAV1, as shape: PlanarShape
  ) throws(FaceBlurError) -> PackedPicture {
    let picture = try AV1Codec.packed(code.decodable, as: shape)
    guard picture.shape == shape else { throw .otherShape }
    return picture
  }

  static func colors(of file: ExaminedAVIF) throws(FaceBlurError) -> HEIFColors? {
    let colors = try code(ofTile: 0, of: file).sequence.colors
    return HEIFColors(isFullRange: colors.isFullRange, matrix: colors.matrix)
  }
}
