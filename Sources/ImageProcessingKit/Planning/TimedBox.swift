/// A box that a person draws into a film, for some of its time or for all of it.
package struct TimedBox: Sendable, Hashable {
  package let box: RegionBox
  /// Nil for the whole film.
  package let times: ShownTimes?

  /// How it is written, for messages.
  package static let syntax = "\(RegionBox.syntax); of a film also its times behind it, \(ShownTimes.syntax)"

  package init(box: RegionBox, times: ShownTimes? = nil) {
    (self.box, self.times) = (box, times)
  }

  /// A box as people write it, and its times behind an at sign; nil where it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let box = RegionBox(String(parts[0])) else { return nil }
    guard parts.count > 1 else {
      self.init(box: box)
      return
    }
    guard let times = ShownTimes(String(parts[1])) else { return nil }
    self.init(box: box, times: times)
  }
}
