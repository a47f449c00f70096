/// Blocks of coefficients, decoded or passed over (ITU-T T.81, F.2.2).
extension BitWindow {
  /// Decodes a block.
  /// - Parameters:
  ///   - lastDC: that of the component's block before it; becomes this one's.
  ///   - isAnomalous: is set where a symbol stands where no encoder writes it.
  ///   - block: is given its 64 coefficients, in natural order.
  /// - Returns: whether it could be.
  mutating func decodeBlock(
    _ dcTable: CodeTable, _ acTable: CodeTable, _ lastDC: inout Int,
    _ isAnomalous: inout Bool, into block: UnsafeMutablePointer<Int16>, _ naturalOrder: UnsafePointer<Int>
  ) -> Bool {
    block.initialize(repeating: 0, count: 64)
    refill()
    let entry = dcTable.entry(bits)
    guard entry != 0 else { return false }
    dcTable.noteDecoded(entry)
    isAnomalous = isAnomalous || entry & CodeTable.irregular != 0
    lastDC += takeValue(entry)
    guard let dc = Int16(exactly: lastDC) else { return false }
    block[0] = dc
    var index = 1
    var followsZeroRun = false
    while index < 64 {
      refill()
      let entry = acTable.entry(bits)
      let run = Int(entry >> 20 & 15)
      if entry >> 16 & 15 != 0, entry & CodeTable.irregular == 0 {
        // What comes next waits for nothing but the length of both.
        let value = bits &<< UInt64(entry & 255)
        let size = UInt64(entry >> 16 & 15)
        drop(Int(entry >> 8 & 255))
        acTable.noteDecoded(entry)
        followsZeroRun = false
        index &+= run
        guard index < 64 else { return false }
        // A first bit of 0 means that it is negative.
        let raw = Int(truncatingIfNeeded: value &>> (64 &- size))
        let lowest = (Int(truncatingIfNeeded: value &>> 63) &- 1) & ((1 &<< Int(size)) &- 1)
        block[naturalOrder[index]] = Int16(truncatingIfNeeded: raw &- lowest)
        index &+= 1
        continue
      }
      guard entry != 0 else { return false }
      acTable.noteDecoded(entry)
      let isZero = entry >> 16 & 15 == 0
      isAnomalous = isAnomalous || Self.isUnexpected(entry) || followsZeroRun && !CodeTable.follows(entry)
      followsZeroRun = CodeTable.isZeroRun(entry)
      if isZero && run < 15 {
        drop(Int(entry & 255))
        break
      }
      index += run
      guard index < 64 else { return false }
      block[naturalOrder[index]] = Int16(truncatingIfNeeded: takeValue(entry))
      index += 1
    }
    isAnomalous = isAnomalous || followsZeroRun && index == 64
    return !isExhausted
  }

  /// Passes over a block of which nothing but the DC is needed.
  mutating func passBlock(
    _ dcTable: CodeTable, _ acTable: CodeTable, _ lastDC: inout Int
  ) -> Bool {
    refill()
    let entry = dcTable.entry(bits)
    guard entry != 0 else { return false }
    lastDC += takeValue(entry)
    guard Int16(exactly: lastDC) != nil else { return false }
    var passed = 0
    var irregular: UInt32 = 0
    return passCoefficients(acTable, &passed, &irregular, notes: false) && !isExhausted
  }

  /// Whether no encoder writes a symbol anywhere.
  @inline(__always)
  private static func isUnexpected(_ entry: UInt32) -> Bool {
    entry & CodeTable.irregular != 0 && !CodeTable.isZeroRun(entry)
  }

  /// Takes a code and the value behind it (ITU-T T.81, F.2.2.1): a first bit of 0 means that it is negative.
  @inline(__always)
  mutating func takeValue(_ entry: UInt32) -> Int {
    let size = Int(entry >> 16 & 15)
    drop(Int(entry & 255))
    guard size > 0 else { return 0 }
    let raw = Int(truncatingIfNeeded: bits &>> UInt64(64 - size))
    drop(size)
    return raw >> (size - 1) == 0 ? raw - (1 << size) + 1 : raw
  }

  /// Passes over the 63 AC coefficients of a block, right behind its DC.
  /// - Parameters:
  ///   - passed: is added to by how many bits they were.
  ///   - irregular: is given the mark of irregular entries where a symbol stands where no encoder writes it.
  ///   - notes: whether it is noted what is used of the table.
  /// - Returns: false where they are no codes, or more than fit into a block.
  @inline(__always)
  mutating func passCoefficients(
    _ table: CodeTable, _ passed: inout Int, _ irregular: inout UInt32, notes: Bool
  ) -> Bool {
    // Of 56 bits a DC takes 31 at most; behind a refill, there are four looks.
    var index = 1
    var look = look(table, &index, &passed, notes)
    if look == .passed { look = self.look(table, &index, &passed, notes) }
    while look != .endedBlock {
      refill()
      if look == .passed {
        look = self.look(table, &index, &passed, notes)
        if look == .passed { look = self.look(table, &index, &passed, notes) }
        if look == .passed { look = self.look(table, &index, &passed, notes) }
        if look == .passed { look = self.look(table, &index, &passed, notes) }
        continue
      }
      let entry = table.entry(bits)
      guard entry != 0 else { return false }
      let length = Int(entry >> 8 & 255)
      drop(length)
      passed &+= length
      if notes { table.note(entry) }
      let zeros = Int(entry >> 20 & 15)
      if entry & CodeTable.irregular != 0 {
        // Behind sixteen zeros a value must follow in the same block.
        refill()
        let isRight = CodeTable.isZeroRun(entry) && index < 48 && CodeTable.follows(table.entry(bits))
        irregular |= isRight ? 0 : entry
      }
      if entry >> 16 & 15 == 0 && zeros < 15 { break }
      index &+= zeros &+ 1
      if index >= 64 { break }
      look = self.look(table, &index, &passed, notes)
    }
    return index <= 64
  }

  /// What a look at the next bits has come to.
  private enum Look {
    case passed
    case endedBlock
    /// Nothing was passed: the symbol is too long, or might reach beyond the block.
    case none
  }

  /// Passes over several AC symbols at once.
  @inline(__always)
  private mutating func look(
    _ table: CodeTable, _ index: inout Int, _ passed: inout Int, _ notes: Bool
  ) -> Look {
    let run = table.run(bits)
    let advance = Int(run >> 8 & 255)
    guard run != 0, index &+ advance < 64 else { return .none }
    let length = Int(run & 255)
    if notes { table.noteRun(bits) }
    drop(length)
    passed &+= length
    if run >> 16 != 0 { return .endedBlock }
    index &+= advance
    return .passed
  }
}
