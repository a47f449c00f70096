/// How a TIFF stores the pixels of its picture (TIFF 6.0, sections 3 to 9, 14, 15 and 18).
struct TIFFLayout: Hashable {
  enum Compression: Int {
    case none = 1
    case lzw = 5
    case deflate = 8
    /// Deflate under the number that it had first.
    case oldDeflate = 32_946
    case packBits = 32_773

    /// Whether differences of neighbours may be coded instead of samples.
    var canPredict: Bool { self != .none && self != .packBits }

    /// As many bytes may come of one that is coded, at most.
    var maxRatio: Int {
      switch self {
      case .none: 1
      // 128 of two.
      case .packBits: 64
      // A code of 12 bits stands for fewer bytes than there are codes.
      case .lzw: 2731
      case .deflate, .oldDeflate: 1032
      }
    }
  }

  enum Photometric: Int {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
    /// Four inks; the largest sample is all of one.
    case separated = 5

    var components: Int {
      switch self {
      case .whiteIsZero, .blackIsZero: 1
      case .rgb: 3
      case .separated: 4
      }
    }
  }

  /// What a sample is that belongs to no colour.
  enum Extra: Int {
    case unspecified = 0
    /// Colours have been multiplied by it.
    case associatedAlpha = 1
    case unassociatedAlpha = 2
  }

  /// In pixels, 1…2³¹ − 1.
  var width: Int
  var height: Int
  /// Of each sample, 8 or 16.
  var bits: Int
  var photometric: Photometric
  var extras: [Extra]
  var compression: Compression
  /// Whether each kind of sample is stored by itself.
  var isPlanar: Bool
  /// Whether a sample is stored as its difference from the one to the left.
  var isPredicted: Bool
  var cut: Cut

  /// What the picture is cut into.
  enum Cut: Hashable {
    /// Of so many rows each; the last one has those that are left.
    case strips(rows: Int)
    /// Of so many pixels each; those at the edges reach beyond the picture.
    case tiles(width: Int, height: Int)

    var isTiled: Bool {
      if case .tiles = self { true } else { false }
    }
  }

  /// Samples of a pixel.
  var samples: Int { photometric.components + extras.count }
  var sampleBytes: Int { bits / 8 }
  /// The largest sample there is.
  var maxSample: Int { 1 << bits - 1 }

  /// Samples of a pixel that lie in one chunk.
  var chunkSamples: Int { isPlanar ? 1 : samples }
  /// How many chunks cover the same pixels.
  var planes: Int { isPlanar ? samples : 1 }

  private var blockSize: (width: Int, height: Int) {
    switch cut {
    case .strips(let rows): (width, rows)
    case .tiles(let width, let height): (width, height)
    }
  }

  /// Blocks across and down. A block is what one chunk has, a strip or a tile; where samples are stored by themselves, one chunk of each.
  var blockColumns: Int { (width - 1) / blockSize.width + 1 }
  var blockRows: Int { (height - 1) / blockSize.height + 1 }
  var blockCount: Int { blockColumns * blockRows }
  /// Strips or tiles.
  var chunkCount: Int { blockCount * planes }

  /// The pixels that a block codes; it may reach beyond the picture.
  func block(_ index: Int) -> PixelRect {
    let (width, height) = blockSize
    let y = index / blockColumns * height
    return PixelRect(
      x: index % blockColumns * width, y: y, width: width,
      height: cut.isTiled ? height : min(height, self.height - y))
  }

  /// The chunk of a block that has its samples, or those of a plane.
  func chunk(ofBlock block: Int, plane: Int) -> Int { plane * blockCount + block }

  /// Bytes of a chunk's row before it is compressed.
  func rowBytes(_ block: PixelRect) -> Int { block.width * chunkSamples * sampleBytes }

  /// Pixels of all blocks, also those beyond the picture's edges.
  var codedPixels: Int {
    let (width, height) = blockSize
    // Less than 2³² each.
    return blockColumns * width * (cut.isTiled ? blockRows * height : self.height)
  }

  /// Whether tiles do not take many times the memory that the picture does.
  var hasSoundTiles: Bool {
    let (width, height) = blockSize
    let pixels = self.width * self.height
    return !cut.isTiled
      || blockColumns * width * height <= max(pixels, Self.maxPadding)
        && codedPixels <= max(Self.maxPaddingFactor * pixels, Self.maxPadding)
  }

  private static let maxPadding = 1 << 26
  private static let maxPaddingFactor = 16

  /// Bytes of all chunks before they are compressed; of a picture within the limits.
  var codedBytes: Int { codedPixels * samples * sampleBytes }
}
