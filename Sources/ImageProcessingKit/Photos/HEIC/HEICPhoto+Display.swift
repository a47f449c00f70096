/// What viewers make of a HEIC.
extension HEICPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let transform = try colors.transform()
    let curve = TransferCurve(codePoint: file.colors.transfer)?.shown
    let shrinker = RowShrinker(
      width: geometry.storedWidth, height: geometry.storedHeight, fitting: longSide)
    var stored = shrinker
    var managed: RowShrinker? = transform == nil && curve == nil ? nil : shrinker
    let length = 3 * geometry.storedWidth
    let memory = try PictureMemory(count: 2 * length)
    let bytes = memory.bytes
    let rgb = UnsafeMutableBufferPointer(rebasing: bytes[..<length])
    let shown = UnsafeMutableBufferPointer(rebasing: bytes[length...])
    let conversion = LumaChroma(file.shape, file.colors)
    let columns = file.grid?.columns ?? 1
    for first in stride(from: 0, to: file.tiles.count, by: columns) {
      var row: [PlanarPicture] = []
      for index in first..<(first + columns) { row.append(try decoded(tile: index)) }
      for line in 0..<file.shape.height {
        for (column, tile) in row.enumerated() {
          let start = 3 * column * file.shape.width
          conversion.convert(
            row: line, of: tile,
            into: UnsafeMutableBufferPointer(rebasing: rgb[start..<(start + 3 * file.shape.width)]))
        }
        stored.append(UnsafeBufferPointer(rgb))
        switch transform {
        case .some(let transform):
          try transform.convert(UnsafeBufferPointer(rgb), into: shown)
          managed?.append(UnsafeBufferPointer(shown))
        case .none:
          guard let curve else { continue }
          for place in rgb.indices { shown[place] = curve[Int(rgb[place])] }
          managed?.append(UnsafeBufferPointer(shown))
        }
      }
    }
    let pictures = [managed?.picture, stored.picture].compactMap(\.self).map(geometry.orientation.upright)
    return DisplayImage(
      pixels: pictures[0], otherViews: Array(pictures.dropFirst()), warnings: colors.warnings)
  }

  /// Bytes that rendering and comparing takes: the tiles of a row twice, those that are kept while they are hidden, what a codec takes
  /// of a tile in its own process, and the render while it is put together and when it is whole: without loss, it is about as
  /// large as its samples.
  static func workingBytes(of file: HEICFile) -> Int {
    let tile = 2 * file.shape.sampleCount
    return 2 * (file.grid?.columns ?? 1) * tile + keptBytes + 24 * tile + file.tiles.count * tile
  }

  /// How many bytes of decoded tiles are kept from looking at them to hiding them.
  static let keptBytes = 64 << 20
}
