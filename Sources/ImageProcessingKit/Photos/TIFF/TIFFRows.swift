extension TIFFPhoto {
  /// Decodes one block.
  /// - Parameters:
  ///   - bytes: of the file.
  ///   - use: is told of each of its planes whether its chunk holds nothing that nobody sees.
  func block(
    _ index: Int, in bytes: UnsafeBufferPointer<UInt8>, by coder: borrowing TIFFChunkCoder,
    _ use: (_ plane: Int, _ isTight: Bool) -> Void = { _, _ in }
  ) throws(FaceBlurError) -> TIFFBlock {
    let block = try TIFFBlock(index, of: file.layout, file.form)
    for plane in 0..<file.layout.planes {
      let code = UnsafeBufferPointer(
        rebasing: bytes[file.chunks[file.layout.chunk(ofBlock: index, plane: plane)]])
      use(plane, try block.decode(plane: plane, code, by: coder))
    }
    return block
  }

  /// Lends every row of the picture from the top.
  /// - Parameter use: is lent all samples of a row, pixel by pixel; a gray one is brighter the larger it is.
  func forEachRow(
    _ use: (_ y: Int, _ samples: UnsafeBufferPointer<UInt16>) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    try forEachWantedRow { (y, samples) throws(FaceBlurError) -> Bool in
      try use(y, samples)
      return true
    }
  }

  /// Lends rows from the top as long as they are asked for.
  /// - Parameter use: is lent the samples likewise, and says whether it needs more.
  func forEachWantedRow(
    _ use: (_ y: Int, _ samples: UnsafeBufferPointer<UInt16>) throws(FaceBlurError) -> Bool
  ) throws(FaceBlurError) {
    let layout = file.layout
    let coder = TIFFChunkCoder(layout, file.form)
    let row = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: layout.width * layout.samples)
    defer { row.deallocate() }
    try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      for first in stride(from: 0, to: layout.blockCount, by: layout.blockColumns) {
        var blocks: [TIFFBlock] = []
        for index in first..<(first + layout.blockColumns) {
          blocks.append(try block(index, in: bytes, by: coder))
        }
        for y in 0..<blocks[0].height {
          for block in blocks {
            let start = block.rect.x * layout.samples
            block.read(
              row: y,
              into: UnsafeMutableBufferPointer(rebasing: row[start..<(start + block.width * layout.samples)]))
          }
          guard try use(blocks[0].rect.y + y, UnsafeBufferPointer(row)) else { return }
        }
      }
    }
  }
}

/// Makes the chunks of a picture whose rows come from the top.
struct TIFFRowEncoder: ~Copyable {
  private let layout: TIFFLayout
  private let form: TIFFForm
  private let coder: TIFFChunkCoder
  /// By the chunk's number.
  private var coded: [CodedChunk?]
  /// Of the row of blocks that the next row of pixels is in.
  private var blocks: [TIFFBlock] = []
  private var y = 0

  init(_ layout: TIFFLayout, _ form: TIFFForm) {
    self.layout = layout
    self.form = form
    coder = TIFFChunkCoder(layout, form)
    coded = [CodedChunk?](repeating: nil, count: layout.chunkCount)
  }

  /// - Parameter samples: of the next row, as `TIFFPhoto.forEachRow` lends them.
  /// - Throws: `FaceBlurError` where there is not enough memory.
  mutating func append(_ samples: UnsafeBufferPointer<UInt16>) throws(FaceBlurError) {
    let first = y / layout.block(0).height * layout.blockColumns
    if blocks.isEmpty {
      for index in first..<(first + layout.blockColumns) {
        let block = try TIFFBlock(index, of: layout, form)
        block.clear()
        blocks.append(block)
      }
    }
    for block in blocks {
      let start = block.rect.x * layout.samples
      block.write(
        row: y - block.rect.y,
        UnsafeBufferPointer(rebasing: samples[start..<(start + block.width * layout.samples)]))
    }
    y += 1
    guard let last = blocks.last, y == last.rect.y + last.height else { return }
    for (index, block) in blocks.enumerated() {
      for plane in 0..<layout.planes {
        coded[layout.chunk(ofBlock: first + index, plane: plane)] = try block.encode(plane: plane, by: coder)
      }
    }
    blocks = []
  }

  /// All chunks, once every row has been taken.
  /// - Throws: `FaceBlurError` where rows are missing.
  func chunks() throws(FaceBlurError) -> [TIFFChunk] {
    let chunks = coded.compactMap { $0.map(TIFFChunk.coded) }
    guard chunks.count == layout.chunkCount else { throw .internalError("it has too few rows") }
    return chunks
  }
}
