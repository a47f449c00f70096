/// What stands at the head of the one slice of a picture with which decoding begins (ITU-T H.265, 7.3.6.1).
struct SliceHead {
  /// `SliceQpY` (7-54): how coarsely the slice is coded where its blocks say nothing else.
  let quantizer: Int
  /// Where the number of the picture parameter set stands, in bits of the unit's payload.
  let numberBits: Range<Int>
  private let sequence: SequenceParameters
  private let picture: HEVCPictureSet
  private let hasOffset: Bool
  /// Behind the quantiser.
  private let rest: BitReader

  /// More than the head of such a slice has up to its quantiser, in bytes of the unit.
  static let mostBytes = 64

  /// - Parameters:
  ///   - payload: of the slice's unit, or the first bytes of it.
  ///   - slice: that unit.
  ///   - sets: those that it is coded under.
  /// - Throws: `FaceBlurError` where it is a slice of another kind.
  init(_ payload: [UInt8], of slice: NALUnit, _ sets: ParameterSets) throws(FaceBlurError) {
    sequence = try SequenceParameters(sets.sequence)
    picture = try HEVCPictureSet(sets.picture)
    var reader = BitReader(payload, of: "the head of a slice")
    // Pictures that may come later in a film have more to say.
    guard slice.isIntra, slice.type != 21, try reader.flag() else { throw Self.otherKind }
    _ = try reader.flag()
    let start = reader.position
    guard try reader.unsigned() == picture.number else { throw Self.otherKind }
    numberBits = start..<reader.position
    _ = try reader.bits(picture.extraBits)
    // An intra slice is of type 2.
    guard try reader.unsigned() == 2 else { throw Self.otherKind }
    if picture.hasOutputFlag { _ = try reader.flag() }
    var hasOffset = false
    if sequence.hasAdaptiveOffset {
      hasOffset = try reader.flag()
      if sequence.shape.chroma != .gray { hasOffset = try reader.flag() || hasOffset }
    }
    self.hasOffset = hasOffset
    quantizer = picture.quantizer + (try reader.signed())
    rest = reader
  }

  /// Where the head ends, in bits of the payload: before the bit that fills its last byte up.
  /// - Throws: `FaceBlurError` where the payload is cut short, or the picture has parts that the head says the places of.
  func end() throws(FaceBlurError) -> Int {
    guard !picture.hasTiles, !picture.hasWavefronts else { throw Self.otherKind }
    var reader = rest
    if picture.hasChromaOffsets { for _ in 0..<2 { _ = try reader.unsigned() } }
    let isOverridden = picture.hasFilterOverride ? try reader.flag() : false
    var isFilterOff = picture.isFilterOff
    if isOverridden {
      isFilterOff = try reader.flag()
      if !isFilterOff { for _ in 0..<2 { _ = try reader.unsigned() } }
    }
    if picture.filtersAcrossSlices, hasOffset || !isFilterOff { _ = try reader.flag() }
    if picture.hasHeadExtension {
      let count = try reader.unsigned()
      for _ in 0..<min(count, 256) { _ = try reader.bits(8) }
    }
    let end = reader.position
    guard try reader.flag() else { throw Self.otherKind }
    return end
  }

  private static let otherKind = FaceBlurError.unsupportedHEVC("a slice is of another kind")
}
