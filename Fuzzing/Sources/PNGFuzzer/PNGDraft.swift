@testable internal import ImageProcessingKit

/// A PNG that is put together from bytes that may be anything: with right checksums, and data that inflates.
struct PNGDraft {
  let file: [UInt8]

  private static let types: [PNGHeader.ColorType] = [.gray, .rgb, .palette, .grayAlpha, .rgbAlpha]
  private static let chunks: [PNGChunk.Kind] = [
    .palette, .transparency, .codePoints, .colorProfile, .standardRGB, .gamma, .chromaticities,
    .significantBits, .pixelDensity, .exif, .animation, .data, .header, PNGChunk.Kind(code: 0x624B_4744),
    PNGChunk.Kind(code: 0x7445_5874), PNGChunk.Kind(code: 0x7A54_5874), PNGChunk.Kind(code: 0x7072_4976),
  ]

  /// Nil where there are too few bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 8 else { return nil }
    var rest = bytes[...]
    func next() -> Int { Int(rest.popFirst() ?? 0) }
    let type = Self.types[next() % Self.types.count]
    let depths = [1, 2, 4, 8, 16].filter { depth in
      switch type {
      case .gray: true
      case .palette: depth < 16
      case .rgb, .grayAlpha, .rgbAlpha: depth >= 8
      }
    }
    let depth = depths[next() % depths.count]
    let flags = next()
    let content =
      BigEndian.bytes(1 + next() % 40, 4) + BigEndian.bytes(1 + next() % 40, 4)
      + [UInt8(depth), type.rawValue, 0, 0, UInt8(flags & 1)]
    let sink = MemorySink()
    sink.append(PNGChunk.signature)
    PNGChunk.append(.header, content, to: sink)
    guard let header = try? PNGHeader(FileBytes(sink.bytes)) else { return nil }
    func appendChunks(_ count: Int) {
      for _ in 0..<count {
        let type = Self.chunks[next() % Self.chunks.count]
        let length = next()
        PNGChunk.append(type, Array(rest.prefix(length)), to: sink)
        rest = rest.dropFirst(length)
      }
    }
    if type == .palette {
      let length = 3 * (1 + next() % 20)
      PNGChunk.append(
        .palette, Array(rest.prefix(length)) + [UInt8](repeating: 7, count: max(length - rest.count, 0)),
        to: sink)
      rest = rest.dropFirst(length)
    }
    appendChunks(flags >> 1 & 3)
    // Rows of the bytes that are left, again and again; most with a filter that there is.
    let source = Array(rest)
    var rows: [UInt8] = []
    for pass in header.passes {
      for number in 0..<pass.height {
        rows.append(
          source.isEmpty ? 0 : source[(number + rows.count) % source.count] % (flags & 8 == 0 ? 5 : 6))
        for _ in 0..<pass.rowBytes { rows.append(source.isEmpty ? 0 : source[rows.count % source.count]) }
      }
    }
    if flags & 16 != 0 { rows += source.prefix(9) }
    if let data = try? PNGDeflater.deflate(rows) {
      let middle = data.count * (flags >> 5) / 8
      PNGChunk.append(.data, Array(data[..<middle]), to: sink)
      PNGChunk.append(.data, Array(data[middle...]), to: sink)
    }
    appendChunks(flags >> 6)
    PNGChunk.append(.end, [], to: sink)
    file = sink.bytes + (flags == 255 ? source : [])
  }
}
