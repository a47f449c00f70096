/// What is looked for in a picture so as to be hidden: a face, some day a licence plate.
///
/// A detector says it of what it finds, in a word of its own; plans, records, journals and JSON carry it. It tells different things in
/// one place apart, and nothing else: whatever kind a region is of, it is hidden and proven alike.
public struct SubjectKind: RawRepresentable, Sendable, Hashable {
  /// The longest word in letters. Words come from records, which anybody may have written, and go to terminals and pages.
  package static let maxLength = 32

  public static let face = SubjectKind("face")
  /// What is meant where nothing is said: in every record of faces, and by a person who draws a box.
  public static let `default` = face
  /// What a file says in a word that is none. The region is hidden like any other.
  public static let unknown = SubjectKind("unknown")

  /// Lower-case letters and hyphens of ASCII, beginning with a letter: `license-plate`.
  public let rawValue: String

  /// Nil for anything but such a word.
  public init?(rawValue: String) {
    let bytes = rawValue.utf8
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard bytes.count <= Self.maxLength, bytes.first.map(letters.contains) == true,
      bytes.allSatisfy({ letters.contains($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.rawValue = rawValue
  }

  /// A detector's own kind. A word that is none ends the program: it stands in its source.
  public init(_ word: StaticString) {
    let text = "\(word)"
    precondition(Self(rawValue: text) != nil, "\(text) is no word for a kind")
    rawValue = text
  }
}

extension SubjectKind: Codable {
  /// Reads any value, so that no region is lost by what it is called.
  public init(from decoder: any Decoder) throws {
    let word = try? decoder.singleValueContainer().decode(String.self)
    self = word.flatMap(Self.init(rawValue:)) ?? .unknown
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension SubjectKind: CustomStringConvertible {
  public var description: String { rawValue }
}
