/// What viewers make of a HEIC.
extension HEICPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let transform = try colors.transform()
    let curve = transform == nil ? TransferCurve(codePoint: file.colors.transfer)?.shown : nil
    var views = PictureViews(geometry, fitting: longSide, transform: transform, curve: curve)
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
            into: UnsafeMutableBufferPointer(rebasing: views.rgb[start..<(start + 3 * file.shape.width)]))
        }
        try views.takeRow()
      }
    }
    let pictures = views.pictures.map(geometry.orientation.upright)
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
