extension RandomAccessCollection where Index == Int {
  /// The place of the first element whose key is not below a value; the end where there is none. In as many steps as the count has bits.
  /// - Parameter key: ascends from element to element.
  func firstIndex<Key: Comparable>(notBelow value: Key, by key: (Element) -> Key) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
