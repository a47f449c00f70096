/// What the first directory of a TIFF says of its picture, for the gate (TIFF 6.0; BigTIFF).
///
/// Nothing of the picture's size is held: where chunks lie is read anew each time. A chunk is a strip or a tile.
struct ExaminedTIFF {
  enum Photometric: Int, Hashable {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
    case separated = 5

    var colors: ColorModel {
      switch self {
      case .whiteIsZero, .blackIsZero: .gray
      case .rgb: .rgb
      case .separated: .cmyk
      }
    }
  }

  enum Compression: Int, Hashable {
    case none = 1
    case lzw = 5
    case deflate = 8
    case oldDeflate = 32946
    case packBits = 32773

    /// How many bytes a byte of code can stand for at most.
    var expansion: Int {
      switch self {
      case .none: 1
      // Of twelve bits, a text of not quite so many bytes as there are codes.
      case .lzw: 2731
      // Two bits stand for 258 bytes (RFC 1951, 3.2.5).
      case .deflate, .oldDeflate: 1032
      case .packBits: 64
      }
    }
  }

  /// All that says how samples are stored, and nothing of what they are.
  struct Layout: Hashable {
    let isLittleEndian: Bool
    /// Whether it is a BigTIFF.
    let isBig: Bool
    let width: Int
    let height: Int
    /// Bits of a sample, 8 or 16.
    let bits: Int
    var photometric: Photometric
    /// Samples of a pixel, with the extra ones.
    var samples: Int
    var compression: Compression
    /// Whether each chunk holds samples of one kind.
    var isPlanar: Bool
    /// Whether samples are stored as differences from those to the left.
    var isDifferenced: Bool
    let isTiled: Bool
    /// Pixels across a chunk: of a strip, all.
    let chunkWidth: Int
    /// Rows of a chunk; the last strip has those that are left.
    let chunkHeight: Int
  }

  let layout: Layout
  /// What ExtraSamples says of those that follow the colours; 0 where it says nothing.
  let extraKinds: [Int]
  /// Where the colour profile lies; nil where there is none of a type that profiles have.
  let profile: Range<Int>?
  let fields: ExaminedNumbers
  private let offsets: ExaminedNumbers.Field
  private let counts: ExaminedNumbers.Field

  private static let maxEntries = 4096
  private static let maxExtras = 4
  private static let maxSide = 1 << 31 - 1
  private static let maxTileSide = 1 << 16
  /// The pixels of a row of tiles may be more than the picture's, but not more than these; nor may those of all tiles be more, but as
  /// many times the picture's.
  private static let maxPadding = 1 << 26
  private static let maxPaddingFactor = 16

  /// - Parameters:
  ///   - bytes: the file; must outlive the value.
  ///   - hasOnlyPicture: whether further pages are a reason to refuse it.
  /// - Throws: `FaceBlurError` where it is no TIFF that shows one picture as those do that are edited. Whether the code of chunks is
  ///   whole, decoding tells.
  init(_ bytes: UnsafeBufferPointer<UInt8>, hasOnlyPicture: Bool = true) throws(FaceBlurError) {
    guard let fields = ExaminedNumbers(bytes, in: bytes.indices, allowsBig: true) else {
      throw .damagedRender("it does not begin as a TIFF does")
    }
    // The mark of CR2 and its version, between the header and the first directory.
    let mark = (8...10).map { fields.number(at: $0, size: 1) }
    guard fields.isBig || fields.firstDirectory != 16 || mark != [0x43, 0x52, 2] else {
      throw .damagedRender("it is a raw photo")
    }
    guard let table = fields.table(at: fields.firstDirectory, limit: Self.maxEntries),
      table.fields.count == table.stated
    else { throw .damagedRender("its first directory is not whole") }
    let tags = ExaminedTags(table, fields)
    try Self.checkKind(tags)
    self.fields = fields
    let layout = try Self.layout(tags)
    self.layout = layout
    extraKinds = try Self.extraKinds(tags, layout)
    profile = tags[34675].flatMap {
      [1, 7].contains($0.type) && !$0.value.isEmpty ? $0.value : nil
    }
    guard let offsets = tags[layout.isTiled ? 324 : 273], let counts = tags[layout.isTiled ? 325 : 279],
      fields.numberCount(of: offsets) == layout.chunkCount,
      fields.numberCount(of: counts) == layout.chunkCount
    else { throw .damagedRender("it does not say where its strips or tiles lie") }
    (self.offsets, self.counts) = (offsets, counts)
    try checkChunks()
    if hasOnlyPicture { try checkPages(table) }
  }

