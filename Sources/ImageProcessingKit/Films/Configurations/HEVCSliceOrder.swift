/// Where a picture of HEVC stands in the order of presentation, and which others are kept for it and for those behind it: what the head of
/// its first slice says (ITU-T H.265, 7.3.6.1).
struct HEVCSliceOrder {
  /// Up to `range`.
  let place: Int
  let range: Int
  let references: HEVCReferences
  /// Whether it refers to others for long.
  let hasLongTerm: Bool

  /// Bytes of a slice that are enough to read it.
  static let mostBytes = 256

  /// - Parameters:
  ///   - start: of the slice, with its head of two bytes.
  ///   - record: of its film.
  /// - Throws: `FaceBlurError` where it is cut short, is of an IDR picture, which has none, or its sets are missing.
  init(_ start: [UInt8], _ record: HEVCRecord) throws(FaceBlurError) {
    guard let head = start.first, ![19, 20].contains(head >> 1) else { throw BitReader.oddNumber }
    var reader = BitReader(EmulationPrevention.removed(from: start.dropFirst(2)))
    guard try reader.flag() else { throw BitReader.oddNumber }
    if (16...23).contains(head >> 1) { _ = try reader.flag() }
    let (set, details) = try record.set(numbered: try reader.unsigned())
    _ = try reader.bits(set.extraBits)
    _ = try reader.unsigned()
    if set.hasOutputFlag { _ = try reader.flag() }
    place = try reader.bits(details.orderBits)
    range = 1 << details.orderBits
    if try reader.flag() {
      let count = details.references.count
      guard count > 0 else { throw BitReader.oddNumber }
      let index = try reader.bits(Int.bitWidth - (count - 1).leadingZeroBitCount)
      guard index < count else { throw BitReader.oddNumber }
      references = details.references[index]
    } else {
      references = try HEVCReferences(&reader, behind: details.references, isOfSlice: true)
    }
    guard let listed = details.longTerm else {
      hasLongTerm = false
      return
    }
    let fromList = listed > 0 ? try reader.unsigned() : 0
    hasLongTerm = try fromList > 0 ? true : reader.unsigned() > 0
  }
}

extension HEVCRecord {
  /// A set of pictures, and what its sequence says.
  fileprivate func set(
    numbered number: Int
  ) throws(FaceBlurError) -> (HEVCPictureSet, HEVCSequenceSet.Details) {
    for unit in pictures {
      let set = try HEVCPictureSet(unit)
      guard set.number == number else { continue }
      for unit in sequences {
        let sequence = try HEVCSequence(unit)
        if sequence.set.number == set.sequence { return (set, try sequence.details()) }
      }
    }
    throw BitReader.oddNumber
  }

  func stands(_ next: [UInt8], on start: [UInt8]) -> Bool {
    guard let one = try? HEVCSliceOrder(start, self), let other = try? HEVCSliceOrder(next, self),
      !one.hasLongTerm, !other.hasLongTerm, one.range == other.range
    else { return false }
    // It is shown behind that one, by less than half of the range.
    let steps = (other.place - one.place + one.range) % one.range
    guard steps > 0, steps < one.range / 2 else { return false }
    return other.references.earlier.allSatisfy { -$0 <= steps }
  }
}
