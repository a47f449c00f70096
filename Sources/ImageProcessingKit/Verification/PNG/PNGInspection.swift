/// Every chunk of a PNG file that is not the picture, judged by the whitelist of what a render may carry.
///
/// Linear in the file's size, and in what its picture and its texts inflate to, which is no more than a thousand times that; its
/// memory is that of one inflated text.
struct PNGInspection: FileInspection {
  var blocks: [MetadataBlock] { list.blocks }
  /// Turned as the first EXIF block that can be read states.
  private(set) var shape = PictureShape()
  /// Renders hold none.
  let thumbnail: Range<Int>? = nil

  private let bytes: UnsafeBufferPointer<UInt8>
  private let policy: MetadataPolicy
  private let judge: HiddenPictureJudge
  private var list: BlockList
  private var header: ExaminedPNG.Shape?
  /// Types of which a chunk has been seen.
  private var seen: Set<String> = []
  private var paletteCount = 0
  /// A chunk that counts for more than numbers on colours, wherever it stands before the picture; nil for none.
  private var strongerWord: String?
  /// The chunks of the picture's data.
  private var data = 0..<0
  private var hasOrientation = false
  /// What may still be inflated of texts.
  private var inflatable = 4 * maxInflated

  /// How much of one text is looked into.
  private static let maxInflated = 16 << 20

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

/// Chunks of numbers.
extension PNGInspection {
  /// What speaks against a chunk where it stands (PNG 3rd edition, 5.6).
  private func placeObjection(_ type: String, _ isFirst: Bool) -> String? {
    guard isFirst else { return "it is a second one" }
    let mustFollowPalette = ["tRNS", "bKGD"].contains(type)
    let isLate =
      type != "eXIf"
      && (seen.contains("IDAT") || seen.contains("PLTE") && !mustFollowPalette && type != "pHYs")
    let isEarly = mustFollowPalette && header?.type == .palette && !seen.contains("PLTE")
    return isLate || isEarly ? "it stands where viewers do not look" : nil
  }

  /// A big-endian number.
  private func number(_ place: Int, bytes count: Int) -> Int {
    (place..<(place + count)).reduce(0) { $0 << 8 | Int(bytes[$1]) }
  }

  private func numbers(_ content: Range<Int>, bytes size: Int) -> [Int] {
    stride(from: content.lowerBound, through: content.upperBound - size, by: size).map {
      number($0, bytes: size)
    }
  }

  private func objection(toTransparency content: Range<Int>) -> String? {
    let isSound: Bool
    switch header?.type {
    case .palette: isSound = (1...256).contains(content.count) && content.count <= paletteCount
    case .gray: isSound = content.count == 2 && areInDepth(numbers(content, bytes: 2))
    case .color: isSound = content.count == 6 && areInDepth(numbers(content, bytes: 2))
    case .grayAlpha, .colorAlpha, nil: isSound = false
    }
    return isSound ? nil : "it is none that viewers go by"
  }

  private func areInDepth(_ numbers: [Int]) -> Bool {
    numbers.allSatisfy { $0 <= header?.largest ?? 0 }
  }

  /// What speaks against what a chunk says, at its right place.
  private func objection(to type: String, _ content: Range<Int>) -> String? {
    let odd = "it holds something else than it should"
    func unless(_ isSound: Bool) -> String? { isSound ? nil : odd }
    let values = content.count <= 32 ? content.map { bytes[$0] } : []
    switch type {
    case "cICP": return unless(values.count == 4 && values[2] == 0 && values[3] <= 1)
    case "sRGB":
      if seen.contains("iCCP") { return "the colour profile says more" }
      return unless(values.count == 1 && values[0] <= 3)
    case "gAMA", "cHRM":
      guard policy.keeps(.colorProfile) else { return "the policy drops it" }
      if let strongerWord { return "its \(strongerWord) counts for more, and a viewer may go by this" }
      return unless(
        type == "gAMA"
          ? values.count == 4 && number(content.lowerBound, bytes: 4) > 0
          : values.count == 32 && areColors(numbers(content, bytes: 4)))
    case "sBIT": return unless(areSignificantBits(values))
    case "bKGD": return isBackground(content) ? "what is transparent is not looked at over it" : odd
    default: return densityObjection(content)
    }
  }

  /// Whether x and y of white, red, green and blue in 100,000ths are those of colours, of which not all lie in one line.
  private func areColors(_ points: [Int]) -> Bool {
    let (red, green, blue) = ((points[2], points[3]), (points[4], points[5]), (points[6], points[7]))
    let area =
      (green.0 - red.0) * (blue.1 - red.1) - (blue.0 - red.0) * (green.1 - red.1)
    return points.allSatisfy { $0 <= 100_000 } && points[1] > 0 && area != 0
  }

  /// What counts for more than gAMA and cHRM (PNG 3rd edition, 4.3).
  private static func strongerWord(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    for piece in PNGPieces(bytes) {
      guard case .chunk(let type) = piece.kind, type != "PLTE", type != "IDAT" else { return nil }
      if ["cICP", "iCCP", "sRGB"].contains(type) { return type }
    }
    return nil
  }

