extension FilmVerifier.Verdict: Encodable {
  private enum Key: CodingKey {
    case width, height, orientation, duration, frames, codec, read, reason, leak, blocks, tracks, problems,
      notes
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    if let report {
      try container.encode(report.width, forKey: .width)
      try container.encode(report.height, forKey: .height)
      try container.encode(report.orientation, forKey: .orientation)
      try container.encode((report.duration * 1000).rounded() / 1000, forKey: .duration)
      try container.encode(report.frameCount, forKey: .frames)
      try container.encode(report.codec, forKey: .codec)
      try report.encodeTracks(into: &container, forKey: .tracks)
    } else {
      try container.encode([String](), forKey: .tracks)
    }
    try container.encode(unread == nil, forKey: .read)
    try container.encodeIfPresent(unread, forKey: .reason)
    try container.encode(isLeaking, forKey: .leak)
    try container.encode(blocks, forKey: .blocks)
    try container.encode(problems, forKey: .problems)
    try container.encode(notes, forKey: .notes)
  }
}
