extension AVIFPhoto {
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var encoder = AVIFTileEncoder(file)
    var tiles: [[UInt8]] = []
    try forEachTile(tonedBy: filters) { (tile) throws(FaceBlurError) in
      tiles.append(try encoder.encode(tile, quantizer: file.quantizer))
    }
    guard let configuration = encoder.configuration else { throw .internalError("a photo has no tiles") }
    try write(file.code(configuration, tiles), options.metadata, into: sink)
    return RenderSummary(path: file.path, notes: picture.losses, warnings: [])
  }
}
