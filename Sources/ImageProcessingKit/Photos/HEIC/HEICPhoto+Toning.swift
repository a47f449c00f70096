extension HEICPhoto {
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var encoder = try HEICTileEncoder(file.configuration, besides: [], picture.codedColors)
    var tiles: [[UInt8]] = []
    try forEachTile(tonedBy: filters) { (tile) throws(FaceBlurError) in
      tiles.append(try encoder.encode(tile))
    }
    try write(file.code(encoder.configuration, tiles), options.metadata, into: sink)
    return RenderSummary(path: .tiles, notes: picture.losses, warnings: [])
  }
}
