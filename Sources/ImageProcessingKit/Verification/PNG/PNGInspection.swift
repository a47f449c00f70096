/// Every chunk of a PNG file that is not the picture, judged by the whitelist of what a render may carry.
///
/// Linear in the file's size, and in what its picture and its texts inflate to, which is no more than a thousand times that; its
/// memory is that of one inflated text.
struct PNGInspection: FileInspection {
  var blocks: [MetadataBlock] { list.blocks }
  /// Turned as the first EXIF block that can be read states.
  var shape = PictureShape()
  /// Renders hold none.
  let thumbnail: Range<Int>? = nil

  let bytes: UnsafeBufferPointer<UInt8>
  let policy: MetadataPolicy
  let judge: HiddenPictureJudge
  var list: BlockList
  var header: ExaminedPNG.Shape?
  /// Types of which a chunk has been seen.
  var seen: Set<String> = []
  var paletteCount = 0
  /// A chunk that counts for more than numbers on colours, wherever it stands before the picture; nil for none.
  var strongerWord: String?
  /// The chunks of the picture's data.
  var data = 0..<0
  var hasOrientation = false
  /// What may still be inflated of texts.
  var inflatable = 4 * maxInflated

  /// How much of one text is looked into.
  static let maxInflated = 16 << 20

  /// - Parameters:
  ///   - policy: what may be there.
  ///   - judge: looks for faces in pictures that are found.
  init(_ bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge) {
    self.bytes = bytes
    self.policy = policy
    self.judge = judge
    list = BlockList(bytes, judge)
    var pieces = PNGPieces(bytes)
    guard let first = pieces.next(), first.kind == .chunk("IHDR"),
      let header = ExaminedPNG.Shape(bytes[first.content])
    else {
      list.add(list.opaque(.strayBytes, 0..<bytes.count, "it is no whole PNG"))
      return
    }
    self.header = header
    strongerWord = Self.strongerWord(in: bytes)
    seen.insert("IHDR")
    if !PNGPieces.hasRightChecksum(first, in: bytes) { addStray(first, "the header's checksum is wrong") }
    while let piece = pieces.next() { take(piece) }
    if !seen.contains("IEND") {
      list.add(MetadataBlock(.strayBytes, bytes.count..<bytes.count, objection: "the file's end is missing"))
    }
    judgeData(of: header)
    list.sort()
  }

  mutating func allowThumbnail() {}

  mutating func judgePicture(warning: String?) {
    guard let warning, !data.isEmpty, !blocks.contains(where: { $0.kind == .pictureSlack }) else { return }
    list.blocks.append(list.opaque(.strayBytes, data, "the picture's data breaks the rules: \(warning)"))
    list.sort()
  }

  private mutating func take(_ piece: PNGPieces.Piece) {
    switch piece.kind {
    case .unreadable: addStray(piece, "no chunk holds them")
    case .trailing: list.addTrailing(piece.range)
    case .chunk(let type):
      let isFirst = !seen.contains(type)
      // There are seven million names for chunks.
      if Self.kind(of: type) != .furtherChunk { seen.insert(type) }
      if PNGPieces.hasRightChecksum(piece, in: bytes) {
        take(type, piece, isFirst)
      } else {
        if type == "IDAT", isFirst || data.upperBound == piece.range.lowerBound { extendData(piece) }
        list.add(list.opaque(Self.kind(of: type), piece.range, "its checksum is wrong"))
      }
    }
  }

  private static func kind(of type: String) -> MetadataBlock.Kind {
    switch type {
    case "IHDR", "PLTE", "IDAT", "IEND": .strayBytes
    case "cICP", "sRGB", "sBIT": .colorSpace
    case "gAMA", "cHRM": .colorNumbers
    case "tRNS": .transparency
    case "bKGD": .background
    case "pHYs": .pixelDensity
    case "iCCP": .colorProfile
    case "eXIf": .exif
    case "tEXt", "zTXt", "iTXt": .text
    case "tIME": .time
    case "sPLT": .suggestedPalette
    case "hIST": .histogram
    case "acTL", "fcTL", "fdAT": .animation
    case "caBX": .contentCredential
    default: .furtherChunk
    }
  }

  private mutating func take(_ type: String, _ piece: PNGPieces.Piece, _ isFirst: Bool) {
    switch type {
    case "IHDR": addStray(piece, "it is a second header")
    case "PLTE": takePalette(piece, isFirst)
    case "IDAT":
      if isFirst || data.upperBound == piece.range.lowerBound {
        extendData(piece)
        if piece.content.isEmpty { addStray(piece, "it holds nothing of the picture") }
      } else {
        addStray(piece, "it stands apart from the rest of the picture's data")
      }
    case "IEND": if !piece.content.isEmpty { addStray(piece, "the end holds bytes") }
    case "tRNS":
      // A part of the picture, where viewers go by it.
      if let objection = placeObjection(type, isFirst) ?? objection(toTransparency: piece.content) {
        list.add(list.opaque(.transparency, piece.range, objection))
      }
    case "cICP", "sRGB", "gAMA", "cHRM", "sBIT", "bKGD", "pHYs":
      addNumbers(type, piece, placeObjection(type, isFirst) ?? objection(to: type, piece.content))
    case "iCCP": takeProfile(piece, isFirst)
    case "eXIf": takeEXIF(piece, isFirst)
    case "tEXt", "zTXt", "iTXt": takeText(type, piece)
    case "tIME":
      let isPlain = piece.content.count == 7
      let found = MetadataBlock(.time, piece.range, objection: "it tells when the file was changed")
      list.add(isPlain ? found : list.opaque(.time, piece.range, "it tells when the file was changed"))
    case "acTL", "fcTL", "fdAT":
      list.add(list.opaque(.animation, piece.range, "it belongs to further pictures"))
    default:
      list.add(list.opaque(Self.kind(of: type), piece.range, "\(type) is not needed to show the picture"))
    }
  }

  private mutating func addStray(_ piece: PNGPieces.Piece, _ objection: String) {
    list.add(list.opaque(.strayBytes, piece.range, objection))
  }

  /// Adds a chunk of a few numbers whose every byte is understood where nothing speaks against it.
  private mutating func addNumbers(_ type: String, _ piece: PNGPieces.Piece, _ objection: String?) {
    let kind = Self.kind(of: type)
    guard let objection else { return list.add(MetadataBlock(kind, piece.range)) }
    list.add(list.opaque(kind, piece.range, objection))
  }

  private mutating func extendData(_ piece: PNGPieces.Piece) {
    data = (data.isEmpty ? piece.range.lowerBound : data.lowerBound)..<piece.range.upperBound
  }

  private mutating func takePalette(_ piece: PNGPieces.Piece, _ isFirst: Bool) {
    guard header?.type == .palette else {
      list.add(list.opaque(.suggestedPalette, piece.range, "the picture needs none"))
      return
    }
    let count = piece.content.count
    guard isFirst, data.isEmpty, count % 3 == 0, (3...768).contains(count) else {
      return addStray(piece, "it is no palette that viewers go by")
    }
    paletteCount = count / 3
  }
}
