/// What a render tells about its photo, field by field.
///
/// Whatever the policy, a render carries what decoding needs: orientation, colour space, and the segments that
/// decide how components become colours.
public struct MetadataPolicy: Sendable, Hashable {
  public private(set) var fields: Set<MetadataField>
  /// Whether latitude and longitude are rounded to two decimals, about a kilometre, and the altitude is left out.
  package private(set) var hasCoarseLocation = false

  /// What decoding needs, and nothing that tells when, where or with what the photo was taken.
  public static let none = MetadataPolicy(base: .none)
  /// Colour profile, capture date and pixel density.
  public static let minimal = MetadataPolicy(base: .minimal)
  /// That, camera, lens, exposure, copyright and artist.
  public static let standard = MetadataPolicy(base: .standard)
  /// Every field there is: what a file may hold at most.
  static let everything = MetadataPolicy(fields: Set(MetadataField.allCases))
  /// What renders carried before there was a choice.
  static let beforePolicies = MetadataPolicy(fields: [.colorProfile, .pixelDensity])

  private enum Base: String, CaseIterable {
    case none
    case minimal
    case standard

    var groups: [String] {
      switch self {
      case .none: ["profile"]
      case .minimal: ["profile", "density", "date"]
      case .standard: Self.minimal.groups + ["camera", "lens", "exposure", "copyright", "artist"]
      }
    }

    var fields: Set<MetadataField> { Set(groups.flatMap { MetadataField.fields(named: $0) ?? [] }) }
  }

  private init(base: Base) {
    fields = base.fields
  }

  private init(fields: Set<MetadataField>) {
    self.fields = fields
  }

  /// How a policy is written, for messages.
  package static let syntax =
    "none, minimal or standard, then +NAME or -NAME (such as standard+gps=coarse-artist), a name being a group's ("
    + MetadataField.groups.map(\.key).joined(separator: ", ") + "), gps, gps=coarse, or a field's EXIF name"

  /// A policy as people write it: `minimal`, `standard+gps-artist`, `+gps=coarse,-date`. Without a base it changes
  /// `minimal`; commas and spaces may stand between the parts.
  /// - Returns: nil where a name is unknown.
  public init?(_ text: String) {
    var base = Base.minimal
    var parts: [(sign: Character, name: String)] = []
    for character in text where character != "," && character != " " {
      if character == "+" || character == "-" {
        parts.append((character, ""))
      } else if parts.isEmpty {
        parts.append(("=", String(character)))
      } else {
        parts[parts.count - 1].name.append(character)
      }
    }
    guard let first = parts.first else { return nil }
    if first.sign == "=" {
      guard let named = Base(rawValue: first.name.lowercased()) else { return nil }
      base = named
      parts.removeFirst()
    }
    self.init(base: base)
    for part in parts {
      let isCoarse = part.sign == "+" && part.name.lowercased() == "gps=coarse"
      guard let named = MetadataField.fields(named: isCoarse ? "gps" : part.name) else { return nil }
      if part.sign == "+" { fields.formUnion(named) } else { fields.subtract(named) }
      if named.contains(.gps) { hasCoarseLocation = isCoarse }
    }
  }

  public func keeps(_ field: MetadataField) -> Bool { fields.contains(field) }

  /// Whether it lets a render tell something that another policy does not.
  package func tellsMore(than other: MetadataPolicy) -> Bool {
    !fields.isSubset(of: other.fields)
      || keeps(.gps) && other.hasCoarseLocation && !hasCoarseLocation
  }

  /// What both policies let a render tell.
  package func limited(to other: MetadataPolicy) -> MetadataPolicy {
    var limited = self
    limited.fields.formIntersection(other.fields)
    limited.hasCoarseLocation = limited.keeps(.gps) && (hasCoarseLocation || other.hasCoarseLocation)
    return limited
  }

  /// Whether a render may not tell when its photo was taken, by its file times either.
  package var hidesTime: Bool { !keeps(.dateTimeOriginal) && !keeps(.dateTimeDigitized) }

  /// The policy as `init` reads it: the nearest base and what differs from it.
  public var text: String {
    let spellings = Base.allCases.map { base -> String in
      let added = fields.subtracting(base.fields).map { field in
        "+" + (field == .gps && hasCoarseLocation ? "GPS=coarse" : field.rawValue)
      }
      return base.rawValue
        + (added.sorted() + base.fields.subtracting(fields).map { "-" + $0.rawValue }.sorted())
        .joined()
    }
    return spellings.min { $0.count < $1.count } ?? ""
  }
}

/// One string, as people write it.
extension MetadataPolicy: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let policy = MetadataPolicy(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a metadata policy")
    }
    self = policy
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
