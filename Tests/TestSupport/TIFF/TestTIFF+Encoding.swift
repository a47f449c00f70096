extension TestTIFF {
  /// A file with a picture, laid out as a render is.
  public static func encode(_ picture: Picture, _ coding: Coding = Coding()) throws -> [UInt8] {
    try file(picture, coding).bytes
  }

  /// The same as directories and chunks.
  public static func file(_ picture: Picture, _ coding: Coding = Coding()) throws -> OddTIFF {
    let chunks = try self.chunks(picture, coding).map { try code(of: $0, picture, coding) }
    return OddTIFF(
      coding.order, isBig: coding.isBig,
      [directory(picture.kind, width: picture.width, height: picture.height, coding, chunks: chunks)])
  }

  /// The first directory of a file: what is needed to see the picture, in the order of tags.
  public static func directory(
    _ kind: Kind, width: Int, height: Int, _ coding: Coding, chunks: [[UInt8]]
  ) -> OddTIFF.Directory {
    let tiff = OddTIFF(coding.order, isBig: coding.isBig)
    var directory = OddTIFF.Directory(chunks: chunks)
    directory.entries = [
      tiff.long(256, width), tiff.long(257, height),
      tiff.numbers(258, 3, [Int](repeating: kind.bits, count: kind.channels)),
      tiff.short(259, coding.compression.rawValue), tiff.short(262, kind.photometric),
      tiff.short(277, kind.channels), tiff.short(284, coding.isPlanar ? 2 : 1),
    ]
    if let orientation = coding.orientation, orientation != 1 {
      directory.set(tiff.short(274, orientation))
    }
    if let tile = coding.tile {
      directory.set(tiff.long(322, tile[0]))
      directory.set(tiff.long(323, tile[1]))
    } else {
      directory.set(tiff.long(278, min(coding.rowsPerStrip, height)))
    }
    directory.set(OddTIFF.Entry(coding.tile == nil ? 273 : 324, tiff.offsetType, .chunkOffsets))
    directory.set(OddTIFF.Entry(coding.tile == nil ? 279 : 325, tiff.offsetType, .chunkSizes))
    if coding.isDifferenced { directory.set(tiff.short(317, 2)) }
    if !kind.extras.isEmpty { directory.set(tiff.numbers(338, 3, kind.extras)) }
    if !coding.profile.isEmpty { directory.set(tiff.bytes(34675, coding.profile)) }
    return directory
  }

  /// The samples of a chunk, padding included, in the order in which they are stored.
  public static func samples(of chunk: Chunk, _ picture: Picture, _ padding: Padding) -> [UInt16] {
    let channels = picture.kind.channels
    let range = chunk.plane.map { $0..<($0 + 1) } ?? 0..<channels
    var random = SplitMix(seed: { if case .noise(let seed) = padding { seed } else { 0 } }())
    var result: [UInt16] = []
    result.reserveCapacity(chunk.width * chunk.height * range.count)
    for y in chunk.y..<(chunk.y + chunk.height) {
      for x in chunk.x..<(chunk.x + chunk.width) {
        let isInside = x < picture.width && y < picture.height
        let place = picture.place(min(x, picture.width - 1), min(y, picture.height - 1))
        for channel in range {
          switch padding {
          case .zero where !isInside: result.append(0)
          case .noise where !isInside:
            result.append(.random(in: 0...UInt16(picture.kind.maximum), using: &random))
          default: result.append(picture.samples[place + channel])
          }
        }
      }
    }
    return result
  }

  /// The samples of a chunk as bytes, before they are compressed.
  public static func uncoded(_ chunk: Chunk, _ picture: Picture, _ coding: Coding) -> [UInt8] {
    let stride = chunk.plane == nil ? picture.kind.channels : 1
    return TestTIFFCode.bytes(
      of: samples(of: chunk, picture, coding.padding), bits: picture.kind.bits, order: coding.order,
      isDifferenced: coding.isDifferenced, stride: stride, rowSamples: stride * chunk.width)
  }

  /// What stands in the file for a chunk.
  public static func code(of chunk: Chunk, _ picture: Picture, _ coding: Coding) throws -> [UInt8] {
    try code(uncoded(chunk, picture, coding), chunk, picture.kind, coding)
  }

  /// The same of other bytes.
  public static func code(
    _ bytes: [UInt8], _ chunk: Chunk, _ kind: Kind, _ coding: Coding
  ) throws -> [UInt8] {
    let rowBytes = chunk.width * (chunk.plane == nil ? kind.channels : 1) * kind.bits / 8
    return try TestTIFFCode.compress(bytes, coding.compression, rowBytes: rowBytes)
  }

  /// The samples of a chunk in a file, padding included, in the order in which they are stored.
  public static func decodedSamples(
    _ code: [UInt8], _ chunk: Chunk, _ kind: Kind, _ coding: Coding
  ) -> [UInt16] {
    let stride = chunk.plane == nil ? kind.channels : 1
    return TestTIFFCode.samples(
      of: TestTIFFCode.decompress(code, coding.compression).bytes, bits: kind.bits, order: coding.order,
      isDifferenced: coding.isDifferenced, stride: stride, rowSamples: stride * chunk.width)
  }
}
