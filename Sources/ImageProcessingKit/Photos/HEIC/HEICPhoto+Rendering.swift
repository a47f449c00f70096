extension HEICPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var work = try HEICRenderWork(self, PlaneObscurer(areas, in: geometry, file.shape, with: obscurer))
    let notes = try work.render(isAll: options.tiles == .all)
    try writer(work.configuration, work.tiles, options.metadata).append(to: sink)
    return RenderSummary(path: .tiles, notes: notes + file.losses, warnings: [])
  }

  /// What a render of the photo has beside its tiles.
  func writer(
    _ configuration: HEVCConfiguration, _ tiles: [[UInt8]], _ policy: MetadataPolicy
  ) throws(FaceBlurError) -> HEICWriter {
    if case .foreign(_, let reason) = colors.profile {
      throw .unsupportedHEIF("its colour profile cannot be written anew: \(reason)")
    }
    return HEICWriter(
      brands: file.heif.brands, shape: file.shape, grid: file.grid, configuration: configuration,
      tiles: tiles,
      kept: file.kept, turns: file.turns.properties,
      profile: policy.keeps(.colorProfile) ? colors.renderProfile : nil,
      exif: file.exif.filtered(by: policy).tiff(thumbnail: nil))
  }
}

/// The tiles of a HEIC while areas are hidden in them.
private struct HEICRenderWork {
  private let photo: HEICPhoto
  private var obscurer: PlaneObscurer
  /// Tiles that were decoded to look at them, as many as there is room for.
  private var kept: [Int: PlanarPicture] = [:]
  /// Of the render, each unit behind its length.
  private(set) var tiles: [[UInt8]] = []
  private(set) var configuration: HEVCConfiguration

  init(_ photo: HEICPhoto, _ obscurer: PlaneObscurer) throws(FaceBlurError) {
    self.photo = photo
    self.obscurer = obscurer
    configuration = photo.file.configuration
    try look()
  }

  /// Decodes what tones come from.
  private mutating func look() throws(FaceBlurError) {
    let size = 2 * photo.file.shape.sampleCount
    for index in photo.file.tiles.indices {
      let place = photo.place(ofTile: index)
      guard obscurer.concerns(place) else { continue }
      let tile = try photo.decoded(tile: index)
      obscurer.take(tile, x: place.x, y: place.y)
      if obscurer.hides(place), (kept.count + 1) * size <= HEICPhoto.keptBytes { kept[index] = tile }
    }
    obscurer.settle()
  }

  /// Writes all tiles.
  /// - Returns: what was done beyond hiding, for people.
  mutating func render(isAll: Bool) throws(FaceBlurError) -> [String] {
    var notes: [String] = []
    var copies: [NALUnit?] = []
    if !isAll {
      do { copies = try copied() } catch {
        notes.append("its tiles were all written anew, without loss: \(error.reason)")
      }
    }
    if copies.isEmpty { copies = photo.file.tiles.map { _ in nil } }
    var encoder = try HEICTileEncoder(
      configuration, besides: copies.compactMap(\.self), photo.file.codedColors)
    for (index, copy) in copies.enumerated() {
      if let copy {
        tiles.append(copy.behindLength)
        continue
      }
      let place = photo.place(ofTile: index)
      var tile: PlanarPicture
      if let seen = kept.removeValue(forKey: index) {
        tile = seen
      } else {
        tile = try photo.decoded(tile: index)
      }
      obscurer.hide(in: &tile, x: place.x, y: place.y)
      tiles.append(try encoder.encode(tile))
    }
    configuration = encoder.configuration
    return notes
  }

  /// By tile, the slice that is copied; nil for one that has hidden pixels, or is not coded as tiles that can be copied are.
  /// - Throws: `FaceBlurError` where the parameter sets are not ones that can be kept.
  private func copied() throws(FaceBlurError) -> [NALUnit?] {
    var copies: [NALUnit?] = []
    for index in photo.file.tiles.indices {
      let isHidden = obscurer.hides(photo.place(ofTile: index))
      copies.append(isHidden ? nil : try photo.code(ofTile: index).slice)
    }
    try check(copies.compactMap(\.self))
    return copies
  }

  /// Cameras' take up to 100. More could be anything: what stands behind a set's end, no decoder looks at.
  private static let maxSetBytes = 256

  /// - Throws: `FaceBlurError` where the parameter sets of some slices are not ones that can be kept.
  private func check(_ slices: [NALUnit]) throws(FaceBlurError) {
    let configuration = photo.file.configuration
    guard try configuration.hasDistinctNumbers else {
      throw .unsupportedHEVC("parameter sets have the same numbers")
    }
    let numbers = try HEICTileCode.parametersNumbers(of: slices)
    // A camera's, and those of an earlier render.
    guard numbers.count <= 2 else {
      throw .unsupportedHEVC("there are more parameter sets than a photo needs")
    }
    for number in numbers {
      guard let sets = try configuration.sets(ofPicture: number) else {
        throw .unsupportedHEVC("a tile has no parameter set of its own")
      }
      guard sets.units.allSatisfy({ $0.bytes.count <= Self.maxSetBytes && $0.isBase }),
        try !PictureParameters(sets.picture).hasExtensions
      else { throw .unsupportedHEVC("the parameter sets hold more than needed") }
      let sequence = try SequenceParameters(sets.sequence)
      guard sequence.shape == photo.file.shape else { throw .unsupportedHEVC("tiles are of different kinds") }
      // Pixels that are coded and not shown are no more than the code asks for, and none where tiles have neighbours.
      let (across, down) = (
        sequence.codedWidth - sequence.shape.width, sequence.codedHeight - sequence.shape.height
      )
      let most = photo.file.grid == nil ? min(sequence.blockSide, HEICPhoto.unit) : 1
      guard across < most, down < most else { throw .unsupportedHEVC("tiles hold pixels that are not shown") }
    }
  }
}
