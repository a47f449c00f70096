internal import CTIFFTestSupport

/// Builds TIFFs of every kind and takes them apart, apart from the code under test.
public enum TestTIFF {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// What samples mean (TIFF 6.0, sections 3 to 8 and 16).
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// 0 WhiteIsZero, 1 BlackIsZero, 2 RGB, 5 inks.
    public var photometric: Int
    /// Of a sample, 8 or 16.
    public var bits: Int
    /// What each sample behind the colours is: 0 nobody knows, 1 associated alpha, 2 unassociated alpha.
    public var extras: [Int]

    public init(_ photometric: Int, _ bits: Int, extras: [Int] = []) {
      self.photometric = photometric
      self.bits = bits
      self.extras = extras
    }

    public static let white8 = Kind(0, 8)
    public static let gray8 = Kind(1, 8)
    public static let rgb8 = Kind(2, 8)
    public static let rgba8 = Kind(2, 8, extras: [2])
    public static let cmyk8 = Kind(5, 8)
    public static let rgb16 = Kind(2, 16)

    /// Each photometric interpretation in both depths, without samples behind the colours and with some.
    public static let all: [Kind] = [0, 1, 2, 5].flatMap { photometric in
      [8, 16].flatMap { bits in
        [[], [2], [1], [0, 2]].map { Kind(photometric, bits, extras: $0) }
      }
    }

    /// Samples of a pixel that are colours.
    public var colors: Int { [2: 3, 5: 4][photometric] ?? 1 }
    /// All samples of a pixel.
    public var channels: Int { colors + extras.count }
    /// The largest sample.
    public var maximum: Int { 1 << bits - 1 }
    public var isGray: Bool { photometric < 2 }
    public var isInverted: Bool { photometric == 0 }

