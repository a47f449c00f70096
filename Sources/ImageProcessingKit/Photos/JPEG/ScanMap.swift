/// What one skip-scan over entropy-coded data finds out: which bits stay, and the blocks that do not.
struct ScanMap {
  /// One stretch of the output, in order.
  enum Step {
    /// Bits that stay as they are.
    case copy(BitPosition, BitPosition)
    /// The last DC of a component before an area or an unseen block, which the first difference in it refers to.
    case predict(component: Int, value: Int32)
    /// MCUs of an area, `columns` in row `row`, written anew.
    case obscure(area: Int, row: Int, columns: Range<Int>)
    /// The DC of a component's first block behind an area or an unseen block: its value stays, its difference does not.
    case dc(component: Int, value: Int16)
    /// A block beyond the picture's edge.
    case unseen(component: Int)
    /// A row of units begins, with these DCs in the stream and in what is written: where two threads may meet that check it.
    case seam(RenderSeam)
    /// The interval ends; its number among the restarts.
    case restart(Int)
  }

  var steps: [Step]
  /// By area, then by component: the blocks as they were.
  var grids: [[BlockGrid]]
  /// What the copied bits use of tables that are not standard ones.
  var used = SymbolUse()

  /// Whether the last step is a restart, with nothing behind it.
  var endsWithRestart: Bool {
    if case .restart = steps.last { true } else { false }
  }
}
