/// As `verify --json` tells it of a file.
extension MetadataBlock: Codable {
  private enum CodingKeys: CodingKey {
    case kind, name, offset, size, allowed, reason, mayShowFace, contents
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let offset = try container.decodeCount(forKey: .offset)
    let (end, isTooFar) = offset.addingReportingOverflow(try container.decodeCount(forKey: .size))
    guard !isTooFar else { throw container.flaw(.size, "no file is so large") }
    self.init(
      Kind(try container.decodeText(forKey: .kind), try container.decodeText(forKey: .name)), offset..<end,
      objection: try container.decodeTextIfPresent(forKey: .reason))
    guard try container.decode(Bool.self, forKey: .allowed) == isAllowed else {
      throw container.flaw(.allowed, "what is not allowed has a reason, and nothing else has")
    }
    mayShowFace = try container.decode(FaceEvidence.self, forKey: .mayShowFace)
    contents = try container.decodeTexts(forKey: .contents)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind.rawValue, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(range.lowerBound, forKey: .offset)
    try container.encode(range.count, forKey: .size)
    try container.encode(isAllowed, forKey: .allowed)
    try container.encodeIfPresent(objection, forKey: .reason)
    try container.encode(mayShowFace, forKey: .mayShowFace)
    try container.encode(contents, forKey: .contents)
  }
}
