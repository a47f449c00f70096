/// What is said of one track of Matroska (RFC 9559, 5.1.4), as bytes by the numbers of elements.
struct ExaminedMatroskaEntry {
  let range: Range<Int>
  private(set) var values: [Int: [UInt8]] = [:]
  /// Where what a decoder needs lies in the file.
  private(set) var configurationPlace = 0..<0

  /// By what holds them, elements that a player needs, and that name nobody: of the track, its pictures, their colours, the display that they were
  /// made on, how they are projected, and its sound. Those that hold others are among them.
  private static let known: [Int: Set<Int>] = [
    0xAE: [
      0xD7, 0x83, 0x86, 0x63A2, 0x23_E383, 0x23_4E7A, 0x56AA, 0x56BB, 0x23_314F, 0x22_B59C, 0x22_B59D, 0xB9,
      0x88, 0x55AA, 0x9C, 0x6DE7, 0x6DF8, 0x55EE, 0xAA, 0xE0, 0xE1,
    ],
    0xE0: [
      0xB0, 0xBA, 0x54AA, 0x54BB, 0x54CC, 0x54DD, 0x54B0, 0x54BA, 0x54B2, 0x54B3, 0x9A, 0x9D, 0x53C0, 0x53B8,
      0x55B0, 0x7670,
    ],
    0x55B0: [
      0x55B1, 0x55B2, 0x55B3, 0x55B4, 0x55B5, 0x55B6, 0x55B7, 0x55B8, 0x55B9, 0x55BA, 0x55BB, 0x55BC, 0x55BD,
      0x55D0,
    ],
    0x55D0: [0x55D1, 0x55D2, 0x55D3, 0x55D4, 0x55D5, 0x55D6, 0x55D7, 0x55D8, 0x55D9, 0x55DA],
    0x7670: [0x7671, 0x7673, 0x7674, 0x7675],
    0xE1: [0xB5, 0x78B5, 0x9F, 0x6264],
  ]
  /// Of sets of parameters, and of the longest of any other value that is asked for.
  private static let maxBytes = 1 << 16

  /// - Throws: `FaceBlurError` of kind `leak(.damaged)` where it is damaged.
  init(
    _ track: ExaminedElement, _ reader: inout ElementReader, _ findings: FilmFindings
  ) throws(FaceBlurError) {
    range = track.range
    var waiting = [track]
    while let holder = waiting.popLast() {
      var place = holder.content.lowerBound
      while place < holder.content.upperBound {
        guard let element = try reader.element(at: place, before: holder.content.upperBound), !element.isOpen
        else { throw .damagedRender("a track is not described") }
        place = element.range.upperBound
        if Self.known[holder.id]?.contains(element.id) ?? false {
          if values[element.id] != nil {
            findings.object(.furtherElement, element.range, "it says something twice", .no)
          } else if Self.known[element.id] != nil {
            values[element.id] = []
            waiting.append(element)
          } else {
            values[element.id] = try reader.bytes(element.content, most: Self.maxBytes)
            if element.id == 0x63A2 { configurationPlace = element.content }
          }
        } else {
          Self.object(to: element, findings)
        }
      }
    }
    guard number > 0 else { throw .damagedRender("a track has no number") }
  }

  private static func object(to element: ExaminedElement, _ findings: FilmFindings) {
    switch element.id {
    case 0xBF: break
    case 0xEC: findings.object(.freeSpace, element.range, "it is kept free, and may hold anything")
    case 0x73C5: findings.object(.identifier, element.range, "it can be told from all others", .no)
    case 0x536E: findings.object(.trackName, element.range, "a track has a name", .no)
    case 0x25_8688: findings.object(.compressorName, element.range, "it says what encoded it", .no)
    default:
      findings.object(
        .furtherElement, element.range,
        "elements of the number \(String(element.id, radix: 16, uppercase: true)) are not on the whitelist")
    }
  }

  /// No number that is of use is larger; products of two that are said in small numbers are none too large either.
  private static let mostNumber = 1 << 53

  /// nil where it is missing, or larger than any that is of use.
  func number(_ id: Int) -> Int? {
    guard let bytes = values[id], bytes.count <= 7 || bytes.count == 8 && bytes[0] == 0 else { return nil }
    let number = bytes.reduce(0) { $0 << 8 | Int($1) }
    return number <= Self.mostNumber ? number : nil
  }

  /// nil where it is missing, or not finite.
  func fraction(_ id: Int) -> Double? {
    guard let bytes = values[id] else { return nil }
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let value: Double
    switch bytes.count {
    case 0: value = 0
    case 4: value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: value = Double(bitPattern: bits)
    default: return nil
    }
    return value.isFinite ? value : nil
  }

  var number: Int { number(0xD7) ?? 0 }
  var configuration: [UInt8] { values[0x63A2] ?? [] }
  var codec: String { String(decoding: (values[0x86] ?? []).prefix { $0 != 0 }, as: UTF8.self) }

  /// What a track of MP4 would be handled by.
  var handler: BoxType {
    switch number(0x83) {
    case 2: "soun"
    case 0x11: "text"
    case 0x20, 0x21: "meta"
    default: "vide"
    }
  }

  /// As MP4 packs it.
  var language: Int {
    let stated = values[0x22_B59C].map { Array($0.prefix { $0 != 0 }) } ?? Array("eng".utf8)
    let isName = stated.count == 3 && stated.allSatisfy { $0 > 0x60 && $0 < 0x7B }
    let letters = isName ? stated : Array("und".utf8)
    return letters.reduce(0) { $0 * 32 + Int($1 - 0x60) }
  }
}
