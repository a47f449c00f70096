/// What the chunks of a PNG say of its picture, for the gate (PNG 3rd edition, 11).
struct ExaminedPNG {
  /// What IHDR says.
  struct Shape: Hashable {
    let width: Int
    let height: Int
    /// Bits of a sample, or of an index of the palette.
    let depth: Int
    let type: ColorType
    let isInterlaced: Bool

    /// Nil where a number is none that the standard has.
    init?(_ content: Slice<UnsafeBufferPointer<UInt8>>) {
      let numbers = Array(content)
      guard numbers.count == 13, let type = ColorType(rawValue: numbers[9]),
        type.depths.contains(Int(numbers[8])), numbers[10] == 0, numbers[11] == 0, numbers[12] <= 1
      else { return nil }
      func side(_ place: Int) -> Int { numbers[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
      (width, height, depth) = (side(0), side(4), Int(numbers[8]))
      (self.type, isInterlaced) = (type, numbers[12] == 1)
      let sides = 1...(1 << 31 - 1)
      guard sides.contains(width), sides.contains(height) else { return nil }
    }

    /// The largest sample or index.
    var largest: Int { 1 << depth - 1 }
    var bitsPerPixel: Int { depth * type.storedSamples }
  }

  enum ColorType: UInt8 {
    case gray = 0
    case color = 2
    case palette = 3
    case grayAlpha = 4
    case colorAlpha = 6

    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .color, .grayAlpha, .colorAlpha: [8, 16]
      }
    }

