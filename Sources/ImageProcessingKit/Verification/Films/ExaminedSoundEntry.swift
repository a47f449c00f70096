/// How a track's sound is coded (ISO/IEC 14496-12, 12.2; QuickTime File Format, sound sample descriptions).
struct ExaminedSoundEntry: Hashable {
  /// So many samples lie together in so many bytes.
  struct Frames {
    let samples: Int
    let bytes: Int
  }

  let type: BoxType
  private(set) var version = 0
  /// Channels, bits, rate, and what later versions of the entry add.
  private(set) var numbers: [Int] = []
  /// What a decoder needs, by box; of `esds` the kind of code and what is specific to it.
  private(set) var configuration: [BoxType: [UInt8]] = [:]

  private static let uncompressed: Set<BoxType> = [
    "sowt", "twos", "lpcm", "in24", "in32", "fl32", "fl64", "raw ",
  ]
  /// Whether sound of a kind is not compressed.
  static func isUncompressed(_ type: BoxType) -> Bool { uncompressed.contains(type) }

  /// The box that each other code is described in.
  private static let described: [BoxType: BoxType] = [
    "mp4a": "esds", "ac-3": "dac3", "ec-3": "dec3", "Opus": "dOps", "fLaC": "dfLa", "alac": "alac",
  ]
  /// No description of sound that is known is longer.
  private static let mostBytes = 128

  /// As another container says it.
  init(type: BoxType, numbers: [Int], configuration: [BoxType: [UInt8]]) {
    (self.type, self.numbers, self.configuration) = (type, numbers, configuration)
  }

  init(_ scope: FilmScope, _ entry: ExaminedBox) {
    type = entry.type
    if Self.described[type] == nil, !Self.uncompressed.contains(type) {
      scope.object(
        .furtherBox, entry.range, "its sound is coded as \(type.text), which is not on the whitelist")
    }
    var fields = FilmFields(scope, entry)
    fields.zeros(6)
    fields.expect(2, 1, else: "its sound lies in a second file")
    version = fields.number(2)
    fields.zeros(6)
    numbers = [fields.number(2), fields.number(2)]
    fields.expect(2, 0, 0xFFFE, 0xFFFF, else: "its sound is packed in an odd way")
    fields.zeros(2)
    numbers.append(fields.number(4))
    switch version {
    case 0: break
    case 1: for _ in 0..<4 { numbers.append(fields.number(4)) }
    case 2:
      fields.expect(4, 72, else: "its description has an odd length")
      numbers += [fields.signed(8), fields.number(4)]
      fields.expect(4, 0x7F00_0000, else: "its description is odd")
      for _ in 0..<4 { numbers.append(fields.number(4)) }
    default: scope.object(.headerBytes, entry.range, "its sound is described in an unknown version")
    }
    if !fields.isBroken { readBoxes(scope, fields.rest, isInside: false) }
  }

  private mutating func readBoxes(_ scope: FilmScope, _ range: Range<Int>, isInside: Bool) {
    let own = Self.described[type]
    var known: Set<BoxType> =
      isInside ? ["frma", "enda", "\0\0\0\0"] : version == 0 ? ["chan"] : ["wave", "chan"]
    if let own { known.insert(own) }
    // The box of MP4's kind of code in QuickTime's list is empty but for four zeros.
    for (type, found) in scope.boxes(in: range, known) where known.contains(type) {
      for box in found {
        var fields = FilmFields(scope, box)
        switch type {
        case "wave": readBoxes(scope, box.content, isInside: true)
        case "frma":
          if BoxType(UInt32(truncatingIfNeeded: fields.number(4))) != self.type {
            scope.object(.soundConfiguration, box.range, "its sound is said to be of two kinds", .no)
          }
          fields.end()
        case "enda":
          let order = fields.number(2)
          configuration["enda"] = [UInt8(truncatingIfNeeded: order & 1)]
          if order > 1 { scope.object(.soundConfiguration, box.range, "its order of bytes is odd", .no) }
          fields.end()
        case "\0\0\0\0": fields.end()
        case "chan": readChannels(&fields)
        default: readDescription(scope, box)
        }
      }
    }
  }

  /// The layout of channels: its number, bits, and labels, of which a render says nothing more.
  private mutating func readChannels(_ fields: inout FilmFields) {
    _ = fields.version(most: 0)
    var layout = fields.bytes(8)
    var count = fields.number(4)
    while count > 0, !fields.isBroken {
      layout += fields.bytes(4)
      fields.zeros(16, as: .soundConfiguration)
      count -= 1
    }
    fields.end()
    configuration["chan"] = layout
  }

