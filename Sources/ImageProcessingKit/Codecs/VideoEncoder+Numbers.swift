/// The numbers of HEVC's parameter sets: x265 knows none but 0, and here they become others.
extension VideoEncoder {
  /// The highest number that parameter sets of HEVC are given.
  static let maxHEVCNumber = 15

  /// The number of the set of pictures that goes with sets of videos and sequences of another number.
  ///
  /// From 1 on these are numbers whose code is by a byte longer than that of 0 (ITU-T H.265, 9.2). So whatever stands behind it in the head of
  /// a slice stays as far from where a byte begins, and where the head ends need not be known.
  /// - Parameter number: 0…`maxHEVCNumber`.
  static func pictureNumber(ofHEVC number: Int) -> Int { number == 0 ? 0 : maxHEVCNumber + number }

  /// A parameter set under another number than 0.
  /// - Parameters:
  ///   - set: VPS, SPS or PPS, with its head.
  ///   - number: 1…`maxHEVCNumber`.
  /// - Returns: nil where it is none, or has another number than 0.
  static func renumbered(set: [UInt8], to number: Int) -> [UInt8]? {
    guard set.count > 2, (1...maxHEVCNumber).contains(number) else { return nil }
    var reader = BitReader(EmulationPrevention.removed(from: set.dropFirst(2)))
    var writer = BitWriter()
    do throws(FaceBlurError) {
      switch set[0] >> 1 {
      case 32:
        guard try reader.bits(4) == 0 else { return nil }
        writer.append(number, bits: 4)
      case 33:
        // One layer in time: then profile and level have 12 bytes (7.3.2.2.1 and 7.3.3).
        guard try reader.bits(4) == 0, try reader.bits(3) == 0 else { return nil }
        writer.append(number, bits: 4)
        writer.append(0, bits: 3)
        writer.append(try reader.bits(1), bits: 1)
        for _ in 0..<12 { writer.append(try reader.bits(8), bits: 8) }
        guard try reader.unsigned() == 0 else { return nil }
        writer.append(unsigned: number)
      case 34:
        guard try reader.unsigned() == 0, try reader.unsigned() == 0 else { return nil }
        writer.append(unsigned: pictureNumber(ofHEVC: number))
        writer.append(unsigned: number)
      default: return nil
      }
      while reader.hasMore { writer.append(try reader.bits(1), bits: 1) }
    } catch { return nil }
    writer.finish()
    return EmulationPrevention.added(to: writer.bytes, behind: set.prefix(2))
  }

  /// Slices that are coded by the set of pictures that goes with a number.
  /// - Parameters:
  ///   - code: slices behind their lengths, that are coded by the set 0.
  ///   - number: 1…`maxHEVCNumber`.
  /// - Returns: nil where they are not.
  static func renumbered(slices code: [UInt8], to number: Int) -> [UInt8]? {
    guard let units = CodedUnits.all(in: code) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(code.count + 8 * units.count)
    for unit in units {
      guard let slice = renumbered(slice: unit, to: number) else { return nil }
      result += BigEndian.bytes(slice.count, 4) + slice
    }
    return result
  }

  /// slice_segment_header (7.3.6.1): whether it is the first of its picture, of key pictures whether those before are shown, then the number.
  private static func renumbered(slice: ArraySlice<UInt8>, to number: Int) -> [UInt8]? {
    guard let head = slice.first, (1...maxHEVCNumber).contains(number) else { return nil }
    let payload = EmulationPrevention.removed(from: slice.dropFirst(2))
    // Zeros behind the code would need a byte behind them that is not among these.
    guard let first = payload.first, let last = payload.last, last != 0 else { return nil }
    let before = (16...23).contains(head >> 1) ? 2 : 1
    let behind = 7 - before
    guard first >> UInt8(behind) & 1 == 1 else { return nil }
    let kept = (Int(first) >> (behind + 1)) << (behind + 9)
    let bits = kept | (pictureNumber(ofHEVC: number) + 1) << behind | Int(first) & ((1 << behind) - 1)
    return EmulationPrevention.added(
      to: BigEndian.bytes(bits, 2) + payload.dropFirst(), behind: slice.prefix(2))
  }
}