  /// Refuses raw photos, and pictures that are previews or masks of others.
  private static func checkKind(_ tags: ExaminedTags) throws(FaceBlurError) {
    let photometric = tags.number(262)
    guard tags[50706] == nil, photometric != 32803, photometric != 34892 else {
      throw .damagedRender("it is a raw photo")
    }
    guard !tags.isPartOfAnother else { throw .damagedRender("its first picture is a preview of another") }
  }

  private static func layout(_ tags: ExaminedTags) throws(FaceBlurError) -> Layout {
    guard let width = tags.number(256), let height = tags.number(257), (1...maxSide).contains(width),
      (1...maxSide).contains(height), width * height <= ImageLimits.maxHeaderPixels
    else { throw .damagedRender("its size is none") }
    guard let photometric = tags.number(262).flatMap(Photometric.init) else {
      throw .damagedRender("its colours are of a kind that is not known")
    }
    guard let samples = tags.number(277, default: 1),
      (0...maxExtras).contains(samples - photometric.colors.components.count)
    else { throw .damagedRender("it has another number of samples than its colours") }
    guard let bits = tags.equalNumber(258), tags[258].map({ [1, samples].contains($0.count) }) ?? false,
      bits == 8 || bits == 16, tags.equalNumber(339, default: 1) == 1
    else { throw .damagedRender("its samples are not of 8 or 16 bits") }
    guard let compression = tags.number(259, default: 1).flatMap(Compression.init) else {
      throw .damagedRender("it is compressed in a way that is not known")
    }
    guard tags.number(266, default: 1) == 1, let planes = tags.number(284, default: 1),
      [1, 2].contains(planes),
      let predictor = tags.number(317, default: 1), [1, 2].contains(predictor)
    else { throw .damagedRender("its samples are stored in a way that is not known") }
    if photometric == .separated {
      guard tags.number(332, default: 1) == 1, tags.number(334, default: 4) == 4 else {
        throw .damagedRender("its inks are not known")
      }
    }
    let chunk = try chunkSize(tags, width: width, height: height)
    let canBeDifferenced = compression != .none && compression != .packBits
    return Layout(
      isLittleEndian: tags.fields.isLittleEndian, isBig: tags.fields.isBig, width: width, height: height,
      bits: bits, photometric: photometric, samples: samples, compression: compression,
      isPlanar: planes == 2, isDifferenced: predictor == 2 && canBeDifferenced, isTiled: chunk.isTile,
      chunkWidth: chunk.width, chunkHeight: chunk.height)
  }

  private static func chunkSize(
    _ tags: ExaminedTags, width: Int, height: Int
  ) throws(FaceBlurError) -> (width: Int, height: Int, isTile: Bool) {
    guard [322, 323, 324, 325].contains(where: { tags[$0] != nil }) else {
      guard let rows = tags.number(278, default: height), rows > 0 else {
        throw .damagedRender("its strips have no rows")
      }
      return (width, min(rows, height), false)
    }
    guard tags[273] == nil, tags[279] == nil, let across = tags.number(322), let down = tags.number(323),
      [across, down].allSatisfy({ (16...maxTileSide).contains($0) && $0 % 16 == 0 })
    else { throw .damagedRender("its tiles are none") }
    // With the sides that are possible these overflow nowhere.
    let paddedWidth = (width + across - 1) / across * across
    let paddedHeight = (height + down - 1) / down * down
    guard paddedWidth * down <= max(width * height, maxPadding),
      paddedWidth * paddedHeight <= max(maxPaddingFactor * width * height, maxPadding)
    else { throw .damagedRender("its tiles are much larger than the picture") }
    return (across, down, true)
  }

