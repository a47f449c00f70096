/// The elements that stand side by side in another one, which is in memory.
struct MatroskaElements {
  private struct Element {
    let id: Int
    let content: ArraySlice<UInt8>
  }

  private let elements: [Element]

  /// - Parameter content: of what holds them.
  /// - Throws: `FaceBlurError` where they do not fill it, or are too many.
  init(_ content: ArraySlice<UInt8>) throws(FaceBlurError) {
    var elements: [Element] = []
    var rest = content
    while !rest.isEmpty {
      let head = try EBMLHead(rest)
      guard let size = head.size, size <= rest.count - head.headSize else {
        throw .damagedFilm("a part of it is longer than what holds it")
      }
      guard elements.count < FilmLimits.maxBoxes else {
        throw .damagedFilm("it has more than \(FilmLimits.maxBoxes) elements side by side")
      }
      rest = rest.dropFirst(head.headSize)
      elements.append(Element(id: head.id, content: rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    self.elements = elements
  }

  func all(_ id: Int) -> [ArraySlice<UInt8>] { elements.filter { $0.id == id }.map(\.content) }

  func has(_ id: Int) -> Bool { elements.contains { $0.id == id } }

  /// nil where there is none.
  /// - Throws: `FaceBlurError` where there are several: readers would differ in which one they take.
  func one(_ id: Int) throws(FaceBlurError) -> ArraySlice<UInt8>? {
    let found = all(id)
    guard found.count <= 1 else {
      throw .damagedFilm("it says something twice (0x\(String(id, radix: 16, uppercase: true)))")
    }
    return found.first
  }

  /// The elements in the only one of a number; none where it is missing.
  func inside(_ id: Int) throws(FaceBlurError) -> MatroskaElements {
    try MatroskaElements(try one(id) ?? [])
  }

  /// A whole number; nil where it is missing.
  /// - Throws: `FaceBlurError` where it is larger than any that is of use.
  func number(_ id: Int) throws(FaceBlurError) -> Int? {
    guard let content = try one(id) else { return nil }
    return try Self.number(content)
  }

  static func number(_ content: ArraySlice<UInt8>) throws(FaceBlurError) -> Int {
    guard content.count < 8 || content.count == 8 && content.prefix(1).allSatisfy({ $0 < 0x80 }) else {
      throw .damagedFilm("it has a number that may not be")
    }
    return BigEndian.number(content)
  }

  /// A number with a fraction; nil where it is missing.
  /// - Throws: `FaceBlurError` where it is none.
  func fraction(_ id: Int) throws(FaceBlurError) -> Double? {
    guard let content = try one(id) else { return nil }
    let bits = content.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let value: Double
    switch content.count {
    case 0: value = 0
    case 4: value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: value = Double(bitPattern: bits)
    default: throw .damagedFilm("it has a number that may not be")
    }
    guard value.isFinite else { throw .damagedFilm("it has a number that may not be") }
    return value
  }

  /// A text of ASCII, up to a zero; nil where it is missing.
  func text(_ id: Int) throws(FaceBlurError) -> String? {
    guard let content = try one(id) else { return nil }
    let letters = content.prefix(64).prefix { $0 != 0 }
    return String(
      String.UnicodeScalarView(letters.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "?" }))
  }
}