  /// How many bits of the samples of a source are in those that are stored (PNG 3rd edition, 11.3.2.4).
  private func areSignificantBits(_ values: [UInt8]) -> Bool {
    guard let header else { return false }
    let isPalette = header.type == .palette
    let depth = isPalette ? 8 : header.depth
    return values.count == (isPalette ? 3 : header.type.storedSamples)
      && values.allSatisfy { (1...depth).contains(Int($0)) }
  }

  private func isBackground(_ content: Range<Int>) -> Bool {
    switch header?.type {
    case .palette: content.count == 1 && Int(bytes[content.lowerBound]) < paletteCount
    case .gray, .grayAlpha: content.count == 2 && areInDepth(numbers(content, bytes: 2))
    case .color, .colorAlpha: content.count == 6 && areInDepth(numbers(content, bytes: 2))
    case nil: false
    }
  }

  /// Without a density in the policy, the shape of a pixel may be told where it is no square. None may draw faces out so far that they are not
  /// found.
  private func densityObjection(_ content: Range<Int>) -> String? {
    guard content.count == 9, bytes[content.lowerBound + 8] <= 1 else {
      return "it holds something else than it should"
    }
    let (across, down) = (
      number(content.lowerBound, bytes: 4), number(content.lowerBound + 4, bytes: 4)
    )
    // The denser pixels lie, the narrower they are.
    let stretch = PixelStretch(across: down, down: across)
    if stretch.hidesFaces { return stretch.objection }
    if policy.keeps(.pixelDensity) { return nil }
    let isShape =
      bytes[content.lowerBound + 8] == 0 && (1...100).contains(across) && (1...100).contains(down)
      && across != down && (2...100).allSatisfy { across % $0 != 0 || down % $0 != 0 }
    return isShape ? nil : "the policy drops it"
  }
}

/// Chunks of blocks and texts.
extension PNGInspection {
  private mutating func takeEXIF(_ piece: PNGPieces.Piece, _ isFirst: Bool) {
    let inspection = EXIFInspection(bytes, piece.content, segment: piece.range, policy: policy, judge: judge)
    var found = inspection.blocks
    if !isFirst { found[0].objection = "it is a second one" }
    if !hasOrientation, TIFFStructure(bytes, in: piece.content) != nil {
      shape.orientation = inspection.orientation
      hasOrientation = true
    }
    found.forEach { list.add($0) }
  }

  /// A profile has a name, and is deflated (PNG 3rd edition, 11.3.2.3).
  private mutating func takeProfile(_ piece: PNGPieces.Piece, _ isFirst: Bool) {
    let name = text(at: piece.content)
    let start = min(name.upperBound + 2, piece.content.upperBound)
    let stream = try? InflatedData(bytes, start..<piece.content.upperBound)
    // One byte more than there is room for tells that there is more.
    let profile = stream?.all(limit: Self.maxProfile) ?? []
    let isPlain = HiddenText.starts(
      bytes, piece.content.lowerBound..<min(start, piece.content.upperBound), with: "ICC profile\0\0")
    var objection = placeObjection("iCCP", isFirst)
    if !policy.keeps(.colorProfile) { objection = objection ?? "the policy drops it" }
    let isWhole = stream?.state == .ended && stream?.hasRest == false
    if !isPlain || !isWhole || stream?.blocks.holdMore(than: profile.count) != false {
      objection = objection ?? "it holds more than a profile"
    }
    objection = objection ?? ICCInspection.objection(to: profile)
    guard let objection else { return list.add(MetadataBlock(.colorProfile, piece.range)) }
    var found = list.opaque(.colorProfile, piece.range, objection)
    look(intoStreamAt: start..<piece.content.upperBound, for: &found)
    list.add(found)
  }

  private static let maxProfile = 1 << 16

  /// A text up to its zero byte, or to the end.
  private func text(at range: Range<Int>) -> Range<Int> {
    range.lowerBound..<(range.first { bytes[$0] == 0 } ?? range.upperBound)
  }

  /// Texts have a keyword; some are deflated, some in a language (PNG 3rd edition, 11.3.3).
  private mutating func takeText(_ type: String, _ piece: PNGPieces.Piece) {
    let content = piece.content
    let keyword = text(at: content)
    var start = min(keyword.upperBound + 1, content.upperBound)
    var isDeflated = type == "zTXt"
    if isDeflated { start = min(start + 1, content.upperBound) }
    if type == "iTXt", start + 2 <= content.upperBound {
      isDeflated = bytes[start] == 1
      let language = text(at: start + 2..<content.upperBound)
      let translated = text(at: min(language.upperBound + 1, content.upperBound)..<content.upperBound)
      start = min(translated.upperBound + 1, content.upperBound)
    }
    let isXMP =
      type == "iTXt" && HiddenText.starts(bytes, keyword, with: "XML:com.adobe.xmp") && keyword.count == 17
    var found = list.opaque(
      isXMP ? .xmp : .text, piece.range,
      isXMP ? "it is not needed to show the picture" : "it could say anything")
    let isHexadecimal = HiddenText.starts(bytes, keyword, with: "Raw profile type ")
    if isDeflated {
      look(intoStreamAt: start..<content.upperBound, isHexadecimal: isHexadecimal, for: &found)
    } else if isHexadecimal, judge.detector != nil {
      look(intoHexadecimal: bytes[start..<content.upperBound], for: &found)
    }
    list.add(found)
  }

