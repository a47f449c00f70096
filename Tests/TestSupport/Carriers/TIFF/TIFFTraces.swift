extension HiddenPicture {
  /// The traces that a TIFF, or a part of one, holds: as they are, and in what the strips and tiles of its chain decode to.
  public static func traces(inTIFF file: [UInt8]) throws -> [String] {
    var found: [String] = []
    for layer in [file] + layers(of: file) {
      for trace in try traces(in: layer) where !found.contains(trace) { found.append(trace) }
    }
    return found
  }

  private static func layers(of file: [UInt8]) -> [[UInt8]] {
    guard let tiff = try? OddTIFF(file) else { return [] }
    return tiff.chain.flatMap { directory -> [[UInt8]] in
      let number = directory[259].flatMap { tiff.numbers(of: $0).first } ?? 1
      guard let compression = TestTIFF.Compression(rawValue: number), compression != .none else { return [] }
      return directory.chunks.map { TestTIFFCode.decompress($0, compression).bytes }
    }
  }
}

extension UnseenFace {
  /// The same portrait as a TIFF, with its transparency behind the colours.
  public func tiff(alpha: Int = 2) throws -> [UInt8] {
    let png = try TestPNG.read(build()).picture
    let kind = TestTIFF.Kind(png.kind.isGray ? 1 : 2, png.kind.depth, extras: [alpha])
    let picture = TestTIFF.Picture(kind, width: png.width, height: png.height, samples: png.samples)
    return try TestTIFF.encodeByLibtiff(
      picture,
      TestTIFF.Coding {
        ($0.compression, $0.isDifferenced) = (.lzw, true)
      })
  }
}
