/// The chunks of a TIFF, decoded one by one: their samples as they are stored, without differences.
final class ExaminedChunks {
  /// What a chunk holds besides samples of the picture.
  enum Slack: Hashable {
    /// From this byte of its code on.
    case behind(Int)
    /// More rows, or a code that does not end as it should.
    case within
    /// Something in the padding of a tile.
    case padding
  }

  let picture: ExaminedTIFF
  private let code: ExaminedCode
  private let layout: ExaminedTIFF.Layout

  /// - Parameter picture: its file must outlive the value.
  init(_ picture: ExaminedTIFF) throws(FaceBlurError) {
    self.picture = picture
    layout = picture.layout
    code = try ExaminedCode(picture.layout.compression)
  }

  /// Decodes a chunk.
  /// - Parameter target: as large as the layout says of it.
  /// - Returns: what it holds besides; nil where it is tight, so that a render may hold it as it is.
  /// - Throws: `FaceBlurError` where it is damaged or holds less than it must.
  func decode(
    _ index: Int, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> Slack? {
    let source = UnsafeBufferPointer(rebasing: picture.fields.bytes[picture.chunk(index)])
    let end = try code.decode(source, into: target)
    if layout.isDifferenced { addUp(target) }
    guard end.isTight else {
      return end.used.flatMap { $0 < source.count ? .behind($0) : nil } ?? .within
    }
    return isPlain(UnsafeBufferPointer(target), index) ? nil : .padding
  }

  /// Undoes horizontal differences (TIFF 6.0, section 14).
  private func addUp(_ target: UnsafeMutableBufferPointer<UInt8>) {
    let (length, distance) = (layout.chunkRowBytes, layout.chunkSamples * layout.sampleBytes)
    guard layout.bits == 16 else {
      for row in stride(from: 0, to: target.count, by: length) {
        for place in (row + distance)..<(row + length) { target[place] &+= target[place &- distance] }
      }
      return
    }
    let (high, low) = layout.isLittleEndian ? (1, 0) : (0, 1)
    for row in stride(from: 0, to: target.count, by: length) {
      for place in stride(from: row + distance, to: row + length, by: 2) {
        let before = place &- distance
        let left = UInt16(target[before &+ high]) << 8 | UInt16(target[before &+ low])
        let sum = left &+ (UInt16(target[place &+ high]) << 8 | UInt16(target[place &+ low]))
        target[place &+ high] = UInt8(truncatingIfNeeded: sum >> 8)
        target[place &+ low] = UInt8(truncatingIfNeeded: sum)
      }
    }
  }

  /// Whether the padding of a tile is all zero, or shows the nearest pixels of the picture in the tile and nothing else.
  private func isPlain(_ samples: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard layout.isTiled else { return true }
    let left = index % layout.chunksAcross * layout.chunkWidth
    let top = layout.band(ofChunk: index) * layout.chunkHeight
    let columns = min(layout.chunkWidth, layout.width - left)
    let rows = min(layout.chunkHeight, layout.height - top)
    guard columns < layout.chunkWidth || rows < layout.chunkHeight else { return true }
    let (length, pixel) = (layout.chunkRowBytes, layout.chunkSamples * layout.sampleBytes)
    let used = columns * pixel
    var (isZero, isNearest) = (true, true)
    for y in 0..<layout.chunkHeight {
      let row = UnsafeBufferPointer(rebasing: samples[y * length..<(y + 1) * length])
      let padding = row[(y < rows ? used : 0)...]
      if isZero { isZero = padding.allSatisfy { $0 == 0 } }
      if isNearest {
        // Below the picture a row is its last one; beside it a pixel is the one to the left.
        isNearest =
          y < rows
          ? (used..<length).allSatisfy { row[$0] == row[$0 - pixel] }
          : row.elementsEqual(samples[(rows - 1) * length..<rows * length])
      }
      guard isZero || isNearest else { return false }
    }
    return true
  }
}
