extension PhotoVerifier.Verdict: Codable {
  private enum CodingKeys: CodingKey {
    case width, height, read, reason, leak, blocks, faces, problems, notes, recordCompared
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let frame = try container.decodeFrameIfPresent(forKeys: .width, .height)
    self.init(
      file: try FileNames.decode("file", from: decoder),
      blocks: try container.decodeList(
        of: MetadataBlock.self, forKey: .blocks, atMost: DecodingLimits.listCount),
      unread: try container.decodeTextIfPresent(forKey: .reason))
    size = frame.map { ($0.width, $0.height) }
    faces = try container.decodeFaces(forKey: .faces, in: frame)
    guard size != nil || faces.isEmpty else { throw container.flaw(.faces, "the picture has no size") }
    problems = try container.decodeTexts(forKey: .problems)
    notes = try container.decodeTexts(forKey: .notes)
    isRecordCompared = try container.decodeIfPresent(Bool.self, forKey: .recordCompared)
    guard try container.decode(Bool.self, forKey: .read) == (unread == nil) else {
      throw container.flaw(.read, "what was not read has a reason, and nothing else has")
    }
    guard try container.decode(Bool.self, forKey: .leak) == isLeaking else {
      throw container.flaw(.leak, "it does not follow from blocks and problems")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(size?.width, forKey: .width)
    try container.encodeIfPresent(size?.height, forKey: .height)
    try container.encode(unread == nil, forKey: .read)
    try container.encodeIfPresent(unread, forKey: .reason)
    try container.encode(isLeaking, forKey: .leak)
    try container.encode(blocks, forKey: .blocks)
    let objects = size.map { size in
      faces.map { FaceObject($0, in: PictureFrame(width: size.width, height: size.height)) }
    }
    try container.encode(objects ?? [], forKey: .faces)
    try container.encode(problems, forKey: .problems)
    try container.encode(notes, forKey: .notes)
    try container.encodeIfPresent(isRecordCompared, forKey: .recordCompared)
  }
}
