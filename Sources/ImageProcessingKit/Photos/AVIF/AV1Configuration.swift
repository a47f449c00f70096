/// The decoder configuration of AV1 items, `av1C` (AV1 in ISOBMFF 1.2, 2.3.3): its first four bytes. Units that stand behind them
/// stand in the items, too, and nobody needs them.
struct AV1Configuration: Sendable, Hashable {
  /// seq_profile and seq_level_idx_0.
  private(set) var profileAndLevel: UInt8
  /// seq_tier_0, and what samples there are: high_bitdepth, twelve_bit, monochrome, subsampling and where a sample of colour lies.
  private(set) var samples: UInt8
  /// When a picture may be shown, which matters to films.
  private let delay: UInt8

  private static let marker: UInt8 = 0x81
  private static let levelBits: UInt8 = 0x1F
  private static let tierBit: UInt8 = 0x80
  private static let positionBits: UInt8 = 0x03
  private static let delayFlag: UInt8 = 0x10
  private static let delayBits: UInt8 = 0x1F

  /// - Throws: `FaceBlurError` where it breaks the rules.
  init(_ property: HEIFFile.Property) throws(FaceBlurError) {
    var cursor = BoxCursor(property.content[...], of: property.type)
    guard try cursor.number(1) == Self.marker else {
      throw HEIFFormat.avif.unsupported("its configuration is of another version")
    }
    let bytes = Array(try cursor.bytes(3))
    // Of the last byte, what nothing is said in is none.
    let saysDelay = bytes[2] & Self.delayFlag != 0
    (profileAndLevel, samples, delay) = (bytes[0], bytes[1], saysDelay ? bytes[2] & Self.delayBits : 0)
  }

  /// The configuration of pictures under a sequence header.
  init(of sequence: AV1SequenceHeader) {
    let chroma = sequence.chroma
    let flags = [
      sequence.tier == 1, sequence.depth > 8, sequence.depth == 12, chroma == .gray,
      chroma != .full, chroma == .half || chroma == .gray,
    ]
    profileAndLevel = UInt8(sequence.profile << 5 | sequence.level)
    samples = flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) } << 2 | UInt8(sequence.chromaPosition)
    delay = 0
  }

  /// Whether pictures of both are of one kind: of the same profile, depth and colours, of which samples lie in the same place.
  func isAlike(_ other: AV1Configuration) -> Bool {
    profileAndLevel & ~Self.levelBits == other.profileAndLevel & ~Self.levelBits
      && samples & ~Self.tierBit == other.samples & ~Self.tierBit
  }

  /// Whether they are of one kind but for where samples of colour lie, which is not said everywhere.
  func isNearlyAlike(_ other: AV1Configuration) -> Bool {
    let different = samples ^ other.samples
    return profileAndLevel & ~Self.levelBits == other.profileAndLevel & ~Self.levelBits
      && different & ~(Self.tierBit | Self.positionBits) == 0
  }

  /// Raises the level and the tier to those of another one.
  mutating func raise(to other: AV1Configuration) {
    let level = max(profileAndLevel & Self.levelBits, other.profileAndLevel & Self.levelBits)
    profileAndLevel = profileAndLevel & ~Self.levelBits | level
    samples |= other.samples & Self.tierBit
  }

  /// What the box holds.
  var content: [UInt8] { [Self.marker, profileAndLevel, samples, delay] }
}
