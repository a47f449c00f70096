/// What the boxes of an AVIF say of its picture.
typealias ExaminedAVIF = ExaminedHEIF<ExaminedAV1Configuration>

/// What an `av1C` says: how a picture is coded (AV1 Codec ISO Media File Format Binding, 2.3.3).
struct ExaminedAV1Configuration: ExaminedTileConfiguration, Hashable {
  let profile: Int
  let level: Int
  let tier: Int
  let chroma: ChromaFormat
  let depth: Int
  /// chroma_sample_position.
  let chromaPosition: Int
  /// The last byte: how long decoders are to wait before they show a film, where that is said.
  let delay: UInt8
  /// What follows: units of code.
  let rest: Range<Int>

  static let formatName = "AVIF"
  static let codeName = "AV1"
  static let itemType: BoxType = "av01"
  static let propertyType: BoxType = "av1C"
  static let knownBrands: [BoxType] = ["mif1", "mif2", "miaf", "avif", "MA1A", "MA1B"]
  static let commonBrands: Set<BoxType> = ["mif1", "miaf"]

  static func majorBrand(of shape: PlanarShape) -> BoxType { "avif" }

  static func objection(to file: ExaminedItems) -> String? {
    let brands = file.brands + [file.majorBrand].compactMap(\.self)
    if brands.contains("avis") { return "it is animated, and each of its pictures may show a face" }
    return brands.contains("avif") ? nil : "it does not call itself an AVIF"
  }

  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ content: Range<Int>) {
    var fields = ExaminedFields(bytes, in: content)
    // A marker, and version 1.
    guard fields.number(bytes: 1) == 0x81, let first = fields.number(bytes: 1),
      let second = fields.number(bytes: 1), let third = fields.number(bytes: 1)
    else { return nil }
    (profile, level, tier) = (first >> 5, first & 31, second >> 7)
    switch (second >> 5 & 3, profile) {
    case (0, _): depth = 8
    case (2, _): depth = 10
    case (3, 2): depth = 12
    default: return nil
    }
    // Gray, and whether colours are halved across and down.
    switch second >> 2 & 7 {
    case 7: chroma = .gray
    case 3: chroma = .half
    case 2: chroma = .halfWidth
    case 0: chroma = .full
    default: return nil
    }
    chromaPosition = second & 3
    delay = third & 0x10 == 0 ? 0 : UInt8(third & 0x1F)
    rest = fields.rest
  }

  /// That of pictures with a sequence header.
  init(_ sequence: ExaminedAV1Sequence) {
    (profile, level, tier) = (sequence.profile, sequence.level, sequence.tier)
    (chroma, depth, chromaPosition) = (sequence.chroma, sequence.depth, sequence.chromaPosition)
    (delay, rest) = (0, 0..<0)
  }

  var depths: (luma: Int, chroma: Int) { (depth, depth) }

  /// Without units of code.
  func canonical(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var form = UInt8(tier) << 7 | UInt8(chromaPosition)
    if depth > 8 { form |= 0x40 }
    if depth > 10 { form |= 0x20 }
    switch chroma {
    case .gray: form |= 0x1C
    case .half: form |= 0x0C
    case .halfWidth: form |= 0x08
    case .full: break
    }
    return [0x81, UInt8(profile) << 5 | UInt8(level), form, delay]
  }

  /// Whether decoders of pictures of both are asked for the same, but for how much they are to manage.
  func isAlike(_ other: ExaminedAV1Configuration) -> Bool {
    (profile, chroma, depth, chromaPosition)
      == (other.profile, other.chroma, other.depth, other.chromaPosition)
  }

  /// The sequence header and the frame.
  func shown(of data: [UInt8]) -> [UInt8] { (try? ExaminedAV1(data))?.decodable ?? data }
}