    public var description: String {
      let name = [0: "white is zero", 1: "black is zero", 2: "RGB", 5: "inks"][photometric] ?? "none"
      return "\(name) of \(bits) bits" + (extras.isEmpty ? "" : " and \(extras)")
    }
  }

  /// A picture as it is stored: samples and what they mean.
  public struct Picture: Sendable, Hashable {
    public var kind: Kind
    public var width: Int
    public var height: Int
    /// Interleaved, as many for each pixel as the kind has channels, row by row from the top.
    public var samples: [UInt16]

    public init(_ kind: Kind, width: Int, height: Int, samples: [UInt16]) {
      self.kind = kind
      self.width = width
      self.height = height
      self.samples = samples
    }

    /// The samples of a pixel.
    public subscript(x: Int, y: Int) -> [UInt16] {
      get { Array(samples[place(x, y)..<(place(x, y) + kind.channels)]) }
      set { samples.replaceSubrange(place(x, y)..<(place(x, y) + kind.channels), with: newValue) }
    }

    func place(_ x: Int, _ y: Int) -> Int { (y * width + x) * kind.channels }
  }

  public enum Compression: Int, Sendable, CaseIterable {
    case none = 1
    case lzw = 5
    case deflate = 8
    /// Deflate by its older number.
    case oldDeflate = 32_946
    case packBits = 32_773

    /// Whether differences of neighbours may be stored.
    public var hasPredictor: Bool { [.lzw, .deflate, .oldDeflate].contains(self) }
  }

  /// What the samples of an edge tile are that lie beyond the picture.
  public enum Padding: Sendable, Hashable {
    case zero
    /// The nearest pixel's.
    case edge
    case noise(seed: UInt64)
  }

  /// How the file is laid out.
  public struct Coding: Sendable, Hashable, CustomStringConvertible {
    public var compression = Compression.none
    /// Whether differences of neighbours are stored.
    public var isDifferenced = false
    /// Whether each sample has chunks of its own.
    public var isPlanar = false
    /// Rows of a strip.
    public var rowsPerStrip = 16
    /// Width and height of a tile; nil for strips.
    public var tile: [Int]?
    public var order = ByteOrder.littleEndian
    public var isBig = false
    /// Nil for no tag.
    public var orientation: Int?
    public var profile: [UInt8] = []
    public var padding = Padding.zero

    public init(_ change: (inout Coding) -> Void = { _ in }) { change(&self) }

    public var description: String {
      "\(compression)" + (isDifferenced ? " differenced" : "") + (isPlanar ? " planar" : "")
        + (tile.map { " tiles of \($0)" } ?? " strips of \(rowsPerStrip)") + " \(order.name)"
        + (isBig ? " BigTIFF" : "")
    }

    /// Strips and tiles, all ways to order samples, differences where there are some, byte orders and flavours, in turns.
    public static func any(_ compression: Compression, using random: inout SplitMix) -> Coding {
      Coding {
        $0.compression = compression
        $0.isDifferenced = compression.hasPredictor && Bool.random(using: &random)
        $0.isPlanar = Bool.random(using: &random)
        $0.rowsPerStrip = [1, 5, 8, 13, 16, 64, 1000].randomElement(using: &random) ?? 8
        if Bool.random(using: &random) {
          $0.tile = [[16, 16], [32, 16], [16, 48], [64, 64]].randomElement(using: &random)
          $0.padding = [.zero, .edge, .noise(seed: 4)].randomElement(using: &random) ?? .zero
        }
        $0.order = Bool.random(using: &random) ? .bigEndian : .littleEndian
        $0.isBig = Bool.random(using: &random)
      }
    }
  }

  /// One strip or tile: what of the picture it holds.
  public struct Chunk: Sendable, Hashable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int
    /// The one sample that it holds; nil for all.
    public let plane: Int?
  }

  /// The strips or tiles of a picture, in the order of their numbers.
  public static func chunks(_ picture: Picture, _ coding: Coding) -> [Chunk] {
    chunks(picture.kind, width: picture.width, height: picture.height, coding)
  }

  public static func chunks(_ kind: Kind, width: Int, height: Int, _ coding: Coding) -> [Chunk] {
    let rows = min(coding.rowsPerStrip, height)
    let size = coding.tile ?? [width, rows]
    let planes: [Int?] = coding.isPlanar ? (0..<kind.channels).map { $0 } : [nil]
    return planes.flatMap { plane in
      stride(from: 0, to: height, by: size[1]).flatMap { y in
        stride(from: 0, to: width, by: size[0]).map { x in
          Chunk(
            x: x, y: y, width: size[0], height: coding.tile == nil ? min(rows, height - y) : size[1],
            plane: plane)
        }
      }
    }
  }

  /// A file by libtiff's own encoder.
  public static func encodeByLibtiff(
    _ picture: Picture, _ coding: Coding = Coding(), pages: Int = 1, resolution: Float = 0
  ) throws -> [UInt8] {
    var options = ftt_options()
    options.layout.width = UInt32(picture.width)
    options.layout.height = UInt32(picture.height)
    options.layout.bits = Int32(picture.kind.bits)
    options.layout.samples = Int32(picture.kind.channels)
    options.layout.photometric = Int32(picture.kind.photometric)
    options.layout.extra_count = Int32(picture.kind.extras.count)
    withUnsafeMutableBytes(of: &options.layout.extras) { extras in
      let extras = extras.bindMemory(to: UInt16.self)
      for (index, extra) in picture.kind.extras.prefix(8).enumerated() { extras[index] = UInt16(extra) }
    }
    options.layout.compression = Int32(coding.compression.rawValue)
    options.layout.predictor = coding.isDifferenced ? 2 : 1
    options.layout.planar = coding.isPlanar ? 2 : 1
    if let tile = coding.tile {
      options.layout.tile_width = UInt32(tile[0])
      options.layout.tile_height = UInt32(tile[1])
    } else {
      options.layout.rows_per_strip = UInt32(coding.rowsPerStrip)
    }
    options.layout.orientation = Int32(coding.orientation ?? 0)
    options.big_endian = coding.order == .bigEndian
    options.big = coding.isBig
    options.pages = Int32(pages)
    options.resolution = resolution
    options.profile_count = coding.profile.count
    var output = ftt_buffer()
    let isWritten = coding.profile.withUnsafeBufferPointer { profile in
      options.profile = profile.isEmpty ? nil : profile.baseAddress
      return ftt_write(picture.samples, &options, &output)
    }
    guard isWritten else { throw Failure(description: "libtiff writes none") }
    defer { ftt_buffer_free(&output) }
    return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
  }

  /// What libtiff reads of a file.
  public struct Decoded: Sendable {
    public let picture: Picture
    /// Strips or tiles and all else that is known of the layout; what edge tiles are padded with is not.
    public let coding: Coding
    /// Bytes of each strip or tile in the file.
    public let chunkSizes: [Int]
    /// Directories in the chain.
    public let pages: Int
    public let warnings: Int
    /// The first warning.
    public let message: String
  }

  /// - Parameter maxSamples: a picture of more is not read.
  /// - Throws: `Failure` with libtiff's words where it gives up.
  public static func read(_ file: [UInt8], maxSamples: Int = 1 << 24) throws -> Decoded {
    var picture = ftt_picture()
    defer { ftt_picture_free(&picture) }
    let isRead = ftt_read(file, file.count, maxSamples, &picture)
    let message = withUnsafeBytes(of: picture.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard isRead else { throw Failure(description: message) }
    let layout = picture.layout
    let extras = withUnsafeBytes(of: layout.extras) {
      $0.bindMemory(to: UInt16.self).prefix(Int(layout.extra_count)).map { Int($0) }
    }
    let kind = Kind(Int(layout.photometric), Int(layout.bits), extras: extras)
    let (width, height) = (Int(layout.width), Int(layout.height))
    let samples = Array(
      UnsafeBufferPointer(start: picture.raw, count: width * height * Int(layout.samples)))
    var coding = Coding()
    coding.compression = Compression(rawValue: Int(layout.compression)) ?? .none
    coding.isDifferenced = layout.predictor == 2
    coding.isPlanar = layout.planar == 2
    coding.rowsPerStrip = Int(layout.rows_per_strip)
    coding.tile = layout.tile_width > 0 ? [Int(layout.tile_width), Int(layout.tile_height)] : nil
    coding.order = picture.big_endian ? .bigEndian : .littleEndian
    coding.isBig = picture.big
    coding.orientation = layout.orientation > 0 ? Int(layout.orientation) : nil
    coding.profile = Array(UnsafeBufferPointer(start: picture.profile, count: picture.profile_count))
    return Decoded(
      picture: Picture(kind, width: width, height: height, samples: samples), coding: coding,
      chunkSizes: UnsafeBufferPointer(start: picture.chunk_sizes, count: Int(picture.chunk_count)).map {
        Int(clamping: $0)
      }, pages: Int(picture.pages), warnings: picture.warnings, message: message)
  }
}