  private static func extraKinds(_ tags: ExaminedTags, _ layout: Layout) throws(FaceBlurError) -> [Int] {
    let count = layout.extras
    var kinds: [Int] = []
    if let field = tags[338] {
      let stated = tags.fields.numberCount(of: field)
      guard stated > 0, stated <= count else { throw .damagedRender("its extra samples are not known") }
      kinds = (0..<stated).compactMap { tags.fields.number($0, of: field) }
      guard kinds.allSatisfy({ (0...2).contains($0) }) else {
        throw .damagedRender("its extra samples are not known")
      }
    }
    return kinds + [Int](repeating: 0, count: count - kinds.count)
  }

  /// Where the code of a chunk lies in the file; empty where there is no chunk of this number.
  func chunk(_ index: Int) -> Range<Int> {
    guard let start = fields.number(index, of: offsets), let count = fields.number(index, of: counts),
      start <= fields.range.count, count <= fields.range.count - start
    else { return 0..<0 }
    return start..<(start + count)
  }

  /// Asks for chunks that lie in the file and can hold what they must, before anything of their size is allocated.
  private func checkChunks() throws(FaceBlurError) {
    let expansion = layout.compression.expansion
    var left = fields.range.count
    for index in 0..<layout.chunkCount {
      let count = chunk(index).count
      guard count > 0, count <= left else {
        throw .damagedRender("a strip or tile does not lie in the file")
      }
      left -= count
      guard layout.bytes(ofChunk: index) / expansion <= count else {
        throw .damagedRender("a strip or tile has fewer bytes than its size asks for")
      }
    }
  }

  private static let maxPages = 64

  /// Refuses a file with a further picture that is no preview or mask of the first.
  private func checkPages(_ first: ExaminedNumbers.Table) throws(FaceBlurError) {
    var seen: Set<Int> = [fields.firstDirectory]
    var next = first.next
    while let place = next, place != 0, seen.insert(place).inserted,
      let table = fields.table(at: place, limit: Self.maxEntries)
    {
      guard seen.count <= Self.maxPages + 1 else { throw .damagedRender("it has too many pages") }
      let tags = ExaminedTags(table, fields)
      guard tags.isPartOfAnother || tags[256] == nil else {
        throw .damagedRender("it has several pages, and each may show a face")
      }
      next = table.next
    }
  }
}

extension ExaminedTIFF.Layout {
  var colors: ColorModel { photometric.colors }
  var components: Int { colors.components.count }
  var extras: Int { samples - components }
  /// The largest sample.
  var largest: Int { 1 << bits - 1 }
  var sampleBytes: Int { bits / 8 }
  /// Samples of a pixel that a chunk holds.
  var chunkSamples: Int { isPlanar ? 1 : samples }
  /// How many planes of chunks there are.
  var planes: Int { isPlanar ? samples : 1 }
  var chunksAcross: Int { (width + chunkWidth - 1) / chunkWidth }
  var chunksDown: Int { (height + chunkHeight - 1) / chunkHeight }
  var chunkCount: Int { chunksAcross * chunksDown * planes }
  /// Bytes of a row of a chunk once it is decoded.
  var chunkRowBytes: Int { chunkWidth * chunkSamples * sampleBytes }

  /// Which row of chunks a chunk is in, from the top.
  func band(ofChunk index: Int) -> Int { index / chunksAcross % chunksDown }

  /// The number of a chunk.
  func chunk(plane: Int, band: Int, column: Int) -> Int {
    (plane * chunksDown + band) * chunksAcross + column
  }

  /// Rows of a chunk: a strip ends with the picture, and a tile is always whole.
  func rows(ofBand band: Int) -> Int {
    isTiled ? chunkHeight : min(chunkHeight, height - band * chunkHeight)
  }

  /// What a chunk decodes to.
  func bytes(ofChunk index: Int) -> Int { chunkRowBytes * rows(ofBand: band(ofChunk: index)) }
}
