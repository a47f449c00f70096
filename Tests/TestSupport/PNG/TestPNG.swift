import CPNGTestSupport

/// Builds PNGs of every kind and takes them apart, apart from the code under test.
public enum TestPNG {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Colour type and bit depth (PNG 3rd edition, 11.2.1).
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    public let colorType: Int
    public let depth: Int

    public init(_ colorType: Int, _ depth: Int) {
      self.colorType = colorType
      self.depth = depth
    }

    public static let gray8 = Kind(0, 8)
    public static let rgb8 = Kind(2, 8)
    public static let palette8 = Kind(3, 8)
    public static let rgba8 = Kind(6, 8)

    /// All fifteen that there are.
    public static let all: [Kind] = [
      (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
    ].flatMap { type, depths in depths.map { Kind(type, $0) } }

    /// Samples of a pixel.
    public var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }
    /// The largest sample.
    public var maximum: Int { (1 << depth) - 1 }
    public var isPalette: Bool { colorType == 3 }
    public var isGray: Bool { colorType == 0 || colorType == 4 }
    public var hasAlpha: Bool { colorType >= 4 }
    /// Of a pixel; one of less than a byte counts as one byte for filters.
    public var bits: Int { channels * depth }

    public var description: String {
      "\([0: "gray", 2: "RGB", 3: "palette", 4: "gray and alpha", 6: "RGBA"][colorType] ?? "none") of \(depth) bits"
    }
  }

  /// What tRNS says (PNG 3rd edition, 11.3.1.1).
  public enum Transparency: Sendable, Hashable {
    /// The one colour that is transparent: one sample for grey, three for RGB.
    case color([UInt16])
    /// Of the first entries of a palette.
    case alphas([UInt8])
  }

  /// A picture as it is stored: samples and what they mean.
  public struct Picture: Sendable, Hashable {
    public var kind: Kind
    public var width: Int
    public var height: Int
    /// As many for each pixel as the kind has channels, row by row from the top; of a palette the indices.
    public var samples: [UInt16]
    /// Red, green and blue of each entry.
    public var palette: [[UInt8]]
    public var transparency: Transparency?

    public init(
      _ kind: Kind, width: Int, height: Int, samples: [UInt16], palette: [[UInt8]] = [],
      transparency: Transparency? = nil
    ) {
      self.kind = kind
      self.width = width
      self.height = height
      self.samples = samples
      self.palette = palette
      self.transparency = transparency
    }

    /// The samples of a pixel.
    public subscript(x: Int, y: Int) -> [UInt16] {
      get { Array(samples[place(x, y)..<(place(x, y) + kind.channels)]) }
      set { samples.replaceSubrange(place(x, y)..<(place(x, y) + kind.channels), with: newValue) }
    }

    private func place(_ x: Int, _ y: Int) -> Int { (y * width + x) * kind.channels }
  }

  /// How the file is laid out.
  public struct Coding: Sendable, Hashable, CustomStringConvertible {
    public var isInterlaced = false
    public var filter = TestPNGFilter.minimumSum
    public var stream = ZlibStream()
    /// Bytes of an IDAT; nil for a single one.
    public var idatBytes: Int?
    /// Behind IHDR.
    public var first: [TestPNGChunk] = []
    /// Before IDAT, behind PLTE and tRNS.
    public var middle: [TestPNGChunk] = []
    /// Between IDAT and IEND.
    public var last: [TestPNGChunk] = []

    public init(_ change: (inout Coding) -> Void = { _ in }) { change(&self) }

    public var description: String {
      "filter \(filter), \(stream)" + (isInterlaced ? " interlaced" : "")
        + (idatBytes.map { " IDATs of \($0)" } ?? "")
    }
  }

  /// A file with a picture.
  public static func encode(_ picture: Picture, _ coding: Coding = Coding()) throws -> [UInt8] {
    try chunks(picture, coding).bytes
  }

  /// The same as chunks.
  public static func chunks(_ picture: Picture, _ coding: Coding = Coding()) throws -> TestPNGChunks {
    let stream = try coding.stream.compress(TestPNGRows.filtered(picture, coding.isInterlaced, coding.filter))
    return TestPNGChunks(
      [
        .header(
          width: picture.width, height: picture.height, depth: picture.kind.depth,
          colorType: picture.kind.colorType,
          interlace: coding.isInterlaced ? 1 : 0)
      ] + coding.first + colorChunks(of: picture) + coding.middle
        + TestPNGChunk.pictureData(stream, each: coding.idatBytes) + coding.last + [.end])
  }

  /// PLTE and tRNS, where the picture has them.
  static func colorChunks(of picture: Picture) -> [TestPNGChunk] {
    let palette = picture.palette.isEmpty ? [] : [TestPNGChunk("PLTE", picture.palette.flatMap { $0 })]
    switch picture.transparency {
    case nil: return palette
    case .alphas(let alphas): return palette + [TestPNGChunk("tRNS", alphas)]
    case .color(let samples):
      return palette + [TestPNGChunk("tRNS", samples.flatMap { ByteOrder.bigEndian.number(Int($0), 2) })]
    }
  }

  /// A file by libpng's own encoder.
  /// - Parameter filters: libpng's flags, 8 for none to 128 for Paeth; 0 for its own choice.
  public static func encodeByLibpng(
    _ picture: Picture, isInterlaced: Bool = false, filters: Int = 0, level: Int = 6
  ) throws -> [UInt8] {
    var options = fpt_options()
    options.width = UInt32(picture.width)
    options.height = UInt32(picture.height)
    options.bit_depth = Int32(picture.kind.depth)
    options.color_type = Int32(picture.kind.colorType)
    options.interlaced = isInterlaced
    options.filters = Int32(filters)
    options.level = Int32(level)
    options.palette_count = Int32(picture.palette.count)
    withUnsafeMutableBytes(of: &options.palette) { $0.copyBytes(from: picture.palette.flatMap { $0 }) }
    switch picture.transparency {
    case nil: break
    case .alphas(let alphas):
      options.transparency_count = Int32(alphas.count)
      withUnsafeMutableBytes(of: &options.transparency_alpha) { $0.copyBytes(from: alphas) }
    case .color(let samples):
      options.transparency_count = 1
      options.transparency_gray = samples[0]
      if samples.count == 3 { options.transparency_color = (samples[0], samples[1], samples[2]) }
    }
    var output = fpt_buffer()
    guard fpt_write(picture.samples, &options, &output) else {
      throw Failure(description: "libpng writes none")
    }
    defer { fpt_buffer_free(&output) }
    return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
  }

  /// What libpng reads of a file.
  public struct Decoded: Sendable, Hashable {
    public struct Chunk: Sendable, Hashable {
      public let type: String
      public let data: [UInt8]
      /// 1 before PLTE and IDAT, 2 between them, 8 behind IDAT.
      public let location: Int
    }

    /// With the samples as they are stored.
    public let picture: Picture
    public let isInterlaced: Bool
    /// What is seen: red, green, blue and alpha, 16 bits each.
    public let rgba: [UInt16]
    /// What is neither IHDR, PLTE, tRNS, IDAT nor IEND.
    public let chunks: [Chunk]
    public let warnings: Int
    /// The first of the warnings.
    public let message: String

    /// Red, green and blue of 8 bits, as what does not know transparency shows them.
    public var pixels: [UInt8] {
      [UInt8](unsafeUninitializedCapacity: rgba.count / 4 * 3) { target, count in
        rgba.withUnsafeBufferPointer { source in
          var place = 0
          var index = 0
          while index < source.count {
            for channel in 0..<3 { target[place + channel] = UInt8(source[index + channel] >> 8) }
            place += 3
            index += 4
          }
        }
        count = rgba.count / 4 * 3
      }
    }
  }

  /// - Parameter maxPixels: a picture of more is not read.
  /// - Throws: `Failure` with libpng's words where it gives up.
  public static func read(_ file: [UInt8], maxPixels: Int = 1 << 26) throws -> Decoded {
    var picture = fpt_picture()
    defer { fpt_picture_free(&picture) }
    let isRead = fpt_read(file, file.count, maxPixels, &picture)
    let message = withUnsafeBytes(of: picture.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard isRead else { throw Failure(description: message) }
    let kind = Kind(Int(picture.color_type), Int(picture.bit_depth))
    let pixels = Int(picture.width) * Int(picture.height)
    let palette = withUnsafeBytes(of: picture.palette) { bytes in
      (0..<Int(picture.palette_count)).map { Array(bytes[(3 * $0)..<(3 * $0 + 3)]) }
    }
    var transparency: Transparency?
    if picture.transparency_count > 0 {
      let (red, green, blue) = picture.transparency_color
      switch kind.colorType {
      case 3:
        let alphas = withUnsafeBytes(of: picture.transparency_alpha) {
          Array($0.prefix(Int(picture.transparency_count)))
        }
        transparency = .alphas(alphas)
      case 2: transparency = .color([red, green, blue])
      default: transparency = .color([picture.transparency_gray])
      }
    }
    return Decoded(
      picture: Picture(
        kind, width: Int(picture.width), height: Int(picture.height),
        samples: Array(UnsafeBufferPointer(start: picture.raw, count: pixels * Int(picture.channels))),
        palette: palette, transparency: transparency),
      isInterlaced: picture.interlaced,
      rgba: Array(UnsafeBufferPointer(start: picture.rgba, count: 4 * pixels)),
      chunks: UnsafeBufferPointer(start: picture.chunks, count: picture.chunk_count).map { chunk in
        Decoded.Chunk(
          type: withUnsafeBytes(of: chunk.type) { String(decoding: $0.prefix(4), as: UTF8.self) },
          data: Array(UnsafeBufferPointer(start: chunk.data, count: chunk.count)),
          location: Int(chunk.location))
      }, warnings: picture.warnings, message: message)
  }
}
