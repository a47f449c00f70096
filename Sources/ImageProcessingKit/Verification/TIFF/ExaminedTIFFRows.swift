/// The samples of a TIFF, row by row from the top.
///
/// It holds one band, decoded: a strip of each plane, or a row of tiles of each; and one row of samples.
final class ExaminedTIFFRows {
  /// How many rows have been read.
  private(set) var count = 0
  /// Whether each chunk of the rows that have been read is nothing but these samples.
  private(set) var isTight = true
  private let layout: ExaminedTIFF.Layout
  private let chunks: ExaminedChunks
  private let band: PictureMemory
  private let row: UnsafeMutableBufferPointer<UInt16>

  /// - Parameter picture: its file must outlive the value.
  /// - Throws: `FaceBlurError` of kind `outOfMemory`.
  init(_ picture: ExaminedTIFF) throws(FaceBlurError) {
    layout = picture.layout
    chunks = try ExaminedChunks(picture)
    band = try PictureMemory(
      count: layout.chunkRowBytes * layout.rows(ofBand: 0) * layout.chunksAcross * layout.planes)
    row = .allocate(capacity: layout.width * layout.samples)
  }

  deinit { row.deallocate() }

  /// Reads the next row.
  /// - Returns: its samples, pixel by pixel: colours, of which a larger one is more light or more ink, then the extra ones as they are
  ///   stored. Nil behind the last row; valid until the next call.
  /// - Throws: `FaceBlurError` where the data is damaged.
  func next() throws(FaceBlurError) -> UnsafeBufferPointer<UInt16>? {
    guard count < layout.height else { return nil }
    let rowOfBand = count % layout.chunkHeight
    if rowOfBand == 0 { try decodeBand(count / layout.chunkHeight) }
    let chunkBytes = layout.chunkRowBytes * layout.rows(ofBand: count / layout.chunkHeight)
    for plane in 0..<layout.planes {
      for column in 0..<layout.chunksAcross {
        let start = (plane * layout.chunksAcross + column) * chunkBytes + rowOfBand * layout.chunkRowBytes
        take(
          UnsafeBufferPointer(rebasing: band.bytes[start..<start + layout.chunkRowBytes]), plane,
          column * layout.chunkWidth)
      }
    }
    if layout.photometric == .whiteIsZero {
      let largest = UInt16(layout.largest)
      for place in stride(from: 0, to: row.count, by: layout.samples) { row[place] = largest - row[place] }
    }
    count += 1
    return UnsafeBufferPointer(row)
  }

  private func decodeBand(_ number: Int) throws(FaceBlurError) {
    let length = layout.chunkRowBytes * layout.rows(ofBand: number)
    for plane in 0..<layout.planes {
      for column in 0..<layout.chunksAcross {
        let start = (plane * layout.chunksAcross + column) * length
        let target = UnsafeMutableBufferPointer(rebasing: band.bytes[start..<start + length])
        let index = layout.chunk(plane: plane, band: number, column: column)
        if try chunks.decode(index, into: target) != nil { isTight = false }
      }
    }
  }

  /// Puts a row of a chunk where it belongs.
  /// - Parameters:
  ///   - plane: whose samples they are, where each has chunks of its own.
  ///   - left: the column of the first pixel.
  private func take(_ source: UnsafeBufferPointer<UInt8>, _ plane: Int, _ left: Int) {
    let (row, samples) = (row, layout.samples)
    let step = layout.isPlanar ? samples : 1
    let number = min(layout.chunkWidth, layout.width - left) * layout.chunkSamples
    var place = left * samples + plane
    guard layout.bits == 16 else {
      for index in 0..<number {
        row[place] = UInt16(source[index])
        place &+= step
      }
      return
    }
    let (high, low) = layout.isLittleEndian ? (1, 0) : (0, 1)
    for index in 0..<number {
      row[place] = UInt16(source[2 &* index &+ high]) << 8 | UInt16(source[2 &* index &+ low])
      place &+= step
    }
  }
}
