extension AVIFPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var work = AVIFRenderWork(self, try HiddenTiles(self, areas, with: obscurer))
    let notes = try work.render(isAll: options.tiles == .all)
    try write(file.code(work.configuration, work.tiles), options.metadata, into: sink)
    return RenderSummary(path: file.path, notes: notes + picture.losses, warnings: [])
  }
}

/// The tiles of an AVIF's render.
private struct AVIFRenderWork {
  private let photo: AVIFPhoto
  private var hidden: HiddenTiles<AVIFPhoto>
  private(set) var tiles: [[UInt8]] = []
  private(set) var configuration: AV1Configuration

  init(_ photo: AVIFPhoto, _ hidden: HiddenTiles<AVIFPhoto>) {
    self.photo = photo
    self.hidden = hidden
    configuration = photo.file.configuration
  }

  /// Writes all tiles.
  /// - Returns: what was done beyond hiding, for people.
  mutating func render(isAll: Bool) throws(FaceBlurError) -> [String] {
    var notes: [String] = []
    var copies = try copied(isAll: isAll)
    var encoder = AVIFTileEncoder(photo.file)
    // What is written here says whether it can stand beside what is copied.
    let first = copies.firstIndex(of: nil)
    let firstCode = try first.map { (index) throws(FaceBlurError) in
      try encoder.encode(try hidden.tile(index))
    }
    let own = encoder.configuration ?? AV1Configuration(of: photo.file.code.sequence)
    if copies.contains(where: { $0 != nil }), !configuration.isAlike(own) {
      notes.append("its tiles were all written anew, without loss: they say other things of themselves")
      copies = copies.map { _ in nil }
    }
    for (index, copy) in copies.enumerated() {
      if let copy {
        tiles.append(copy)
      } else if index == first, let firstCode {
        tiles.append(firstCode)
      } else {
        tiles.append(try encoder.encode(try hidden.tile(index)))
      }
    }
    if let written = encoder.configuration {
      if copies.contains(where: { $0 != nil }) {
        configuration.raise(to: written)
      } else {
        configuration = written
      }
    }
    return notes
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
