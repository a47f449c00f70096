/// Wrong use of the command: one line that says what to type instead.
struct UsageError: Error, Hashable {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  /// The name that was most likely meant, if one is near.
  static func nearest(to word: String, among names: [String]) -> String? {
    let ranked = names.map { (name: $0, distance: editDistance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, best.name.count / 3) ? best.name : nil
  }

  /// Levenshtein's distance: insertions, deletions and replacements that make one word the other.
  private static func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a.prefix(64))
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let replaced = diagonal + (left == right ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
