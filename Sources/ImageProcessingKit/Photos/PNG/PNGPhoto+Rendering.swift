extension PNGPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    if let conversion = try conversion() {
      return try conversion.written { (photo) throws(FaceBlurError) in
        try photo.renderUnproven(areas, with: obscurer, options: options, into: sink)
      }
    }
    return try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      var work = try PNGRenderWork(self, bytes, RowObscurer(areas, in: raster, with: obscurer))
      var head = head(options.metadata)
      var notes: [String] = []
      if let palette = work.hide() {
        (head.palette, head.transparency) = (palette.entries, palette.transparency)
        if !palette.isExact {
          notes.append("its palette has no room for other colours, so the regions show the nearest it has")
        }
      }
      try head.append(to: sink)
      try work.deflated().append(to: sink)
      PNGChunk.append(.end, [], to: sink)
      return RenderSummary(path: .rows, notes: notes, warnings: [])
    }
  }
}
