/// A time of a film, or a stretch of it, as a person names it: in seconds from the beginning of what is shown.
package struct ShownTimes: Sendable, Hashable {
  /// Where it begins and ends; one and the same for a single time.
  private let first: Moment
  private let last: Moment
  /// As it was written.
  private let text: String

  /// How times are written, for messages.
  package static let syntax =
    "'@TIME' or '@TIME-TIME' with the earlier one first, in seconds, as m:ss.mmm or h:mm:ss.mmm, such as @0:01.2-0:03"

  /// One time, or two with a hyphen between them, the earlier one first; nil where it is none.
  package init?(_ text: String) {
    let moments = text.split(separator: "-", omittingEmptySubsequences: false).map { Moment($0) }
    guard (1...2).contains(moments.count), let first = moments[0], let last = moments[moments.count - 1],
      first.seconds <= last.seconds
    else { return nil }
    (self.first, self.last, self.text) = (first, last, text)
  }

  /// From the earliest to the latest time that can be meant: what is hidden is more rather than less.
  var seconds: ClosedRange<Double> { first.earliest...last.latest }

  /// Whether all of it can be meant of a film that is so many seconds long.
  func lies(within duration: Double) -> Bool { first.earliest <= duration && last.earliest <= duration }

  private struct Moment: Sendable, Hashable {
    let seconds: Double
    /// How far what is meant may be from it.
    let doubt: Double

    var earliest: Double { max(seconds - doubt, 0) }
    var latest: Double { seconds + doubt }

    /// A time may have been rounded to its last digit, and so it may stand for one that is off by half of that; but by no more than half of
    /// a tenth of a second, to which people are told times.
    private static let mostDoubt = 0.05
    private static let mostDigits = 9

    init?(_ text: Substring) {
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let whole = parts[0].split(separator: ":", omittingEmptySubsequences: false)
      let fraction = parts.count > 1 ? parts[1] : "0"
      guard (1...3).contains(whole.count), Self.isNumber(fraction), whole.allSatisfy(Self.isNumber),
        whole.dropFirst().allSatisfy({ $0.utf8.count == 2 })
      else { return nil }
      let numbers = whole.compactMap { Int($0) }
      guard numbers.count == whole.count, numbers.dropFirst().allSatisfy({ $0 < 60 }),
        let rest = Double("0.\(fraction)")
      else { return nil }
      seconds = Double(numbers.reduce(0) { 60 * $0 + $1 }) + rest
      let digits = parts.count > 1 ? fraction.utf8.count : 0
      doubt = min((0..<digits).reduce(0.5) { unit, _ in unit / 10 }, Self.mostDoubt)
    }

    private static func isNumber(_ text: Substring) -> Bool {
      (1...mostDigits).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }
}

extension ShownTimes: CustomStringConvertible {
  package var description: String { text }
}
