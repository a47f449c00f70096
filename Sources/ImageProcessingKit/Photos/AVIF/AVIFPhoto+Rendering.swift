extension AVIFPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var work = AVIFRenderWork(self, try HiddenTiles(self, areas, with: obscurer))
    let notes = try work.render(options.tiles)
    try write(file.code(work.configuration, work.tiles), options.metadata, into: sink)
    return RenderSummary(path: work.isLossy ? .lossy : .tiles, notes: notes + picture.losses, warnings: [])
  }
}

/// The tiles of an AVIF's render.
private struct AVIFRenderWork {
  private let photo: AVIFPhoto
  private var hidden: HiddenTiles<AVIFPhoto>
  private(set) var tiles: [[UInt8]] = []
  private(set) var configuration: AV1Configuration
  private var encoder: AVIFTileEncoder
  /// Tiles that were to be coded as coarsely as they were, and take no loss.
  private var exactCount = 0

  init(_ photo: AVIFPhoto, _ hidden: HiddenTiles<AVIFPhoto>) {
    self.photo = photo
    self.hidden = hidden
    configuration = photo.file.configuration
    encoder = AVIFTileEncoder(photo.file)
  }

  /// Whether some tiles were coded with loss.
  var isLossy: Bool { encoder.isLossy }

  /// Writes all tiles.
  /// - Returns: what was done beyond hiding, for people.
  mutating func render(_ choice: TileChoice) throws(FaceBlurError) -> [String] {
    var notes: [String] = []
    var copies = try copied(isAll: choice == .all)
    // What is written here says whether it can stand beside what is copied.
    let first = copies.firstIndex(of: nil)
    var firstCode: [UInt8]?
    if let first { firstCode = try encoded(first, choice) }
    let own = encoder.configuration ?? AV1Configuration(of: photo.file.code.sequence)
    if copies.contains(where: { $0 != nil }), !configuration.isAlike(own) {
      let loss = choice == .close ? "" : ", without loss"
      notes.append("its tiles were all written anew\(loss): they say other things of themselves")
      copies = copies.map { _ in nil }
    }
    for (index, copy) in copies.enumerated() {
      if let copy {
        tiles.append(copy)
      } else if index == first, let firstCode {
        tiles.append(firstCode)
      } else {
        tiles.append(try encoded(index, choice))
      }
    }
    if exactCount > 0 { notes.append(HEIFTiles.exactNote(exactCount)) }
    if let written = encoder.configuration {
      if copies.contains(where: { $0 != nil }) {
        configuration.raise(to: written)
      } else {
        configuration = written
      }
    }
    return notes
  }

  /// A tile as a render shows it, coded anew.
  private mutating func encoded(_ index: Int, _ choice: TileChoice) throws(FaceBlurError) -> [UInt8] {
    if photo.file.quantizer > 0 {
      let (code, data) = try photo.code(ofTile: index)
      return try encoder.encodeClosely(
        try hidden.tile(index).planar, quantizer: photo.file.quantizer, photoBytes: code.decodable(data).count
      )
    }
    var quantizer = 0
    // Where nothing is hidden nothing is to be lost.
    if choice == .close, photo.picture.grid != nil, hidden.hides(index) {
      quantizer = try photo.code(ofTile: index).code.frame.quantizer
      if quantizer == 0 { exactCount += 1 }
    }
    return try encoder.encode(try hidden.tile(index), quantizer: quantizer)
  }

  /// By tile of a grid, the code that is copied; nil for one that has hidden pixels, or is not coded as tiles that can be copied are.
  private func copied(isAll: Bool) throws(FaceBlurError) -> [[UInt8]?] {
    var copies: [[UInt8]?] = []
    for index in photo.picture.tiles.indices {
      guard !isAll, photo.picture.grid != nil, !hidden.hides(index) else {
        copies.append(nil)
        continue
      }
      let (code, data) = try photo.code(ofTile: index)
      copies.append(code.sequenceBytes == photo.file.code.sequenceBytes ? code.copy(data) : nil)
    }
    return copies
  }
}
