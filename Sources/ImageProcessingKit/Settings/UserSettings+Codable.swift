internal import FoundationEssentials

/// The content of the file, as settings-file.schema.json says. What is out of bounds, and a field that there is not, is a
/// `DecodingError` that names the field: one that is misspelt must not be taken for one that is not there.
extension UserSettings: Codable {
  /// For the one field that may stand beside the settings.
  private static let besideKey = CodingUserInfoKey(rawValue: "beside")

  package init(from decoder: any Decoder) throws {
    let all = try decoder.container(keyedBy: AnyKey.self)
    let beside = Self.besideKey.flatMap { decoder.userInfo[$0] as? String }
    for key in all.allKeys where Name(stringValue: key.stringValue) == nil && key.stringValue != beside {
      throw all.flaw(
        key, "there is no such setting, only \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let container = try decoder.container(keyedBy: Name.self)
    strength.style = try container.decodeChoice(of: ObscuringStyle.offered, forKey: .style)
    strength.shape = try container.decodeChoice(of: ObscuringShape.allCases, forKey: .shape)
    // A decoder does not say which field it is that has a fraction.
    if let cells = try? container.decode(Double.self, forKey: .cells), cells != cells.rounded() {
      throw container.flaw(.cells, "it is no whole number")
    }
    strength.cells = try container.decodeIntegerIfPresent(
      forKey: .cells,
      in: ObscuringStrength.allowedCells(of: strength.style ?? ObscuringStrength.default.style))
    strength.margin = try container.decodeNumberIfPresent(
      forKey: .margin, in: ObscuringStrength.allowedMargins)
    if let text = try container.decodeTextIfPresent(forKey: .metadata, atMost: Self.maxFileBytes) {
      guard let policy = MetadataPolicy(text) else {
        throw container.flaw(.metadata, "a policy is \(MetadataPolicy.syntax)")
      }
      metadata = policy
    }
    effort = try container.decodeChoice(of: DetectionEffort.allCases, forKey: .effort)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encodeIfPresent(strength.style?.rawValue, forKey: .style)
    try container.encodeIfPresent(strength.shape?.rawValue, forKey: .shape)
    try container.encodeIfPresent(strength.cells, forKey: .cells)
    try container.encodeIfPresent(strength.margin, forKey: .margin)
    try container.encodeIfPresent(metadata, forKey: .metadata)
    try container.encodeIfPresent(effort?.rawValue, forKey: .effort)
  }

  /// Far more than all settings take.
  static let maxFileBytes = 1 << 14

  /// Reads what `content` gave, or a person has written.
  /// - Parameters:
  ///   - content: an object of JSON.
  ///   - field: one more that may be there and is no setting; nil for none.
  /// - Throws: `FaceBlurError` of kind `unusableSettings` where it is no such object, says something twice or may do so, has a field that
  ///   there is not or a value out of bounds.
  package init(content: [UInt8], beside field: String? = nil) throws(FaceBlurError) {
    do {
      let data = Data(content)
      let decoder = JSONDecoder()
      if let key = Self.besideKey, let field { decoder.userInfo[key] = field }
      self = try decoder.decode(Self.self, from: data)
      // A reader takes one of two with the same name, and does not say which.
      guard JSONNames.areDistinct(in: content) else {
        throw FaceBlurError.unusableSettings("it says something twice, or not in plain UTF-8")
      }
    } catch {
      throw error as? FaceBlurError ?? .unusableSettings(Self.reason(of: error))
    }
  }

  /// For the file.
  /// - Throws: `FaceBlurError` of kind `strengthOutOfRange` where it could not be read back.
  package func content() throws(FaceBlurError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { throw .internalError("settings cannot be written") }
    let content = [UInt8](data) + [UInt8(ascii: "\n")]
    do throws(FaceBlurError) {
      _ = try UserSettings(content: content)
    } catch {
      throw FaceBlurError(.strengthOutOfRange, error.reason)
    }
    return content
  }

  private static func reason(of error: any Error) -> String {
    DecodingFlaw(error).map { "its field '\($0.field)' is wrong: \($0.reason)" }
      ?? "it is no JSON object of settings"
  }
}

extension KeyedDecodingContainer<UserSettings.Name> {
  /// One of some names; nil where there is none.
  fileprivate func decodeChoice<Choice: RawRepresentable<String>>(
    of choices: [Choice], forKey key: Key
  ) throws -> Choice? {
    guard let text = try decodeTextIfPresent(forKey: key) else { return nil }
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw flaw(key, "it is not \(choices.map(\.rawValue).joined(separator: " or "))")
    }
    return choice
  }
}

extension FaceBlurError {
  /// - Parameter reason: what is wrong with the file of settings.
  static func unusableSettings(_ reason: String) -> FaceBlurError {
    FaceBlurError(.unusableSettings, reason, advice: "correct it, or \(.resetSettings)")
  }
}
