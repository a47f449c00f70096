/// Something of a plan that is hidden in a place, and is found again in another version of its picture.
protocol HiddenPlace: Hashable {
  /// What is hidden and where, whatever it is called, however surely it was seen and how well it is hidden: equal where one is as good as two.
  var unnamed: Self { get }
  /// The same where it lies in another version of the picture.
  func moved(by way: UprightShape.Way) -> Self
  /// Hides at least as much as another one in the same place.
  mutating func takeUp(_ other: Self)
}

extension Array where Element: HiddenPlace {
  /// Each where it may lie in another version of the picture.
  ///
  /// Nobody can tell what was drawn and what came about by an earlier turn, so all is turned; but what comes to lie in one place, of which there
  /// are eight at most, is held once. So it does not become more each time that two pictures take each other's place.
  /// - Parameter ways: in which that version may have been made, one at least.
  /// - Returns: each with its name, and those that are new, which still have the name of what they are made of.
  func moved(by ways: [UprightShape.Way]) -> (own: [Element], new: ArraySlice<Element>) {
    guard ways.count > 1 else { return (map { element in element.moved(by: ways[0]) }, []) }
    let exact = ways.map { way in { (rect: NormalizedRect) in way(rect.onGrid) } }
    let own = map { $0.moved(by: exact[0]) }.eachOnce
    let all = (own + flatMap { element in exact.dropFirst().map { element.moved(by: $0) } }).eachOnce
    return (Array(all.prefix(own.count)), all.dropFirst(own.count))
  }

  /// Without what is in the place of an earlier one, which hides as much then.
  private var eachOnce: [Element] {
    var indices: [Element: Int] = [:]
    return reduce(into: []) { held, element in
      if let index = indices[element.unnamed] { return held[index].takeUp(element) }
      indices[element.unnamed] = held.count
      held.append(element)
    }
  }
}

extension NormalizedRect {
  /// In each direction, to the width or height of the picture: so fine that no pixel is won, and so coarse that turning does not round.
  private static let gridSteps = 0x1p44

  /// The rectangle with its sides moved outward to a grid, where it lies the same after it was turned and turned back.
  fileprivate var onGrid: NormalizedRect {
    func step(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
      (value * Self.gridSteps).rounded(rule) / Self.gridSteps
    }
    let (left, top) = (step(x, .down), step(y, .down))
    let rect = NormalizedRect(
      x: left, y: top, width: step(maxX, .up) - left, height: step(maxY, .up) - top)
    // One as large as any may be cannot become larger.
    return rect.isSound ? rect : self
  }
}
