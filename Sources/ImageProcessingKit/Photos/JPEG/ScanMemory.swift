/// Owns what the hot loop of a scan reaches through bare pointers, for as long as it runs.
final class ScanMemory {
  private var memory: [UnsafeMutableRawPointer] = []

  /// A copy of some elements that does not move.
  func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    UnsafePointer(keepMutable(elements))
  }

  /// The same, to be written to.
  func keepMutable<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    copy.update(from: elements, count: elements.count)
    memory.append(copy)
    return copy
  }

  deinit {
    for block in memory { block.deallocate() }
  }
}
