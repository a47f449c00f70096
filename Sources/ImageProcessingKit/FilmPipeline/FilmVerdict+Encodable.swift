extension FilmVerifier.Verdict: Encodable {
  private enum Key: CodingKey {
    case read, reason, leak, blocks, tracks, problems, notes, recordCompared
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    if let report {
      try FilmObject(report).encode(to: encoder)
      try report.encodeTracks(into: &container, forKey: .tracks, withStates: false)
    } else {
      try container.encode([String](), forKey: .tracks)
    }
    try container.encode(unread == nil, forKey: .read)
    try container.encodeIfPresent(unread, forKey: .reason)
    try container.encode(isLeaking, forKey: .leak)
    try container.encode(blocks, forKey: .blocks)
    try container.encode(problems, forKey: .problems)
    try container.encode(notes, forKey: .notes)
    try container.encodeIfPresent(isRecordCompared, forKey: .recordCompared)
  }
}
