/// Goes through a render and its original side by side: outside the areas every coefficient must be the same, and
/// each block inside is handed to a judge.
///
/// Where both use the same codes, equal coefficients have equal bits, so one decoding and a comparison of bits do for
/// both; right behind an area, where the differences to the last DC are others, both are decoded. Blocks beyond the
/// picture's edge are not compared: a render's must be flat.
///
/// Where the original is of another kind, its coefficients are read already, and all of the render is decoded and compared with them.
///
/// On the way it is noted what the render's code holds besides the picture. Compared with itself, a file is judged by that
/// alone.
struct PictureComparison {
  /// The render's own where the original's coefficients are read already.
  let original: CodedPicture
  /// Nil where the original's bits are compared.
  let read: OriginalCoefficients?
  let render: CodedPicture
  let renderBytes: UnsafeBufferPointer<UInt8>
  let areas: [ObscuredArea]
  let sharesCodes: Bool
  /// Whether the render has a table that is not a standard one, so that it matters what of it is used.
  let notesUse: Bool
  /// By component, the table of its DC and that of its AC.
  let originalTables: UnsafePointer<CodeTable>
  let renderTables: UnsafePointer<CodeTable>
  /// By component, the blocks that carry picture.
  let blocksAcross: [Int]
  let blocksDown: [Int]
  /// Units without a block beyond the edge: so many columns in so many rows.
  let wholeColumns: Int
  let wholeRows: Int
  /// The blocks of one unit in coding order.
  let unit: [UnitBlock]
  let unitBlocks: UnsafePointer<UnitBlock>
  /// By place in coding order, the place in natural order.
  let naturalOrder: UnsafePointer<Int>

  /// A block's component and its place in the unit.
  struct UnitBlock: BitwiseCopyable {
    let component: Int
    let x: Int
    let y: Int
    /// Blocks of the component per unit.
    let across: Int
    let down: Int

    /// Where it lies in a unit's coefficients that are read already.
    /// - Parameter rows: by component and row of blocks.
    @inline(__always)
    func coefficients(
      _ column: Int, _ row: Int, in rows: UnsafePointer<UnsafePointer<UnsafePointer<Int16>>>
    ) -> UnsafePointer<Int16> {
      rows[component][row &* down &+ y] + 64 &* (column &* across &+ x)
    }
  }

  var originalBits: BitWindow
  var renderBits: BitWindow
  /// The last DC of each component.
  let originalDCs: UnsafeMutablePointer<Int>
  let renderDCs: UnsafeMutablePointer<Int>
  let originalBlock: UnsafeMutablePointer<Int16>
  let renderBlock: UnsafeMutablePointer<Int16>
  /// Keeps what the pointers point to.
  let memory = ScanMemory()
  var unitsToRestart: Int
  var restarts = 0
  /// Whether the DCs before the next unit differ, so that equal coefficients have other bits.
  var isOutOfStep = false
  /// What the render's code was found to hold besides the picture.
  var anomalies: Set<CodingAnomaly> = []
  /// What another comparison has found behind this one's last row.
  var rest: Findings?

  /// Nil where the two cannot be compared so: another kind of stream, size, sampling or quantisers.
  /// - Parameter seam: where to begin; nil for the first row.
  init?(
    _ originalBytes: UnsafeBufferPointer<UInt8>, _ renderBytes: UnsafeBufferPointer<UInt8>,
    areas: [ObscuredArea], from seam: RenderSeam? = nil
  ) {
    self.init(originalBytes, renderBytes, nil, areas: areas, from: seam)
  }

  /// Nil where the render is of another kind.
  /// - Parameter read: the coefficients of an original.
  /// - Throws: `ComparisonFinding.changedOutside` where the render has another size, sampling or quantisers.
  init?(
    of read: OriginalCoefficients, _ renderBytes: UnsafeBufferPointer<UInt8>, areas: [ObscuredArea],
    from seam: RenderSeam? = nil
  ) throws(ComparisonFinding) {
    self.init(renderBytes, renderBytes, read, areas: areas, from: seam)
    guard components == read.components, render.width == read.width, render.height == read.height else {
      throw .changedOutside
    }
  }