    /// Samples of a pixel as they are stored.
    var storedSamples: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .color: 3
      case .colorAlpha: 4
      }
    }

    var isGray: Bool { self == .gray || self == .grayAlpha }
    var hasAlpha: Bool { self == .grayAlpha || self == .colorAlpha }
  }

  /// A colour of the palette.
  struct Entry: Hashable {
    var red: UInt8 = 0
    var green: UInt8 = 0
    var blue: UInt8 = 0
    var alpha: UInt8 = 255
  }

  let shape: Shape
  /// Of a picture with a palette.
  private(set) var palette: [Entry] = []
  /// How many entries of the palette tRNS gives an alpha.
  private(set) var alphaCount = 0
  /// The colour that is transparent, by sample; nil where none is.
  private(set) var key: [UInt16]?
  /// What the first chunk of a type holds that stands where it may.
  private(set) var contents: [String: [UInt8]] = [:]
  /// The chunks of the picture's data, which follow each other.
  private(set) var data = 0..<0
  /// The types of all chunks in their order, but for what follows the same; no more than tell that there are too many for a render.
  private(set) var order: [String] = []
  private static let maxOrder = 64

  /// - Throws: `FaceBlurError` where the file is no whole PNG that shows one picture. Whether the picture's data is whole, its rows
  ///   tell.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) {
    var pieces = PNGPieces(bytes)
    shape = try Self.shape(pieces.next(), bytes)
    order = ["IHDR"]
    var hasPalette = false
    var hasEnd = false
    var last = "IHDR"
    while let piece = pieces.next() {
      guard case .chunk(let type) = piece.kind else {
        if piece.kind == .unreadable { throw .damagedRender("its chunks are not whole") }
        break
      }
      if last != type {
        guard type != "IDAT" || data.isEmpty else { throw .damagedRender("its data is not in one place") }
        if order.count < Self.maxOrder { order.append(type) }
        hasEnd = type == "IEND"
        last = type
      }
      switch type {
      case "IDAT":
        guard PNGPieces.hasRightChecksum(piece, in: bytes) else { throw Self.wrong(type) }
        data = (data.isEmpty ? piece.range.lowerBound : data.lowerBound)..<piece.range.upperBound
      case "IEND": break
      case "PLTE":
        hasPalette = true
        try takePalette(piece, of: bytes)
      case "tRNS", "bKGD":
        // Where the palette is missing, it must not stand yet.
        guard data.isEmpty, contents[type] == nil, shape.type != .palette || !palette.isEmpty else { break }
        if type == "tRNS", !shape.type.hasAlpha, !PNGPieces.hasRightChecksum(piece, in: bytes) {
          throw Self.wrong(type)
        }
        take(piece, type, bytes)
      case "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT":
        if data.isEmpty, !hasPalette, contents[type] == nil { take(piece, type, bytes) }
      case "pHYs": if data.isEmpty, contents[type] == nil { take(piece, type, bytes) }
      case "acTL": throw .damagedRender("it is animated")
      default:
        guard type.utf8.first.map({ $0 & 0x20 != 0 }) ?? false else {
          throw .damagedRender("no viewer knows its \(type)")
        }
      }
    }
    guard !data.isEmpty else { throw .damagedRender("it holds no picture") }
    guard hasEnd else { throw .damagedRender("its end is missing") }
    guard shape.type != .palette || !palette.isEmpty else { throw .damagedRender("its palette is missing") }
    takeTransparency()
  }

  private static func shape(
    _ first: PNGPieces.Piece?, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(FaceBlurError) -> Shape {
    guard let first, first.kind == .chunk("IHDR"), let shape = Shape(bytes[first.content]),
      PNGPieces.hasRightChecksum(first, in: bytes)
    else { throw .damagedRender("it has no header that can be read") }
    return shape
  }

  private static func wrong(_ type: String) -> FaceBlurError {
    .damagedRender("the checksum of its \(type) is wrong")
  }

  /// No chunk that is asked for is longer; of profiles the first bytes do.
  private static let maxContent = 1 << 16

  private mutating func take(_ piece: PNGPieces.Piece, _ type: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    contents[type] = Array(bytes[piece.content].prefix(Self.maxContent))
  }

  private mutating func takePalette(
    _ piece: PNGPieces.Piece, of bytes: UnsafeBufferPointer<UInt8>
  ) throws(FaceBlurError) {
    guard !shape.type.isGray else { throw .damagedRender("it is grey and has a palette") }
    // What stood before it does not count.
    contents["tRNS"] = nil
    contents["bKGD"] = nil
    guard shape.type == .palette else { return }
    guard data.isEmpty, palette.isEmpty, PNGPieces.hasRightChecksum(piece, in: bytes),
      piece.content.count % 3 == 0, (1...256).contains(piece.content.count / 3)
    else { throw .damagedRender("its palette is none") }
    palette = stride(from: piece.content.lowerBound, to: piece.content.upperBound, by: 3).map {
      Entry(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
    }
  }

  /// Takes in what tRNS says; one that says nothing sensible does not count.
  private mutating func takeTransparency() {
    guard let content = contents["tRNS"] else { return }
    switch shape.type {
    case .palette:
      guard (1...palette.count).contains(content.count) else { break }
      for index in content.indices { palette[index].alpha = content[index] }
      alphaCount = content.count
      return
    case .gray, .color:
      let samples = stride(from: 0, to: content.count - 1, by: 2).map {
        UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
      }
      guard content.count == 2 * shape.type.storedSamples,
        samples.allSatisfy({ Int($0) <= shape.largest })
      else { break }
      key = samples
      return
    case .grayAlpha, .colorAlpha: break
    }
    contents["tRNS"] = nil
  }

  /// What the first samples of a pixel mean, as `ExaminedRows` gives them.
  var colors: ColorModel { shape.type.isGray ? .gray : .rgb }

  /// How many samples follow those: alpha, and of a palette's pixel its index.
  var extras: Int { shape.type == .palette ? 2 : shape.type.hasAlpha ? 1 : 0 }

  /// The entries of a palette by index of 256; what is in no palette shows black.
  var entries: [Entry] { palette + [Entry](repeating: Entry(), count: 256 - palette.count) }

  /// By index of 256, the first one that shows the same in another picture; 256 where none does.
  func indices(in other: ExaminedPNG) -> [UInt16] {
    let known = Dictionary(zip(other.entries, UInt16(0)...), uniquingKeysWith: { first, _ in first })
    return entries.map { known[$0] ?? 256 }
  }

  /// Bits of a colour.
  var colorDepth: Int { shape.type == .palette ? 8 : shape.depth }

  /// How the first EXIF block that can be read says that the picture is turned.
  static func orientation(of file: UnsafeBufferPointer<UInt8>) -> Orientation {
    for piece in PNGPieces(file)
    where piece.kind == .chunk("eXIf") && PNGPieces.hasRightChecksum(piece, in: file) {
      if let structure = TIFFStructure(file, in: piece.content) { return structure.orientation }
    }
    return .up
  }
}

extension ExaminedPNG {
  /// What a render has, in this order; each at most once.
  private static let renderOrder = [
    "IHDR", "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT", "PLTE", "tRNS", "pHYs", "eXIf", "IDAT", "IEND",
  ]

  /// Asks for the order of a render's chunks.
  /// - Throws: `FaceBlurError` where it is another.
  func checkOrder() throws(FaceBlurError) {
    var expected = Self.renderOrder[...]
    for type in order {
      guard let place = expected.firstIndex(of: type) else {
        throw .damagedRender("its \(type) stands in another place than a render's does")
      }
      expected = expected[(place + 1)...]
    }
    let hasNumbers = contents["gAMA"] != nil || contents["cHRM"] != nil
    let words = ["iCCP", "sRGB"].filter { contents[$0] != nil }.count
    // Of two words on colours, viewers go by this one or that.
    guard words < 2, !hasNumbers || words == 0 && contents["cICP"] == nil else {
      throw .damagedRender("it states its colours twice")
    }
  }
}
