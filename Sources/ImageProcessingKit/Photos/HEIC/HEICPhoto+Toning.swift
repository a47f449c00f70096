extension HEICPhoto {
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    guard !isGray else { throw .unsupportedHEIF("it has no colours, and a filter makes some") }
    let canvas = file.shape.sized(width: geometry.storedWidth, height: geometry.storedHeight)
    let toner = PlanarToner(filters, canvas, file.colors)
    var encoder = try HEICTileEncoder(file.configuration, besides: [], file.codedColors)
    var tiles: [[UInt8]] = []
    let columns = file.grid?.columns ?? 1
    for first in stride(from: 0, to: file.tiles.count, by: columns) {
      var row: [PlanarPicture] = []
      for index in first..<(first + columns) { row.append(try decoded(tile: index)) }
      toner.tone(&row, y: place(ofTile: first).y)
      for tile in row { tiles.append(try encoder.encode(tile)) }
    }
    try writer(encoder.configuration, tiles, options.metadata).append(to: sink)
    return RenderSummary(path: .tiles, notes: file.losses, warnings: [])
  }
}
