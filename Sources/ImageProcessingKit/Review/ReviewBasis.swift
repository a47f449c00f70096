/// What a person's decisions about a photo build on: kept with them, and compared with what is known of the photo later.
struct ReviewBasis: Sendable, Hashable {
  /// The hash of the file, of what its picture is made from, of the record, and of what is recorded or found.
  let content: String
  /// The hash of how a photo without an edit is shown where nobody has said it; empty where a record says it.
  let strength: String
  /// Of the photo; nil where nobody knows.
  let shape: UprightShape?

  init(content: String, strength: String, shape: UprightShape?) {
    (self.content, self.strength, self.shape) = (content, strength, shape)
  }

  /// As it is kept.
  init(text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    content = words.first ?? ""
    strength = words.count == 5 ? words[1] : ""
    let numbers = words.dropFirst(2).compactMap(Int.init)
    shape =
      numbers.count == 3 && numbers[0] > 0 && numbers[1] > 0
      ? Orientation(rawValue: numbers[2]).map {
        UprightShape(width: numbers[0], height: numbers[1], orientation: $0)
      } : nil
  }

  var text: String {
    let sides = shape.map { "\($0.width) \($0.height) \($0.orientation.rawValue)" } ?? "0 0 0"
    return "\(content) \(strength) \(sides)"
  }

  /// Whether the same is recorded or found as by another basis, and shown so where nobody has said anything else. Earlier versions did not
  /// tell these apart.
  func isSame(as other: ReviewBasis) -> Bool {
    content == other.content && (strength.isEmpty || other.strength.isEmpty || strength == other.strength)
  }
}
