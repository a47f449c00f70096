/// Judges what a Huffman table holds in codes that its picture does not use.
enum UnusedCodes {
  /// Whether they tell nothing: the table is a standard one; or no symbol has two codes, the last code is used, and the
  /// unused ones stand for the smallest symbols that are left, in order.
  /// - Parameters:
  ///   - stored: sixteen counts, then the symbols.
  ///   - isUsed: by symbol.
  static func carryNoInformation(in stored: [UInt8], _ kind: HuffmanTable.Kind, _ isUsed: [Bool]) -> Bool {
    if isStandard(stored, kind) { return true }
    let symbols = stored.dropFirst(16)
    guard Set(symbols).count == symbols.count, let last = symbols.last, isUsed[Int(last)] else {
      return false
    }
    let unused = symbols.filter { !isUsed[Int($0)] }
    let spare = (0...255).filter { StandardCodes.isPlain($0, kind) && !isUsed[Int($0)] }
    let others = (0...255).filter { !StandardCodes.isPlain($0, kind) && !isUsed[Int($0)] }
    return unused.elementsEqual((spare + others).prefix(unused.count))
  }

  static func isStandard(_ stored: [UInt8], _ kind: HuffmanTable.Kind) -> Bool {
    StandardCodes.tables(of: kind).contains { $0.counts + $0.symbols == stored }
  }

  /// Whether a table's codes are the first ones of another: the same bits, for the same symbols where both use them.
  static func are(_ codes: [UInt8], theFirstOf others: [UInt8]) -> Bool {
    func lengths(_ stored: [UInt8]) -> [Int] {
      stored.prefix(16).enumerated().flatMap { [Int](repeating: $0.offset, count: Int($0.element)) }
    }
    return lengths(others).starts(with: lengths(codes))
  }
}
