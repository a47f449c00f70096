/// The tags of one directory of a TIFF file, of which the first counts where one stands twice.
struct ExaminedTags {
  let fields: ExaminedNumbers
  private var byTag: [Int: ExaminedNumbers.Field] = [:]

  init(_ table: ExaminedNumbers.Table, _ fields: ExaminedNumbers) {
    self.fields = fields
    for field in table.fields where byTag[field.tag] == nil { byTag[field.tag] = field }
  }

  /// Entries that were read before.
  init(_ entries: ArraySlice<TIFFStructure.Entry>, _ fields: ExaminedNumbers) {
    self.fields = fields
    for entry in entries where byTag[entry.tag] == nil {
      byTag[entry.tag] = ExaminedNumbers.Field(
        tag: entry.tag, type: entry.type, count: entry.count, value: entry.value, isInline: entry.isInline)
    }
  }

  subscript(tag: Int) -> ExaminedNumbers.Field? { byTag[tag] }

  /// The first number of a tag.
  /// - Parameter given: what counts where the tag is missing.
  /// - Returns: nil also where the tag holds no number.
  func number(_ tag: Int, default given: Int? = nil) -> Int? {
    guard let field = byTag[tag] else { return given }
    return fields.number(0, of: field)
  }

  /// More than a pixel has samples.
  private static let maxNumbers = 1 << 16

  /// The one number that all of a tag's are; nil where they differ.
  func equalNumber(_ tag: Int, default given: Int? = nil) -> Int? {
    guard let field = byTag[tag] else { return given }
    guard field.count <= Self.maxNumbers, let first = fields.number(0, of: field),
      (1..<max(field.count, 1)).allSatisfy({ fields.number($0, of: field) == first })
    else { return nil }
    return first
  }

  /// Whether the directory's picture is said to be a smaller one of another, or its mask.
  var isPartOfAnother: Bool { (number(254) ?? 0) & 0b101 != 0 || number(255) == 2 }
}
