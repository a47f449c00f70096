/// How numbers stand in a TIFF block.
public enum ByteOrder: Sendable, CaseIterable {
  case bigEndian, littleEndian

  /// A number in so many bytes.
  public func number(_ value: Int, _ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    return self == .littleEndian ? bytes.reversed() : bytes
  }

  /// What a TIFF block begins with: the order, the number 42 and where the first directory is.
  func header(directory: Int = 8) -> [UInt8] {
    Array((self == .littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(directory, 4)
  }

  /// The name that goes into a carrier's.
  var name: String { self == .littleEndian ? "little-endian" : "big-endian" }
}
