extension HiddenPicture {
  /// A PNG of 171 × 200 in which a detector finds the face, with the mark in a text.
  public static func png() throws -> [UInt8] { try encodedPNG.get() }

  private static let encodedPNG = Result {
    let pixels = try TestPhotos.pixels(of: jpeg())
    let file = TestPNGChunks(try TestPNG.encodeByLibpng(TestPNG.Picture(pixels, .rgb8)))
    let text = String(decoding: Array(repeatElement(mark + [0x20], count: 8).joined()), as: UTF8.self)
    return file.inserting([.text("Comment", text)], before: "IDAT").bytes
  }

  /// The traces that a PNG, or a part of one, holds: as they are, and in what its zlib streams and hexadecimal texts unfold to.
  public static func traces(inPNG file: [UInt8]) throws -> [String] {
    var found: [String] = []
    for layer in layers(of: file) {
      for trace in try traces(in: layer) where !found.contains(trace) { found.append(trace) }
    }
    return found
  }

  private static func layers(of file: [UInt8]) -> [[UInt8]] {
    var layers = [file]
    var pieces = [file]
    if file.starts(with: TestPNGChunks.signature) {
      let parts = TestPNGChunks(file)
      let stream = parts.stream
      let rows = ZlibStream.decompress(stream)
      layers.append(rows?.bytes ?? [])
      pieces = parts.chunks.filter { $0.type != "IDAT" }.map(\.data) + [parts.trailing]
      pieces.append(Array(stream.dropFirst(rows?.used ?? 0)))
    }
    let texts = pieces + pieces.flatMap(unfolded)
    return layers + texts + texts.map(binary)
  }

  /// What every zlib stream in some bytes unfolds to.
  private static func unfolded(_ bytes: [UInt8]) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var place = 0
    bytes.withUnsafeBufferPointer { bytes in
      while place + 6 < bytes.count {
        // A method, a window and a check of both (RFC 1950, 2.2).
        let isStart =
          bytes[place] & 0x8F == 8 && (Int(bytes[place]) << 8 | Int(bytes[place + 1])) % 31 == 0
          && bytes[place + 1] & 0x20 == 0
        if isStart, let stream = ZlibStream.decompress(Array(bytes[place...]), limit: 1 << 22),
          stream.bytes.count > 40
        {
          result.append(stream.bytes)
        }
        place += 1
      }
    }
    return result
  }

  /// Bytes that stand as hexadecimal digits, one pair behind the other; other characters are skipped.
  private static func binary(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    text.withUnsafeBufferPointer { text in
      var digits: [UInt8] = []
      for byte in text {
        switch byte {
        case 0x30...0x39: digits.append(byte - 0x30)
        case 0x61...0x66: digits.append(byte - 0x57)
        default: digits.removeAll(keepingCapacity: true)
        }
        if digits.count == 2 {
          result.append(digits[0] << 4 | digits[1])
          digits.removeAll(keepingCapacity: true)
        }
      }
    }
    return result
  }
}
