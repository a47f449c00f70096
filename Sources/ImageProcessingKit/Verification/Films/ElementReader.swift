/// An element of EBML, as a stranger finds it (RFC 8794, 4).
struct ExaminedElement {
  let id: Int
  /// With its head.
  let range: Range<Int>
  let content: Range<Int>
  /// Whether it does not say where it ends: then its ranges reach to the end of what holds it.
  let isOpen: Bool
}

/// Finds the elements of a file one by one.
struct ElementReader {
  let file: any FilmBytes
  private var base = 0
  private var buffer: [UInt8] = []
  private var count = 0

  private static let step = 8192
  private static let most = 30_000_000

  init(_ file: any FilmBytes) { self.file = file }

  private mutating func byte(_ place: Int) throws(FaceBlurError) -> Int {
    if place < base || place >= base + buffer.count {
      base = place
      buffer = try file.bytes(place..<min(place + Self.step, file.size))
    }
    return Int(buffer[place - base])
  }

  /// A number that says its own length; nil where none begins there.
  private mutating func number(
    at place: Int, before end: Int, most: Int
  ) throws(FaceBlurError) -> (length: Int, bits: Int)? {
    guard place < end else { return nil }
    var bits = try byte(place)
    var length = 1
    while length <= most, bits & (0x100 >> length) == 0 { length += 1 }
    guard length <= most, length <= end - place else { return nil }
    for index in 1..<max(length, 1) { bits = bits << 8 | (try byte(place + index)) }
    return (length, bits)
  }

  /// The element that begins at a place; nil where none does, or it is longer than what holds it.
  mutating func element(at place: Int, before end: Int) throws(FaceBlurError) -> ExaminedElement? {
    count += 1
    guard count <= Self.most else { throw .damagedRender("it has too many elements") }
    guard let id = try number(at: place, before: end, most: 4),
      let size = try number(at: place + id.length, before: end, most: 8)
    else { return nil }
    let start = place + id.length + size.length
    let mask = 1 << (7 * size.length)
    let isOpen = size.bits & (mask - 1) == mask - 1
    let length = isOpen ? end - start : size.bits & (mask - 1)
    guard length <= end - start else { return nil }
    return ExaminedElement(
      id: id.bits, range: place..<start + length, content: start..<start + length, isOpen: isOpen)
  }

  /// Some bytes of an element that is small.
  mutating func bytes(_ range: Range<Int>, most: Int) throws(FaceBlurError) -> [UInt8] {
    var bytes: [UInt8] = []
    for place in range.prefix(most) { bytes.append(UInt8(try byte(place))) }
    return bytes
  }
}
