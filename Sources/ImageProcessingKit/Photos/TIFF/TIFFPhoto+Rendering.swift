extension TIFFPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    if let conversion = try conversion() {
      return try conversion.written { (photo) throws(FaceBlurError) in
        try photo.renderUnproven(areas, with: obscurer, options: options, into: sink)
      }
    }
    return try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      let coder = TIFFChunkCoder(file.layout, file.form)
      var obscurer = RowObscurer(areas, in: raster, with: obscurer)
      let isCopied = try examine(bytes, by: coder, for: &obscurer)
      var chunks = file.chunks.map(TIFFChunk.copied)
      for index in 0..<file.layout.blockCount {
        let planes = 0..<file.layout.planes
        let numbers = planes.map { file.layout.chunk(ofBlock: index, plane: $0) }
        guard !numbers.allSatisfy({ isCopied[$0] }) else { continue }
        let block = try block(index, in: bytes, by: coder)
        hide(in: block, obscurer)
        block.clearPadding()
        for plane in planes where !isCopied[numbers[plane]] {
          chunks[numbers[plane]] = .coded(try block.encode(plane: plane, by: coder))
        }
      }
      try writer(options.metadata).write(chunks, from: bytes, into: sink)
      return RenderSummary(path: .strips, notes: file.notes, warnings: [])
    }
  }

  /// Reads the photo once: what the areas' tones come from, and which chunks can be copied.
  /// - Returns: by the chunk's number, whether it has no hidden pixel and holds nothing that nobody sees.
  private func examine(
    _ bytes: UnsafeBufferPointer<UInt8>, by coder: borrowing TIFFChunkCoder, for obscurer: inout RowObscurer
  ) throws(FaceBlurError) -> [Bool] {
    let layout = file.layout
    var isCopied = [Bool](repeating: false, count: layout.chunkCount)
    let row = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: layout.width * layout.samples)
    defer { row.deallocate() }
    for index in 0..<layout.blockCount {
      var isTight = [Bool](repeating: false, count: layout.planes)
      let block = try block(index, in: bytes, by: coder) { isTight[$0] = $1 }
      var isHidden = false
      for y in 0..<block.height {
        let raster = RasterRow(y: block.rect.y + y, x: block.rect.x)
        guard obscurer.concerns(raster.y) else { continue }
        isHidden = isHidden || obscurer.hides(raster, width: block.width)
        let samples = UnsafeMutableBufferPointer(rebasing: row[..<(block.width * layout.samples)])
        block.read(row: y, into: samples)
        obscurer.take(UnsafeBufferPointer(samples), pixelStride: layout.samples, raster)
      }
      for plane in isTight.indices {
        isCopied[layout.chunk(ofBlock: index, plane: plane)] = isTight[plane] && !isHidden
      }
    }
    obscurer.settle()
    return isCopied
  }

  /// Writes the hidden pixels of a block; they are opaque, for an outline in a further sample would tell, too.
  private func hide(in block: TIFFBlock, _ obscurer: RowObscurer) {
    let layout = file.layout
    let components = layout.photometric.components
    for y in 0..<block.height {
      let raster = RasterRow(y: block.rect.y + y, x: block.rect.x)
      guard obscurer.hides(raster, width: block.width) else { continue }
      obscurer.forEachHiddenPixel(of: raster, width: block.width) { x, hidden in
        for component in 0..<components { block.put(hidden[component], x: x, y: y, component: component) }
        for component in components..<layout.samples {
          block.put(layout.maxSample, x: x, y: y, component: component)
        }
      }
    }
  }
}
