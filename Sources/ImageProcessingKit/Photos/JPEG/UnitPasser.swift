/// Passes over units (MCUs) of a stream without restarts, from wherever it begins, and marks where every few of them begin.
struct UnitPasser {
  /// Units between two marks.
  static let step = 8

  /// What is known of a place between two units.
  struct Mark: Sendable {
    let position: BitPosition.Packed
    /// Units so far that hold what an encoder writes in certain places only, or nowhere.
    var irregular: Int32
    /// The last DC of each component.
    var dcs: SIMD4<Int32>
  }

  private struct Block: BitwiseCopyable {
    let component: Int
    let dc: HuffmanDecoder
    let ac: HuffmanDecoder
  }

  private let memory = ScanMemory()
  private let base: UnsafePointer<UInt8>
  private let end: Int
  private let blocks: UnsafePointer<Block>
  private let blockCount: Int
  private var reader: EntropyReader
  /// The last DC of each component, of which there are four at most.
  private let dcs: UnsafeMutablePointer<Int32>

  /// One for every `step` units from the first one on.
  private(set) var marks: [Mark] = []
  /// Units so far.
  private(set) var count = 0
  private var irregular: Int32 = 0
  /// Behind the byte at which units could not be read on.
  private var unreadable = 0

  /// - Parameters:
  ///   - bytes: the file, valid while the value is used.
  ///   - start: a byte of the picture's data that is not stuffing.
  init?(_ stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    guard let base = bytes.baseAddress, stream.components.count <= 4 else { return nil }
    let memory = memory
    let dcDecoders = stream.dcTables.map { $0.map { HuffmanDecoder($0, .dc, in: memory) } }
    let acDecoders = stream.acTables.map { $0.map { HuffmanDecoder($0, .ac, in: memory) } }
    var blocks: [Block] = []
    for (index, component) in stream.components.enumerated() {
      guard let dc = dcDecoders[component.dcTable], let ac = acDecoders[component.acTable] else { return nil }
      let one = Block(component: index, dc: dc, ac: ac)
      blocks += [Block](repeating: one, count: component.blocksX * component.blocksY)
    }
    self.base = base
    end = bytes.count
    self.blocks = memory.keep(blocks)
    blockCount = blocks.count
    reader = EntropyReader(base, from: start, to: end)
    dcs = memory.keepMutable([Int32](repeating: 0, count: 4))
  }

  /// Where the next unit begins.
  var place: Mark {
    Mark(
      position: reader.position.packed, irregular: irregular, dcs: SIMD4(dcs[0], dcs[1], dcs[2], dcs[3]))
  }

  /// Forgets what was passed, and counts from here on.
  mutating func beginHere() {
    marks = []
    count = 0
    irregular = 0
    dcs.update(repeating: 0, count: 4)
  }

  /// Passes over the next units, as long as they can be read.
  /// - Parameters:
  ///   - limit: units in all, at most.
  ///   - byte: to be passed by no more than a few units.
  mutating func pass(upTo limit: Int, toByte byte: Int = .max) {
    while count < limit, reader.nextByte < byte {
      guard passUnits(min(Self.step - count % Self.step, limit - count)) else { return }
    }
  }

  /// Passes over the next units until one begins at a place.
  /// - Returns: false where none does.
  mutating func pass(upTo limit: Int, until position: BitPosition.Packed) -> Bool {
    while count < limit {
      if reader.nextByte >= position.byte {
        let reached = reader.position.packed
        if reached >= position { return reached == position }
      }
      guard passUnits(1) else { return false }
    }
    return false
  }

  /// Passes over what may be anything, until it is likely that units are read as they were written.
  ///
  /// Whoever begins in the midst of codes takes some of them for others, and after a while, by chance, reads what is there, because a
  /// code that ends where a right one does is followed by right ones (Klein and Wiseman, 2003).
  mutating func findUnits(toByte byte: Int) {
    while reader.nextByte < byte {
      let start = reader.nextByte
      if !passUnits(1) {
        var next = max(unreadable, start + 1)
        // A zero behind FF is stuffing.
        if next < end, base[next] == 0, base[next - 1] == 0xFF { next += 1 }
        guard next < byte else { return }
        reader = EntropyReader(base, from: next, to: end)
      }
    }
  }

  /// - Returns: false where they cannot be read; they are not passed then.
  private mutating func passUnits(_ number: Int) -> Bool {
    let start = reader
    let before = place
    if read(number, isCopied: true) {
      note(before, number)
      return true
    }
    reader = start
    for index in 0..<4 { dcs[index] = before.dcs[index] }
    guard read(number, isCopied: false) else {
      unreadable = reader.nextByte
      reader = start
      for index in 0..<4 { dcs[index] = before.dcs[index] }
      return false
    }
    note(before, number)
    irregular += 1
    return true
  }

  private mutating func note(_ before: Mark, _ number: Int) {
    if count % Self.step == 0 { marks.append(before) }
    count += number
  }

  /// The hot loop; what it uses is kept in locals, so that it stays in registers.
  private mutating func read(_ number: Int, isCopied: Bool) -> Bool {
    isCopied ? readUnits(number, isCopied: true) : readUnits(number, isCopied: false)
  }

  @inline(__always)
  private mutating func readUnits(_ number: Int, isCopied: Bool) -> Bool {
    var reader = self.reader
    defer { self.reader = reader }
    let blocks = blocks
    let dcs = dcs
    for _ in 0..<number {
      for index in 0..<blockCount {
        guard let difference = reader.readDifference(blocks[index].dc, isCopied: isCopied, notes: false),
          reader.skipCoefficients(blocks[index].ac, isCopied: isCopied, notes: false)
        else { return false }
        dcs[blocks[index].component] &+= difference
      }
      if reader.hasOverrun { return false }
    }
    return true
  }
}