  private init?(
    _ originalBytes: UnsafeBufferPointer<UInt8>, _ renderBytes: UnsafeBufferPointer<UInt8>,
    _ read: OriginalCoefficients?, areas: [ObscuredArea], from seam: RenderSeam?
  ) {
    guard let original = CodedPicture(originalBytes), let render = CodedPicture(renderBytes),
      original.isComparable(to: render),
      let originalBase = originalBytes.baseAddress, let renderBase = renderBytes.baseAddress
    else { return nil }
    let memory = memory
    func tables(of picture: CodedPicture) -> [CodeTable] {
      var made: [Int: CodeTable] = [:]
      return picture.components.flatMap { [$0.dcTable, $0.acTable] }.compactMap { number in
        made[number] = made[number] ?? CodeTable(picture.tables[number], number < 4 ? .dc : .ac, in: memory)
        return made[number]
      }
    }
    let originalTables = tables(of: original)
    let renderTables = tables(of: render)
    guard originalTables.count == 2 * original.components.count, renderTables.count == originalTables.count
    else {
      return nil
    }
    self.original = original
    self.read = read
    self.render = render
    self.renderBytes = renderBytes
    self.areas = areas
    self.originalTables = memory.keep(originalTables)
    self.renderTables = memory.keep(renderTables)
    sharesCodes = original.lendsCodes(to: render)
    notesUse = render.components.contains {
      !UnusedCodes.isStandard(render.tables[$0.dcTable], .dc)
        || !UnusedCodes.isStandard(render.tables[$0.acTable], .ac)
    }
    unit = original.components.enumerated().flatMap { index, component in
      (0..<component.down).flatMap { y in
        (0..<component.across).map {
          UnitBlock(component: index, x: $0, y: y, across: component.across, down: component.down)
        }
      }
    }
    unitBlocks = memory.keep(unit)
    naturalOrder = memory.keep(ZigZag.natural)
    originalBits = BitWindow(originalBase, count: originalBytes.count, from: original.entropyStart)
    renderBits = BitWindow(renderBase, count: renderBytes.count, from: render.entropyStart)
    originalDCs = memory.keepMutable([Int](repeating: 0, count: original.components.count))
    renderDCs = memory.keepMutable([Int](repeating: 0, count: original.components.count))
    originalBlock = memory.keepMutable([Int16](repeating: 0, count: 64))
    renderBlock = memory.keepMutable([Int16](repeating: 0, count: 64))
    unitsToRestart = original.restartInterval > 0 ? original.restartInterval : .max
    blocksAcross = original.components.map { original.blocks(original.width, $0.across, \.across) }
    blocksDown = original.components.map { original.blocks(original.height, $0.down, \.down) }
    wholeColumns = zip(blocksAcross, original.components).map { $0 / $1.across }.min() ?? 0
    wholeRows = zip(blocksDown, original.components).map { $0 / $1.down }.min() ?? 0
    if let seam {
      guard holds(seam) else { return nil }
      begin(at: seam)
    }
  }

  /// Whether a place may be one of these files.
  func holds(_ seam: RenderSeam) -> Bool {
    (1..<original.rows).contains(seam.row) && seam.dcs.count == original.components.count
      && Self.holds(seam.render, render, renderBits)
      && (read != nil || seam.original.map { Self.holds($0, original, originalBits) } ?? false)
  }

  private static func holds(_ place: RenderSeam.Place, _ picture: CodedPicture, _ bits: BitWindow) -> Bool {
    (picture.entropyStart..<bits.end).contains(place.byte) && (0..<8).contains(place.bit)
  }

  private mutating func begin(at seam: RenderSeam) {
    if read == nil, let place = seam.original { originalBits.go(toByte: place.byte, bit: place.bit) }
    renderBits.go(toByte: seam.render.byte, bit: seam.render.bit)
    for (index, dc) in seam.dcs.enumerated() {
      originalDCs[index] = dc
      renderDCs[index] = dc
    }
    guard original.restartInterval > 0 else { return }
    // A restart is passed with the unit behind it.
    let units = seam.row * original.columns
    restarts = (units - 1) / original.restartInterval
    unitsToRestart = (restarts + 1) * original.restartInterval - units
  }

  /// Whether it stands just as one does that begins there.
  func stands(at seam: RenderSeam) -> Bool {
    guard renderBits.position == (seam.render.byte, seam.render.bit),
      seam.dcs.indices.allSatisfy({ renderDCs[$0] == seam.dcs[$0] })
    else { return false }
    guard read == nil else { return true }
    return seam.original.map { originalBits.position == ($0.byte, $0.bit) } ?? false
      && seam.dcs.indices.allSatisfy { originalDCs[$0] == seam.dcs[$0] }
  }

  /// The components that blocks belong to.
  var components: [ComparedComponent] {
    original.components.enumerated().map { index, component in
      var quantizers = [UInt16](repeating: 1, count: 64)
      for (place, value) in original.quantizers[component.quantizer].enumerated() {
        quantizers[ZigZag.natural[place]] = value
      }
      return ComparedComponent(
        across: component.across, down: component.down,
        widthInBlocks: blocksAcross[index], heightInBlocks: blocksDown[index], quantizers: quantizers)
    }
  }

  /// - Parameter judge: gets every block that carries picture of every area and beside one, in coding order.
  /// - Throws: the first finding outside the areas; what the judge finds it keeps.
  mutating func run(_ judge: (ComparedBlock) -> Void) throws(ComparisonFinding) {
    try pass(rows: 0..<rowCount, judge)
    try passEnd()
    try finish()
  }

  var rowCount: Int { original.rows }

  /// Goes through some rows, the first of which is where it stands.
  mutating func pass(
    rows: Range<Int>, _ judge: (ComparedBlock) -> Void
  ) throws(ComparisonFinding) {
    defer { withExtendedLifetime(memory) {} }
    for row in rows {
      for stretch in areas.stretches(ofRow: row, columns: original.columns, withBeside: true) {
        switch stretch.kind {
        case .inside(let area):
          for column in stretch.columns { try compareInside(area, column, row, judge) }
        case .beside(let areas):
          for column in stretch.columns { try compareBeside(areas, column, row, judge) }
        case .apart: try compareOutside(stretch.columns, row)
        }
      }
    }
  }

  /// Goes behind the end of both pictures.
  mutating func passEnd() throws(ComparisonFinding) {
    guard read != nil || originalBits.pass(marker: 0xD9) else { throw .unreadableOriginal }
    guard renderBits.pass(marker: 0xD9) else { throw .damaged }
  }

}
