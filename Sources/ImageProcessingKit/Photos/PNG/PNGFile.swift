internal import CZlib

/// What a PNG's chunks hold that its picture is shown by: the first of each kind, where it stands where it may.
struct PNGFile {
  let header: PNGHeader
  /// From the first data chunk to the end of the last.
  private(set) var data = 0..<0
  /// Red, green and blue of each entry; empty in pictures without a palette.
  private(set) var palette: [UInt8] = []
  private(set) var transparency = PNGTransparency.none
  private(set) var exif = EXIFBlock()
  /// The colour profile; nil for none, empty where it cannot be read.
  private(set) var profile: [UInt8]?
  /// The first two bytes of its data, in however many chunks they are.
  private var streamHead: [UInt8] = []
  /// What is copied as it is, once it has been found to be what it should: by the chunk's name.
  private(set) var kept: [PNGChunk.Kind: [UInt8]] = [:]

  /// How hard its data was worked on.
  var effort: PNGDeflater.Effort { PNGDeflater.Effort(ofStream: streamHead) }

  /// Where a chunk stands in a file.
  private enum Part {
    case beforePalette, beforeData, data, behindData
  }

  /// - Throws: `FaceBlurError` where the file is damaged or of a kind that is not read.
  init(_ bytes: FileBytes) throws(FaceBlurError) {
    header = try PNGHeader(bytes)
    try bytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in try read(bytes) }
    guard !data.isEmpty else { throw .damagedPhoto("it holds no picture") }
    guard header.colorType != .palette || !palette.isEmpty else { throw .damagedPhoto("it has no palette") }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) {
    var place = PNGHeader.end
    var part = Part.beforePalette
    var seen: Set<PNGChunk.Kind> = []
    while true {
      let chunk = try PNGChunk(at: place, in: bytes)
      place = chunk.end
      switch chunk.type {
      case .end: return
      case .header: throw .damagedPhoto("it has two headers")
      case .animation:
        throw .unsupportedPNG(
          "it is animated, and each of its pictures may show a face", instead: "a single picture")
      case .palette:
        guard part == .beforePalette else { throw .damagedPhoto("its palette stands where none may") }
        part = .beforeData
        try takePalette(chunk, bytes)
        // What stands before it and belongs behind it does not count.
        transparency = .none
        seen.remove(.transparency)
      case .data:
        guard part != .behindData else { throw .damagedPhoto("its picture is in two parts") }
        try chunk.check(in: bytes)
        let start = part == .data ? data.lowerBound : chunk.content.lowerBound - 8
        streamHead += bytes[chunk.content].prefix(2 - streamHead.count)
        data = start..<chunk.end
        part = .data
      default:
        guard !chunk.type.isCritical else {
          throw .unknownChunk(chunk.type)
        }
        if part == .data { part = .behindData }
        if mayStand(chunk.type, in: part), chunk.type != .exif || Self.isTIFF(bytes[chunk.content]),
          seen.insert(chunk.type).inserted
        {
          try take(chunk, bytes)
        }
      }
    }
  }

  /// Whether EXIF begins as it should: one that does not is none, and the next one counts.
  private static func isTIFF(_ content: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    content.count >= 8 && TIFFForm(content)?.isBig == false
  }

  /// Whether a chunk is one that is read, where it stands (5.6).
  private func mayStand(_ type: PNGChunk.Kind, in part: Part) -> Bool {
    switch type {
    case .codePoints, .colorProfile, .standardRGB, .gamma, .chromaticities, .significantBits:
      part == .beforePalette
    case .transparency:
      part == .beforeData || part == .beforePalette && header.colorType != .palette
    case .pixelDensity: part == .beforePalette || part == .beforeData
    case .exif: true
    default: false
    }
  }

  private mutating func takePalette(
    _ chunk: PNGChunk, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(FaceBlurError) {
    try chunk.check(in: bytes)
    guard !header.colorType.isGray, !chunk.content.isEmpty, chunk.content.count % 3 == 0,
      chunk.content.count <= 3 * 256
    else { throw .damagedPhoto("its palette is none") }
    // In other pictures it is what to show them with on old screens.
    if header.colorType == .palette { palette = Array(bytes[chunk.content]) }
  }

  private mutating func take(
    _ chunk: PNGChunk, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(FaceBlurError) {
    try chunk.check(in: bytes)
    guard chunk.content.count <= Self.maxContent else {
      throw .damagedPhoto("its chunk \(chunk.type.name) is longer than one ever is")
    }
    let content = Array(bytes[chunk.content])
    switch chunk.type {
    case .transparency: transparency = PNGTransparency(content, header, entries: palette.count / 3)
    case .exif: exif = EXIFBlock(reading: content[...])
    case .colorProfile: profile = Self.profile(in: content)
    default: if isSound(chunk.type, content) { kept[chunk.type] = content }
    }
  }

  /// More than any of the chunks that are read holds.
  private static let maxContent = 2 * ICCProfile.maxBytes

  /// Whether a chunk that is copied is what it should be (11.3).
  private func isSound(_ type: PNGChunk.Kind, _ content: [UInt8]) -> Bool {
    func numbers(_ bytes: Int) -> [Int] {
      stride(from: 0, to: content.count - bytes + 1, by: bytes).map { place in
        BigEndian.number(content[place..<(place + bytes)])
      }
    }
    let samples = header.colorType == .palette ? 3 : header.colorType.samples
    switch type {
    // Colour primaries, transfer function, no matrix, full range or not.
    case .codePoints: return content.count == 4 && content[2] == 0 && content[3] <= 1
    case .standardRGB: return content.count == 1 && content[0] <= 3
    case .gamma: return content.count == 4 && numbers(4)[0] > 0
    case .chromaticities: return PrimaryColors(chromaticities: content) != nil
    case .pixelDensity: return content.count == 9 && content[8] <= 1 && numbers(4).allSatisfy { $0 > 0 }
    case .significantBits:
      let depth = header.colorType == .palette ? 8 : header.depth
      return content.count == samples && content.allSatisfy { (1...depth).contains(Int($0)) }
    default: return false
    }
  }

  /// The profile in a chunk: a name, a zero, the method 0, and what zlib makes of it (11.3.2.3).
  private static func profile(in content: [UInt8]) -> [UInt8] {
    guard let zero = content.prefix(80).firstIndex(of: 0), zero > 0, content.dropFirst(zero + 1).first == 0
    else {
      return []
    }
    let deflated = Array(content.dropFirst(zero + 2))
    var count = UInt(ICCProfile.maxBytes)
    var status = Z_DATA_ERROR
    let profile = [UInt8](unsafeUninitializedCapacity: ICCProfile.maxBytes) { target, filled in
      status = uncompress(target.baseAddress, &count, deflated, UInt(deflated.count))
      filled = status == Z_OK ? Int(count) : 0
    }
    return profile
  }
}
