/// Passing over the blocks of a picture (ITU-T T.81, F.2.2).
///
/// A window is filled for as many looks as fit into it, and not for each: one DC and two looks at AC symbols, or four looks.
extension EntropyReader {
  /// - Parameters:
  ///   - isCopied: whether the bits stay, so that they must be as every encoder writes them.
  ///   - notes: whether the symbol is noted as used.
  @inline(__always)
  mutating func readDifference(
    _ decoder: HuffmanDecoder, isCopied: Bool, notes: Bool
  ) -> Int32? {
    fill()
    guard let entry = decoder.entry(for: window) else { return nil }
    if isCopied, entry.isIrregular { return nil }
    consume(entry.codeBits)
    let size = entry.symbol
    if notes { decoder.note(size) }
    if size == 0 { return 0 }
    let bits = Int32(truncatingIfNeeded: window &>> UInt64(64 - size))
    consume(size)
    // A value whose first bit is 0 is negative (ITU-T T.81, F.2.2.1).
    return bits < 1 &<< Int32(size - 1) ? bits &- (1 &<< Int32(size)) &+ 1 : bits
  }

  /// What a look at the next bits has come to.
  private enum Look {
    case passed
    case endedBlock
    /// Nothing was passed: the symbol is too long, or might fill the block and reach into the next.
    case none
  }

  /// Passes over the 63 AC coefficients of a block, right behind its DC; parameters as of `readDifference`.
  @inline(__always)
  mutating func skipCoefficients(
    _ decoder: HuffmanDecoder, isCopied: Bool, notes: Bool
  ) -> Bool {
    var index = 1
    // Of 56 bits a DC takes 31 at most.
    var look = look(decoder, &index, notes)
    if look == .passed { look = self.look(decoder, &index, notes) }
    while true {
      if look == .endedBlock { return true }
      fill()
      if look == .none {
        guard index < 64 else { break }
        guard let entry = decoder.entry(for: window) else { return false }
        if notes { decoder.note(entry.symbol) }
        consume(entry.allBits)
        index &+= entry.advance
        if isCopied, entry.isIrregular {
          // Sixteen zeros are written where a value follows them; otherwise they are the end of the block.
          guard entry.isZeroRun, index < 64 else { return false }
          fill()
          guard let next = decoder.entry(for: window), next.advance != HuffmanEntry.endOfBlock else {
            return false
          }
        }
        if index >= 64 { break }
        // A symbol takes 31 bits at most.
        look = self.look(decoder, &index, notes)
        if look == .passed { look = self.look(decoder, &index, notes) }
        continue
      }
      look = self.look(decoder, &index, notes)
      if look == .passed { look = self.look(decoder, &index, notes) }
      if look == .passed { look = self.look(decoder, &index, notes) }
      if look == .passed { look = self.look(decoder, &index, notes) }
    }
    // Either all 64 are there or the end of the block was coded; a run beyond the last one is damage.
    return index == 64 || index > HuffmanEntry.endOfBlock
  }

  /// Passes over several symbols at once.
  @inline(__always)
  private mutating func look(_ decoder: HuffmanDecoder, _ index: inout Int, _ notes: Bool) -> Look {
    let run = decoder.run(for: window)
    guard run.bits > 0, index &+ run.advance < 64 else { return .none }
    if notes { decoder.noteRun(for: window) }
    consume(run.bits)
    if run.endsBlock { return .endedBlock }
    index &+= run.advance
    return .passed
  }
}
