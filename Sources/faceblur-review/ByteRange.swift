/// Which bytes of a file a request asks for (RFC 9110, 14): one range. What is no range, or several, counts as not asked for, as it may; so all of
/// the file is answered.
enum ByteRange: Hashable {
  case whole
  /// Not empty, and within the file.
  case part(Range<Int>)
  case unsatisfiable

  /// - Parameters:
  ///   - header: as it was sent; nil where it was not.
  ///   - size: of the file in bytes.
  init(_ header: String?, size: Int) {
    self = Self.parsed(header, size: size) ?? .whole
  }

  private static func parsed(_ header: String?, size: Int) -> ByteRange? {
    guard let header, let equals = header.firstIndex(of: "="), header[..<equals].lowercased() == "bytes"
    else {
      return nil
    }
    let sides = header[header.index(after: equals)...].split(separator: "-", omittingEmptySubsequences: false)
    guard sides.count == 2, let first = number(sides[0]), let last = number(sides[1]) else { return nil }
    switch (first, last) {
    case (nil, nil): return nil
    case (nil, let count?):
      return count == 0 || size == 0 ? .unsatisfiable : .part(max(size - count, 0)..<size)
    case (let first?, let last):
      if let last, last < first { return nil }
      guard first < size else { return .unsatisfiable }
      return .part(first..<(min(last ?? size, size - 1) + 1))
    }
  }

  /// - Returns: nil where it is none; nil within that where there is none. What is too large for any file is the largest number.
  private static func number(_ text: Substring) -> Int?? {
    guard !text.isEmpty else { return .some(nil) }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return .some(Int(text) ?? .max)
  }
}
