// What a comparison has found when all rows are passed, of its own rows and of those that another one has passed.
extension PictureComparison {
  /// What was found in some rows, but for what lies outside the areas and is another: that ends a comparison.
  struct Findings: Sendable {
    let anomalies: Set<CodingAnomaly>
    let sawPaddingOne: Bool
    let sawPaddingZero: Bool
    /// By component, for its table of DC and that of AC: by symbol, whether it was passed over, and whether it was decoded.
    let passed: [[Bool]]
    let decoded: [[Bool]]
    /// Where the render's next byte stands.
    let nextByte: Int
  }

  /// Judges the render as a whole, when all rows are passed.
  mutating func finish() throws(ComparisonFinding) {
    try judgeTables()
    judgePadding()
    guard nextByte == renderBytes.count else { throw .bytesBehindPicture }
  }

  private var nextByte: Int { rest?.nextByte ?? renderBits.nextByte }

  /// Where the next byte of the render stands.
  var reachedByte: Int { renderBits.nextByte }

  /// What was found so far.
  var findings: Findings {
    let tables = notesUse ? (0..<2 * render.components.count).map { renderTables[$0] } : []
    return Findings(
      anomalies: anomalies, sawPaddingOne: renderBits.sawPaddingOne,
      sawPaddingZero: renderBits.sawPaddingZero, passed: tables.map(\.notedSymbols),
      decoded: tables.map(\.decodedSymbols), nextByte: renderBits.nextByte)
  }

  /// Takes over what was found from where it stands to the end.
  mutating func add(_ rest: Findings) {
    anomalies.formUnion(rest.anomalies)
    self.rest = rest
  }

  /// Where an anomaly lies in the render.
  func place(of anomaly: CodingAnomaly) -> Range<Int> {
    switch anomaly {
    case .header, .unusedCodes: render.codingStart..<render.entropyStart
    default: render.entropyStart..<max(nextByte, render.entropyStart)
    }
  }

  /// Equal bits are equal coefficients only where codes stand for the same, and codes that are not used for nothing.
  private mutating func judgeTables() throws(ComparisonFinding) {
    if !renderBytes[render.codingStart..<render.entropyStart].elementsEqual(render.segmentsAnew) {
      anomalies.insert(.header)
    }
    guard notesUse else { return }
    for (index, component) in render.components.enumerated() {
      let theirs = original.components[index]
      for (kind, number, original, table) in [
        (HuffmanTable.Kind.dc, component.dcTable, original.tables[theirs.dcTable], renderTables[2 * index]),
        (.ac, component.acTable, original.tables[theirs.acTable], renderTables[2 * index + 1]),
      ] {
        let stored = render.tables[number]
        let place = 2 * index + (kind == .dc ? 0 : 1)
        let isCompared = Self.either(table.notedSymbols, rest?.passed[place])
        let isDecoded = Self.either(table.decodedSymbols, rest?.decoded[place])
        let isUsed = Self.either(isCompared, isDecoded)
        if !UnusedCodes.carryNoInformation(in: stored, kind, isUsed) { anomalies.insert(.unusedCodes) }
        guard sharesCodes else { continue }
        for (mine, theirs) in zip(stored, original).dropFirst(16)
        where mine != theirs && isCompared[Int(mine)] {
          throw .changedOutside
        }
      }
    }
  }

  private static func either(_ one: [Bool], _ other: [Bool]?) -> [Bool] {
    other.map { zip(one, $0).map { $0 || $1 } } ?? one
  }

  private mutating func judgePadding() {
    guard renderBits.sawPaddingZero || rest?.sawPaddingZero ?? false else { return }
    let sawOne = renderBits.sawPaddingOne || rest?.sawPaddingOne ?? false
    anomalies.insert(sawOne ? .padding : .zeroPadding)
  }
}
