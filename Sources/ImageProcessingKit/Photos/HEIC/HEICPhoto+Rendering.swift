extension HEICPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var work = HEICRenderWork(self, try HiddenTiles(self, areas, with: obscurer))
    let notes = try work.render(options.tiles)
    try write(file.code(work.configuration, work.tiles), options.metadata, into: sink)
    return RenderSummary(path: work.isLossy ? .lossy : .tiles, notes: notes + picture.losses, warnings: [])
  }
}

/// The tiles of a HEIC's render.
private struct HEICRenderWork {
  private let photo: HEICPhoto
  private var hidden: HiddenTiles<HEICPhoto>
  /// Of the render, each unit behind its length.
  private(set) var tiles: [[UInt8]] = []
  private(set) var configuration: HEVCConfiguration
  /// Whether some tiles were coded with loss.
  private(set) var isLossy = false

  init(_ photo: HEICPhoto, _ hidden: HiddenTiles<HEICPhoto>) {
    self.photo = photo
    self.hidden = hidden
    configuration = photo.file.configuration
  }

  /// Writes all tiles.
  /// - Returns: what was done beyond hiding, for people.
  mutating func render(_ choice: TileChoice) throws(FaceBlurError) -> [String] {
    var notes: [String] = []
    var copies: [NALUnit?] = []
    if choice != .all {
      do { copies = try copied() } catch {
        let loss = choice == .close ? "" : ", without loss"
        notes.append("its tiles were all written anew\(loss): \(error.reason)")
      }
    }
    if copies.isEmpty { copies = photo.picture.tiles.map { _ in nil } }
    var encoder = try HEICTileEncoder(
      configuration, besides: copies.compactMap(\.self), photo.picture.codedColors)
    var exactCount = 0
    for (index, copy) in copies.enumerated() {
      if let copy {
        tiles.append(copy.behindLength)
        continue
      }
      // Where nothing is hidden nothing is to be lost.
      let isClose = choice == .close && hidden.hides(index)
      let quantizer = isClose ? try photo.quantizer(ofTile: index) : nil
      if isClose, quantizer == nil { exactCount += 1 }
      tiles.append(try encoder.encode(try hidden.tile(index), quantizer: quantizer))
    }
    if exactCount > 0 { notes.append(HEIFTiles.exactNote(exactCount)) }
    (configuration, isLossy) = (encoder.configuration, encoder.isLossy)
    return notes
  }

  /// By tile, the slice that is copied; nil for one that has hidden pixels, or is not coded as tiles that can be copied are.
  /// - Throws: `FaceBlurError` where the parameter sets are not ones that can be kept.
  private func copied() throws(FaceBlurError) -> [NALUnit?] {
    var copies: [NALUnit?] = []
    for index in photo.picture.tiles.indices {
      copies.append(hidden.hides(index) ? nil : try photo.code(ofTile: index).slice)
    }
    try check(copies.compactMap(\.self))
    return copies
  }

  /// - Throws: `FaceBlurError` where the parameter sets of some slices are not ones that can be kept.
  private func check(_ slices: [NALUnit]) throws(FaceBlurError) {
    let configuration = photo.file.configuration
    guard try configuration.hasDistinctNumbers else {
      throw .unsupportedHEVC("parameter sets have the same numbers")
    }
    guard HEVCReserved.isUnused(in: configuration.profile) else {
      throw .unsupportedHEVC("its configuration holds more than needed")
    }
    let numbers = try HEICTileCode.parametersNumbers(of: slices)
    // A camera's, and those of an earlier render: of tiles without loss, and of tiles with loss.
    guard numbers.count <= 3 else {
      throw .unsupportedHEVC("there are more parameter sets than a photo needs")
    }
    for number in numbers {
      guard let sets = try configuration.sets(ofPicture: number) else {
        throw .unsupportedHEVC("a tile has no parameter set of its own")
      }
      guard sets.units.allSatisfy({ $0.bytes.count <= SetLimits.photo.bytes && $0.isBase }), try sets.arePlain
      else { throw .unsupportedHEVC("the parameter sets hold more than needed") }
      let sequence = try SequenceParameters(sets.sequence)
      guard sequence.shape == photo.picture.shape else {
        throw .unsupportedHEVC("tiles are of different kinds")
      }
      // Pixels that are coded and not shown are no more than the code asks for, and none where tiles have neighbours.
      let (across, down) = (
        sequence.codedWidth - sequence.shape.width, sequence.codedHeight - sequence.shape.height
      )
      let most = photo.picture.grid == nil ? min(sequence.blockSide, HEIFPicture.unit) : 1
      guard across < most, down < most else { throw .unsupportedHEVC("tiles hold pixels that are not shown") }
    }
  }
}
