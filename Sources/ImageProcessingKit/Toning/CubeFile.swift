/// A table of colours as a .cube file holds it (Adobe, Cube LUT Specification 1.0, 2013).
struct CubeFile {
  /// Nodes a side.
  private(set) var size = 0
  /// By input, the values that the first and the last node stand for.
  private(set) var lowest = [0.0, 0.0, 0.0]
  private(set) var highest = [1.0, 1.0, 1.0]
  /// By node, red running fastest, then green; any finite numbers.
  private(set) var values: [Float] = []

  static let allowedSizes = 2...256
  /// The format allows 250; comments are sometimes longer.
  private static let maxLineLength = 4096
  /// Digits beyond these change no value.
  private static let maxNumberLength = 48
  /// No line of values is shorter, with its end.
  private static let minLineBytes = 6

  /// - Throws: `FaceBlurError` that says in which line what is wrong.
  init(_ bytes: [UInt8]) throws(FaceBlurError) {
    guard bytes.count <= ColorLUT.maxFileBytes else {
      throw .colorTableTooLarge("it has more than \(ColorLUT.maxFileBytes >> 20) MB")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var place = bytes.starts(with: mark) ? mark.count : 0
    var line = 0
    while place < bytes.count {
      line += 1
      let end = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      guard end - place <= Self.maxLineLength else { throw .damagedColorTable("line \(line) is too long") }
      try take(bytes[place..<end], line, of: bytes.count)
      // A carriage return and the line feed behind it end one line.
      let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      place = end + (isPair ? 2 : 1)
    }
    guard size > 0 else { throw .damagedColorTable("it states no LUT_3D_SIZE") }
    guard values.count == ColorLUT.valueCount(size) else {
      throw .damagedColorTable("it holds \(values.count / 3) of \(size * size * size) colours")
    }
    guard zip(lowest, highest).allSatisfy({ $0 < $1 }) else {
      throw .damagedColorTable("its DOMAIN_MIN is not below its DOMAIN_MAX")
    }
  }

  private mutating func take(_ text: ArraySlice<UInt8>, _ line: Int, of byteCount: Int) throws(FaceBlurError)
  {
    let words = text.split { $0 == 0x20 || $0 == 0x09 }
    guard let first = words.first, first.first != UInt8(ascii: "#") else { return }
    guard let byte = first.first, (0x41...0x5A).contains(byte & 0xDF) else {
      return try takeColor(words, line)
    }
    guard values.isEmpty else {
      throw .damagedColorTable("line \(line): a keyword stands between the colours")
    }
    let rest = words.dropFirst()
    switch String(decoding: first, as: UTF8.self) {
    case "TITLE": return
    case "LUT_3D_SIZE": try takeSize(rest, line, of: byteCount)
    case "DOMAIN_MIN": lowest = try numbers(rest, 3, line)
    case "DOMAIN_MAX": highest = try numbers(rest, 3, line)
    // What DaVinci Resolve writes for the two above.
    case "LUT_3D_INPUT_RANGE":
      let range = try numbers(rest, 2, line)
      lowest = [Double](repeating: range[0], count: 3)
      highest = [Double](repeating: range[1], count: 3)
    case "LUT_1D_SIZE", "LUT_1D_INPUT_RANGE":
      throw .unsupportedColorTable("line \(line): it is a 1D LUT, a curve for each colour")
    default: throw .damagedColorTable("line \(line): its keyword is not known")
    }
  }

  private mutating func takeSize(
    _ words: ArraySlice<ArraySlice<UInt8>>, _ line: Int, of byteCount: Int
  ) throws(FaceBlurError) {
    guard size == 0 else { throw .damagedColorTable("line \(line): a second LUT_3D_SIZE") }
    guard words.count == 1, let word = words.first, word.count <= 8,
      let stated = Int(String(decoding: word, as: UTF8.self))
    else { throw .damagedColorTable("line \(line): its LUT_3D_SIZE is not a number") }
    guard Self.allowedSizes.contains(stated) else {
      throw .unsupportedColorTable("line \(line): its LUT_3D_SIZE is not 2 to 256")
    }
    let count = ColorLUT.valueCount(stated)
    // A file that is too short for what it states is refused before anything of that size is allocated.
    guard byteCount >= count / 3 * Self.minLineBytes - 1 else {
      throw .damagedColorTable("it is too short for \(stated) nodes a side")
    }
    size = stated
    values.reserveCapacity(count)
  }

  private mutating func takeColor(_ words: [ArraySlice<UInt8>], _ line: Int) throws(FaceBlurError) {
    guard size > 0 else { throw .damagedColorTable("line \(line): a colour stands before LUT_3D_SIZE") }
    guard values.count < ColorLUT.valueCount(size) else {
      throw .damagedColorTable("it holds more than \(size * size * size) colours")
    }
    for number in try numbers(words[...], 3, line) { values.append(Float(number)) }
  }

  private func numbers(
    _ words: ArraySlice<ArraySlice<UInt8>>, _ count: Int, _ line: Int
  ) throws(FaceBlurError) -> [Double] {
    guard words.count == count else { throw .damagedColorTable("line \(line): not \(count) numbers") }
    var result: [Double] = []
    for word in words {
      guard let number = Self.number(word) else { throw .damagedColorTable("line \(line): not a number") }
      result.append(number)
    }
    return result
  }

  /// A decimal number that a `Float` can hold; nil also for the hexadecimal, infinite and undefined ones that Swift reads.
  private static func number(_ word: ArraySlice<UInt8>) -> Double? {
    guard word.count <= maxNumberLength, word.allSatisfy(isPartOfNumber),
      let number = Double(String(decoding: word, as: UTF8.self)),
      number.magnitude <= Double(Float.greatestFiniteMagnitude)
    else { return nil }
    return number
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
