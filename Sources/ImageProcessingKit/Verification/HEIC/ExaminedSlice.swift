extension ExaminedPictureSet {
  /// Whether slices are decoded without each other, where there is no filter of offsets: none goes on with another one, and edges are not
  /// filtered.
  var keepsSlicesApart: Bool { hasPlainSlices && !hasDependentSlices && isFilterOff }
}

/// The head of a slice of a picture with which decoding begins (ITU-T H.265, 7.3.6.1): of the first one, unless another is asked for.
struct ExaminedSlice {
  /// `SliceQpY` (7-54).
  let quantizer: Int
  /// Where the name of its picture parameter set stands, in bits of what the unit holds.
  fileprivate let name: Range<Int>
  /// Where it says where it begins; empty where it begins the picture.
  fileprivate let address: Range<Int>
  /// Where the head ends; nil where that is not read.
  fileprivate let end: Int?

  /// More than such a head has, in bytes.
  private static let maxBytes = 64
  /// IDR.
  private static let types = 19...20

  /// - Parameters:
  ///   - slice: the unit, or the beginning of it.
  ///   - sequence: the sets that it is coded by, as `picture`.
  ///   - place: where it is to begin; nil for where the picture does.
  /// - Returns: nil where it is another kind of slice.
  init?(
    _ slice: [UInt8], _ sequence: ExaminedSequence, _ picture: ExaminedPictureSet,
    at place: SliceBands.Address? = nil
  ) {
    guard let unit = ExaminedUnit(slice), unit.isPlain, Self.types.contains(unit.type) else { return nil }
    var bits = ExaminedBits(unit: slice.prefix(Self.maxBytes))
    guard bits.flag() == (place == nil), bits.skip(1) else { return nil }
    let start = bits.position
    guard bits.exponential() != nil else { return nil }
    name = start..<bits.position
    if let place, bits.number(place.bits) != place.value { return nil }
    address = name.upperBound..<bits.position
    // Type 2 is intra.
    guard bits.skip(picture.extraBits), bits.exponential() == 2, !picture.hasOutputFlag || bits.skip(1) else {
      return nil
    }
    var hasOffsets = false
    if sequence.hasOffsets {
      guard let ofLuma = bits.flag(), let ofChroma = sequence.head.chroma == .gray ? false : bits.flag()
      else {
        return nil
      }
      hasOffsets = ofLuma || ofChroma
    }
    guard let difference = bits.signedExponential() else { return nil }
    quantizer = picture.quantizer + difference
    let saysAcross = picture.filtersAcross && (hasOffsets || !picture.isFilterOff)
    guard picture.hasPlainSlices, !picture.hasChromaOffsets || bits.skipNumbers(2),
      !saysAcross || bits.skip(1)
    else {
      end = nil
      return
    }
    end = bits.position
  }
}

/// Tells code of one encoder from any other, but for what sets of parameters are called.
enum EncoderCode {
  /// Whether a slice is another one under another name of its picture parameter set, to the last bit.
  /// - Parameters:
  ///   - slice: a unit.
  ///   - head: the beginning of it.
  ///   - other: a unit as the encoder writes it.
  ///   - otherHead: the beginning of that.
  static func isSame(
    _ slice: [UInt8], _ head: ExaminedSlice, as other: [UInt8], _ otherHead: ExaminedSlice
  ) -> Bool {
    let (content, right) = (ExaminedUnit.content(of: slice), ExaminedUnit.content(of: other))
    guard slice.prefix(2).elementsEqual(other.prefix(2)),
      ExaminedUnit.escaped(content).elementsEqual(slice.dropFirst(2)),
      let end = head.end, let rightEnd = otherHead.end,
      bits(content, 0..<head.name.lowerBound) == bits(right, 0..<otherHead.name.lowerBound),
      bits(content, head.name.upperBound..<end) == bits(right, otherHead.name.upperBound..<rightEnd)
    else { return false }
    let (data, rightData) = (end / 8 + 1, rightEnd / 8 + 1)
    guard rightData <= right.count, isFilled(content, from: end) else { return false }
    return content[data...].elementsEqual(right[rightData...])
  }

  /// A slice as the first one of a picture: it begins there, and says nothing of where it does.
  /// - Parameter address: where it begins in its picture; nil where it is the first one.
  /// - Returns: nil where it begins in another place, its head is not one that is read to its end, or it is not written in the one way in
  ///   which it can be.
  static func beginning(
    _ slice: [UInt8], _ sequence: ExaminedSequence, _ picture: ExaminedPictureSet,
    at address: SliceBands.Address?
  ) -> [UInt8]? {
    let content = ExaminedUnit.content(of: slice)
    guard let head = ExaminedSlice(slice, sequence, picture, at: address), let end = head.end,
      ExaminedUnit.escaped(content).elementsEqual(slice.dropFirst(2)), isFilled(content, from: end)
    else { return nil }
    let said = bits(content, 1..<head.address.lowerBound) + bits(content, head.address.upperBound..<end)
    let data = content[(end / 8 + 1)...]
    return slice.prefix(2) + ExaminedUnit.escaped(bytes([true] + said + [true]) + data)
  }

  /// Whether a bit that is set and zeros fill the last byte of a head up.
  private static func isFilled(_ content: [UInt8], from end: Int) -> Bool {
    let data = end / 8 + 1
    return data <= content.count
      && bits(content, end..<8 * data) == [true] + [Bool](repeating: false, count: 8 * data - end - 1)
  }

  /// ue(v).
  static func exponential(_ number: Int) -> [Bool] {
    let length = Int.bitWidth - (number + 1).leadingZeroBitCount
    return [Bool](repeating: false, count: length - 1)
      + (0..<length).reversed().map { (number + 1) >> $0 & 1 == 1 }
  }

  /// Bits as bytes, the last one of which zeros fill up.
  static func bytes(_ bits: [Bool]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { byte, place in
        byte << 1 | (start + place < bits.count && bits[start + place] ? 1 : 0)
      }
    }
  }

  static func bits(_ content: [UInt8], _ range: Range<Int>) -> [Bool] {
    range.map { place in
      let byte = place >> 3 < content.count ? content[place >> 3] : 0
      return byte >> UInt8(7 - place & 7) & 1 == 1
    }
  }

  /// Whether a set of parameters is another one under other names, to the last bit.
  static func isSame(set unit: [UInt8], as other: [UInt8]) -> Bool {
    guard unit.prefix(2).elementsEqual(other.prefix(2)),
      ExaminedUnit.escaped(ExaminedUnit.content(of: unit)).elementsEqual(unit.dropFirst(2)),
      let parts = withoutNames(unit), let others = withoutNames(other)
    else { return false }
    return parts == others
  }

  /// What a set says beside its name and that of the set that it builds on, up to the bit that ends it.
  private static func withoutNames(_ unit: [UInt8]) -> [[Bool]]? {
    var bits = ExaminedBits(unit: unit)
    var parts: [[Bool]] = []
    switch ExaminedUnit(unit)?.type {
    case ExaminedUnit.videoSet: guard bits.skip(4) else { return nil }
    case ExaminedUnit.sequenceSet:
      guard bits.skip(4) else { return nil }
      let start = bits
      guard bits.profile() != nil else { return nil }
      parts.append(Array(start.rest.prefix(bits.position - start.position)))
      guard bits.skipNumbers(1) else { return nil }
    case ExaminedUnit.pictureSet: guard bits.skipNumbers(2) else { return nil }
    default: return nil
    }
    let rest = bits.rest
    guard let end = rest.lastIndex(of: true), rest.count - end <= 8 else { return nil }
    return parts + [Array(rest[..<end])]
  }
}
