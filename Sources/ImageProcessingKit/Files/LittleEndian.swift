/// Whole numbers whose lowest byte comes first.
enum LittleEndian {
  /// The lowest bytes of a number.
  static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// - Parameter bytes: 7 at most.
  static func number(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
