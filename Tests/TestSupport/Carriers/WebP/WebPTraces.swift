import ImageProcessingKit

extension HiddenPicture {
  /// A WebP of 171 × 200 without loss, in which a detector finds the face, with the mark in a chunk.
  public static func webP() throws -> [UInt8] { try encodedWebP.get() }
  /// The same with loss.
  public static func lossyWebP() throws -> [UInt8] { try encodedLossyWebP.get() }

  private static let encodedWebP = Result { try encodedWebP(.lossless) }
  private static let encodedLossyWebP = Result { try encodedWebP(.lossy(85)) }

  private static func encodedWebP(_ coding: TestWebP.Coding) throws -> [UInt8] {
    let pixels = try TestPhotos.pixels(of: jpeg())
    return try TestWebP.photo(TestWebP.Picture(pixels), coding).changing {
      $0.chunks.append(.init("mark", Array(repeatElement(mark + [0x20], count: 8).joined())))
    }.bytes
  }

  /// The code of either, and a run of red, green and blue of what it decodes to.
  private static let webPTraces = Result {
    try [webP(), lossyWebP()].flatMap { file -> [(name: String, bytes: [UInt8])] in
      let code = try TestWebP(file).codeBytes
      let colors = try TestWebP.read(file).picture.colors.bytes
      return [
        ("picture in a WebP's code", Array(code.dropFirst(code.count / 2).prefix(32))),
        ("samples of a WebP", Array(colors.dropFirst(3 * (100 * 171 + 60)).prefix(90))),
      ]
    }
  }

  /// The traces that a WebP, or a part of one, holds: as they are, and in the colours and alphas of every picture that can be taken
  /// out of it.
  public static func traces(inWebP file: [UInt8]) throws -> [String] {
    let own = try webPTraces.get()
    var found: [String] = []
    for layer in [file] + layers(of: file) {
      let names = try traces(in: layer) + own.filter { ByteSearch.contains(layer, $0.bytes) }.map(\.name)
      for name in names where !found.contains(name) { found.append(name) }
    }
    return found
  }

  /// Colours and alphas of the pictures that lie anywhere in some bytes.
  private static func layers(of bytes: [UInt8]) -> [[UInt8]] {
    var layers: [[UInt8]] = []
    var alpha: TestWebP.Chunk?
    for chunk in chunks(anywhereIn: bytes) {
      if chunk.name == "ALPH" {
        alpha = chunk
        // As it is: what a decoder does not need is kept, too.
        layers.append(chunk.content)
        continue
      }
      let codes = chunk.name == "VP8 " ? [[chunk], alpha.map { [$0, chunk] } ?? []] : [[chunk]]
      for code in codes where !code.isEmpty {
        guard let file = try? TestWebP.laidOut(code).bytes, let decoded = try? TestWebP.read(file) else {
          continue
        }
        layers +=
          [decoded.picture.colors.bytes, decoded.picture.alpha]
          + (decoded.planes.map { [$0.planes[0]] } ?? [])
      }
    }
    return layers
  }

  /// What begins with a picture chunk's name and has a size that fits, wherever it is.
  private static func chunks(anywhereIn bytes: [UInt8]) -> [TestWebP.Chunk] {
    var found: [TestWebP.Chunk] = []
    var place = 0
    bytes.withUnsafeBufferPointer { bytes in
      while place + 8 < bytes.count {
        defer { place += 1 }
        guard
          bytes[place] == 0x56 && bytes[place + 1] == 0x50 || bytes[place] == 0x41 && bytes[place + 1] == 0x4C
        else { continue }
        let name = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
        guard ["VP8 ", "VP8L", "ALPH"].contains(name) else { continue }
        let size = (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[place + 4 + $1]) }
        guard size <= bytes.count - place - 8 else { continue }
        found.append(TestWebP.Chunk(name, Array(bytes[(place + 8)..<(place + 8 + size)])))
      }
    }
    return found
  }
}

extension UnseenFace {
  /// The same portrait as a WebP without loss, which keeps the colours of what is transparent; with loss its alpha is coded apart.
  public func webP(_ coding: TestWebP.Coding = .lossless) throws -> [UInt8] {
    let decoded = try TestPNG.read(build())
    let picture = TestWebP.Picture(
      width: decoded.picture.width, height: decoded.picture.height,
      pixels: decoded.rgba.map { UInt8($0 >> 8) })
    return try TestWebP.photo(picture, coding).bytes
  }
}