  /// Looks into what a stream inflates to.
  private mutating func look(
    intoStreamAt range: Range<Int>, isHexadecimal: Bool = false, for block: inout MetadataBlock
  ) {
    guard judge.detector != nil, inflatable > 0, let stream = try? InflatedData(bytes, range) else { return }
    let text = stream.all(limit: min(Self.maxInflated, inflatable))
    inflatable -= text.count
    text.withUnsafeBufferPointer { text in
      judge.look(into: text, text.indices, for: &block)
      if isHexadecimal { look(intoHexadecimal: text[...], for: &block) }
    }
  }

  /// Looks into a block that stands in a text as some programs write it: a line with its name, one with its length, and its
  /// bytes in hexadecimal.
  private func look(intoHexadecimal text: Slice<UnsafeBufferPointer<UInt8>>, for block: inout MetadataBlock) {
    var lines = 0
    let digits = text.drop { byte in
      if byte == 0x0A { lines += 1 }
      return lines < 3
    }
    var decoded: [UInt8] = []
    var high: UInt8?
    for byte in digits {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: continue
      }
      if let first = high {
        decoded.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    decoded.withUnsafeBufferPointer { judge.look(into: $0, $0.indices, for: &block) }
  }
}

/// The picture's data.
extension PNGInspection {
  /// Looks for what stands in the data besides the rows: of a screenshot that was cropped in place, the rows below.
  private mutating func judgeData(of header: ExaminedPNG.Shape) {
    let last = data.upperBound - 4
    // The gate looks at what has passed the limits; whoever looks for pictures may have any file.
    let pixels = header.width.multipliedReportingOverflow(by: header.height)
    if judge.detector != nil, pixels.overflow || pixels.partialValue > judge.limits.maxPixels {
      list.add(list.opaque(.pictureSlack, data, "it claims more pixels than are looked at"))
      return
    }
    guard !data.isEmpty, let stream = try? InflatedData(bytes, chunks: data) else {
      if data.isEmpty {
        list.add(MetadataBlock(.strayBytes, bytes.count..<bytes.count, objection: "the picture is missing"))
      }
      return
    }
    let passes = ExaminedRows.Pass.all(of: header)
    guard let size = ExaminedRows.Pass.bytes(of: passes),
      size <= ExaminedRows.most(from: data.count), skip(size, of: stream) == size
    else {
      list.add(list.opaque(.strayBytes, data, "they hold no whole picture"))
      return
    }
    let isLonger = skip(1, of: stream) > 0
    let rest = stream.position < last ? stream.position..<last : data
    if isLonger {
      list.add(list.opaque(.pictureSlack, rest, "it inflates to more than the picture's rows"))
    } else if stream.state != .ended {
      list.add(list.opaque(.pictureSlack, rest, "what follows the picture's rows is no end"))
    } else if stream.hasRest {
      list.add(list.opaque(.pictureSlack, rest, "it follows the end of the picture's data"))
    } else if stream.blocks.holdMore(than: size, rows: passes.reduce(0) { $0 + $1.rows }) {
      list.add(
        list.opaque(.pictureSlack, data, "blocks of its data stand for nothing, and could say anything"))
    }
    if header.type == .palette, hasTwins {
      list.add(
        list.opaque(
          .twinEntries, data, "which of them a pixel has, nobody sees, and could be a picture of its own"))
    }
  }

  /// Whether pixels have several entries of the palette that show the same.
  private var hasTwins: Bool {
    guard let picture = try? ExaminedPNG(bytes) else { return false }
    let first = picture.indices(in: picture)
    // What no palette has is black, too.
    let slots = 1 << picture.shape.depth
    guard first[..<slots].enumerated().contains(where: { $0.offset != Int($0.element) }),
      let rows = try? ExaminedRows(bytes, picture)
    else { return false }
    var isUsed = [Bool](repeating: false, count: 256)
    while let place = try? rows.next() {
      let samples = rows.samples(of: place)
      for index in stride(from: rows.channels - 1, to: samples.count, by: rows.channels) {
        isUsed[Int(samples[index])] = true
      }
    }
    var shown: Set<UInt16> = []
    return isUsed.indices.contains { isUsed[$0] && !shown.insert(first[$0]).inserted }
  }

  /// Inflates some bytes and forgets them.
  /// - Returns: how many there were.
  private func skip(_ count: Int, of stream: InflatedData) -> Int {
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: min(count, 1 << 16))
    defer { room.deallocate() }
    var done = 0
    while done < count, stream.state == .going {
      done += stream.fill(UnsafeMutableBufferPointer(rebasing: room[..<min(room.count, count - done)]))
    }
    return done
  }
}