  private mutating func readDescription(_ scope: FilmScope, _ box: ExaminedBox) {
    var fields = FilmFields(scope, box)
    if box.content.count > Self.mostBytes {
      scope.object(.soundConfiguration, box.range, "it is longer than any description of sound")
    }
    switch box.type {
    case "esds": readDescriptors(scope, box)
    case "dfLa":
      _ = fields.version(most: 0)
      fields.expect(1, 0x80, 0x00, as: .soundConfiguration, else: "it holds more than what a decoder needs")
      fields.expect(3, 34, as: .soundConfiguration, else: "it holds more than what a decoder needs")
      configuration[box.type] = fields.bytes(34)
      fields.end()
    default:
      let length: ClosedRange<Int>
      switch box.type {
      case "dac3": length = 3...3
      case "dec3": length = 5...32
      case "dOps": length = 11...32
      default: length = 28...52
      }
      if !length.contains(box.content.count) {
        scope.object(.soundConfiguration, box.range, "it is of another length than such descriptions")
      }
      configuration[box.type] = fields.bytes(box.content.count)
    }
  }

  /// The descriptors of `esds` (ISO/IEC 14496-1, 7.2.6): one of a stream, of how it is decoded, and of its synchronisation.
  private mutating func readDescriptors(_ scope: FilmScope, _ box: ExaminedBox) {
    var fields = FilmFields(scope, box)
    _ = fields.version(most: 0)
    /// The length that follows a tag.
    func open(_ tag: Int, _ fields: inout FilmFields) -> Int? {
      fields.expect(1, tag, as: .soundConfiguration, else: "its sound is described by something else, too")
      var length = 0
      for _ in 0..<4 {
        let byte = fields.number(1)
        length = length << 7 | byte & 0x7F
        if byte & 0x80 == 0 { return length }
      }
      return nil
    }
    func object() { scope.object(.soundConfiguration, box.range, "it has room for more than a description") }
    guard let whole = open(3, &fields), whole == fields.rest.count else { return object() }
    _ = fields.number(2)
    // What flags announce, originals may have; it is not needed.
    let flags = fields.number(1)
    if flags != 0 {
      object()
      if flags & 0x80 != 0 { _ = fields.number(2) }
      if flags & 0x40 != 0 { _ = fields.bytes(fields.number(1)) }
      if flags & 0x20 != 0 { _ = fields.number(2) }
    }
    guard let decoder = open(4, &fields), decoder >= 13, decoder <= fields.rest.count else { return object() }
    let end = fields.rest.count - decoder
    configuration["esds"] = fields.bytes(1)
    fields.expect(1, 0x14, 0x15, as: .soundConfiguration, else: "it is no stream of sound")
    _ = fields.bytes(11)
    if decoder > 13 {
      guard let specific = open(5, &fields), specific <= fields.rest.count, specific <= 64 else {
        return object()
      }
      configuration["esds"]? += fields.bytes(specific)
    }
    guard fields.rest.count == end else { return object() }
    guard let synchronisation = open(6, &fields), synchronisation == 1, fields.number(1) == 2 else {
      return object()
    }
    if !fields.rest.isEmpty { object() }
  }

  /// How samples of one size lie in the file.
  /// - Parameter size: what the table of sizes says: of what is older than that table, 1 for any size.
  func frames(of size: Int) -> Frames {
    var frames = Frames(samples: 1, bytes: size)
    if Self.uncompressed.contains(type) {
      // Channels and bits say it, whatever the table does.
      switch version {
      case 2 where numbers.count >= 9: frames = Frames(samples: max(numbers[8], 1), bytes: numbers[7])
      case 1 where numbers.count >= 7 && numbers[5] > 0:
        frames = Frames(samples: max(numbers[3], 1), bytes: numbers[5])
      default:
        let bits =
          type == "in24" ? 24 : type == "in32" || type == "fl32" ? 32 : type == "fl64" ? 64 : numbers[1]
        frames = Frames(samples: 1, bytes: numbers[0] * bits / 8)
      }
    } else if version == 1, size == 1, numbers.count >= 7, numbers[3] > 0, numbers[5] > 0 {
      frames = Frames(samples: numbers[3], bytes: numbers[5])
    }
    return frames
  }
}
