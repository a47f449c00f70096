/// A version `X.Y.Z`; parts that are missing count as 0, and parts are compared as numbers (1.10 > 1.4).
package struct SemanticVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let major: Int
  package let minor: Int
  package let patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Nil for anything but one to three whole numbers of at most six digits, separated by dots.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers = [0, 0, 0]
    for (index, part) in parts.enumerated() {
      guard (1...6).contains(part.count), part.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = Int(part)
      else { return nil }
      numbers[index] = number
    }
    self.init(numbers[0], numbers[1], numbers[2])
  }

  /// Whether software that writes this version can take up what `other` wrote: the same major and no newer
  /// minor; while the major is 0, the same minor.
  package func canRead(_ other: SemanticVersion) -> Bool {
    guard major == other.major else { return false }
    return major == 0 ? minor == other.minor : other.minor <= minor
  }

  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (a: SemanticVersion, b: SemanticVersion) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }
}
