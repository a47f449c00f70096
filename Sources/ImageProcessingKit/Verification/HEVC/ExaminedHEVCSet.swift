/// How far a set of parameters of HEVC says what photos or films need, and nothing else (ITU-T H.265, 7.3.2.1 to 7.3.2.3).
///
/// What stands behind a set's end no decoder looks at, nor at much of what sets say of layers in time, of buffers and of pictures that may
/// be referred to for long, so that anything could be there.
struct ExaminedHEVCSet {
  /// Whether it ends where it has said all, and what decoders pass over is not there, or as short as encoders write it.
  private(set) var isPlain = false
  /// Whether there are factors for the quantiser, and whether the set brings some of its own.
  private(set) var hasScaling = false
  private(set) var hasLists = false

  /// - Parameters:
  ///   - unit: with its header.
  ///   - limits: how much decoders may pass over.
  init(_ unit: [UInt8], _ limits: ExaminedSetLimits) {
    guard let header = ExaminedUnit(unit), header.isParameterSet, unit.count <= limits.bytes else { return }
    switch header.type {
    case ExaminedUnit.videoSet: isPlain = Self.isPlain(video: unit, limits)
    case ExaminedUnit.sequenceSet:
      guard let set = ExaminedSequence(unit, limits) else { return }
      (isPlain, hasScaling, hasLists) = (set.isPlain, set.hasScaling, set.hasLists)
    default:
      guard let set = ExaminedPictureSet(unit, limits) else { return }
      (isPlain, hasLists) = (set.isPlain, set.hasLists)
    }
  }

  /// Whether it is plain, and nothing in another set stands for what it says.
  /// - Parameter sequence: for a set of pictures, the one that it builds on; nil where that is missing.
  static func isPlain(_ unit: [UInt8], on sequence: [UInt8]?, _ limits: ExaminedSetLimits) -> Bool {
    let set = ExaminedHEVCSet(unit, limits)
    guard set.isPlain else { return false }
    guard ExaminedUnit(unit)?.type == ExaminedUnit.pictureSet, set.hasLists else { return true }
    // One set's factors stand for the other's, or for none.
    let other = sequence.map { ExaminedHEVCSet($0, limits) }
    return other.map { $0.hasScaling && !$0.hasLists } ?? false
  }

  private static func isPlain(video unit: [UInt8], _ limits: ExaminedSetLimits) -> Bool {
    var bits = ExaminedBits(unit: unit)
    var isShort = true
    // The base layer is in it, and no other one.
    guard bits.skip(4), bits.number(2) == 3, bits.number(6) == 0, let layers = bits.number(3),
      layers <= limits.layers, let isNested = bits.flag(), bits.number(16) == 0xFFFF,
      bits.profile(layers, isNested)?.isPlain == true, bits.skipOrders(layers, &isShort), isShort,
      bits.number(6) == 0, bits.exponential() == 0,
      bits.skipTimes(
        layers, buffers: limits.buffers,
        hasBuffers: { bits in
          guard let count = bits.exponential(), count <= 1 else { return nil }
          guard count == 1 else { return false }
          return bits.exponential().flatMap { $0 <= 1 ? true : nil }
        }), bits.flag() == false
    else { return false }
    return bits.isAtEnd
  }
}
