/// Which symbols of each Huffman table a picture uses.
struct SymbolUse: Sendable {
  /// By table number, then by symbol.
  private var dc = [[Bool]](repeating: [Bool](repeating: false, count: 256), count: 4)
  private var ac = [[Bool]](repeating: [Bool](repeating: false, count: 256), count: 4)

  subscript(_ kind: HuffmanTable.Kind, _ table: Int) -> [Bool] {
    get { kind == .dc ? dc[table] : ac[table] }
    set { if kind == .dc { dc[table] = newValue } else { ac[table] = newValue } }
  }

  mutating func note(_ symbol: UInt8, _ kind: HuffmanTable.Kind, _ table: Int) {
    if kind == .dc { dc[table][Int(symbol)] = true } else { ac[table][Int(symbol)] = true }
  }

  /// - Parameter isUsed: by symbol.
  mutating func note(_ isUsed: [Bool], _ kind: HuffmanTable.Kind, _ table: Int) {
    for (symbol, isUsed) in isUsed.enumerated() where isUsed { note(UInt8(symbol), kind, table) }
  }
}
