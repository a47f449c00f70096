/// A directory of a TIFF besides that of its picture: a smaller picture, a mask or a page, or what belongs to one.
struct FurtherPicture {
  /// Where its strips, its tiles or its JPEG lie in the file, in the order in which it names them.
  private(set) var parts: [Range<Int>] = []
  /// How many places it names.
  private(set) var named = 0
  private let tags: ExaminedTags
  private let fields: ExaminedNumbers

  /// - Parameter limit: no more places than these are read.
  init(_ table: TIFFStructure.Table, of structure: TIFFStructure, limit: Int) {
    fields = structure.fields
    tags = ExaminedTags(structure.entries[table.entries], structure.fields)
    for (start, length) in [(273, 279), (324, 325), (513, 514)] {
      guard let starts = tags[start], let lengths = tags[length] else { continue }
      let count = min(fields.numberCount(of: starts), fields.numberCount(of: lengths), limit - named)
      named += count
      for index in 0..<count {
        guard let place = fields.number(index, of: starts), let size = fields.number(index, of: lengths),
          size > 0, place <= fields.range.count, size <= fields.range.count - place
        else { continue }
        if let last = parts.last, last.upperBound == place {
          parts[parts.count - 1] = last.lowerBound..<(place + size)
        } else {
          parts.append(place..<(place + size))
        }
      }
    }
  }

  /// Bytes of all parts together; parts that overlap count more than once.
  var size: Int { parts.reduce(0) { $0 + $1.count } }

  /// From the first byte of its parts to the last; nil where it has none.
  var range: Range<Int>? {
    guard let first = parts.map(\.lowerBound).min(), let last = parts.map(\.upperBound).max() else {
      return nil
    }
    return first..<last
  }

  /// Of what is looked at as pixels.
  private static let sides = 1...4096

  /// Looks for faces in it.
  func look(with judge: HiddenPictureJudge, for block: inout MetadataBlock) {
    if let width = tags.number(256), let height = tags.number(257), isPlainRGB,
      Self.sides.contains(width), Self.sides.contains(height)
    {
      let pixels = Array(parts.lazy.flatMap { fields.bytes[$0] }.prefix(3 * width * height))
      block.mayShowFace.strengthen(judge.evidence(rgb: pixels, width: width, height: height))
    } else {
      for part in parts { judge.look(into: fields.bytes, part, for: &block) }
    }
  }

  /// Whether it is stored as three bytes for each pixel, row by row.
  private var isPlainRGB: Bool {
    tags.number(259, default: 1) == 1 && tags.number(262) == 2 && tags.number(277) == 3
      && tags[258]?.count == 3 && tags.equalNumber(258) == 8 && tags.number(284, default: 1) == 1
      && tags[273] != nil
  }
}
