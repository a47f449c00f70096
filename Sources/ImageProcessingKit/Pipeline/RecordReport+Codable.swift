extension RecordReport: Codable {
  private enum CodingKeys: CodingKey {
    case record, original, width, height, orientation, detector, strength, tone, regions, outputs, renders,
      steps
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    file = try FileNames.decode("file", from: decoder)
    source = try FileNames.decodeIfPresent("source", from: decoder)
    record = try container.decode(Owner.self, forKey: .record)
    original = try container.decodeIfPresent(Original.self, forKey: .original)
    frame = try container.decodeFrameIfPresent(forKeys: .width, .height)
    orientation = try container.decodeIfPresent(Orientation.self, forKey: .orientation)
    detector = try container.decodeIfPresent(DetectorObject.self, forKey: .detector)?.identity
    strength = try container.decodeIfPresent(Strength.self, forKey: .strength)
    tone = try container.decodeIfPresent(Tone.self, forKey: .tone)
    regions = try container.decodeRegions(forKey: .regions, in: frame)
    outputs = try container.decode(PhotoReport.Outputs.self, forKey: .outputs)
    renders = try container.decodePaths(forKey: .renders)
    steps = try container.decodeList(of: Step.self, forKey: .steps, atMost: EditRecord.maxSteps)
    if let flaw { throw container.flaw(flaw.key, flaw.reason) }
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file, "source": source]).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(record, forKey: .record)
    try container.encodeIfPresent(original, forKey: .original)
    try container.encodeIfPresent(frame?.visible.width, forKey: .width)
    try container.encodeIfPresent(frame?.visible.height, forKey: .height)
    try container.encodeIfPresent(orientation, forKey: .orientation)
    try container.encodeIfPresent(detector.map(DetectorObject.init), forKey: .detector)
    try container.encodeIfPresent(strength, forKey: .strength)
    try container.encodeIfPresent(tone, forKey: .tone)
    try container.encode(regions, forKey: .regions, in: frame)
    try container.encode(outputs, forKey: .outputs)
    try container.encode(renders.map(\.description), forKey: .renders)
    try container.encode(steps, forKey: .steps)
  }
}

extension RecordReport {
  /// What is wrong with a part that was read, beside its types, as a part of a sentence; nil where nothing is.
  private var flaw: (key: CodingKeys, reason: String)? {
    if let original, original.byteCount < 0 || !SHA256.isHexDigest(original.sha256) {
      return (.original, "its size or hash is out of range")
    }
    if let strength,
      !ObscuringStrength.allowedCells(of: strength.style).contains(strength.cells)
        || !ObscuringStrength.allowedMargins.contains(strength.margin)
    {
      return (.strength, "cells or margin are out of range")
    }
    let settings = [tone?.vignetteIntensity, tone?.vignetteRadius, tone?.sepia].compactMap(\.self)
    guard settings.allSatisfy((0...1).contains) else { return (.tone, "a setting is not 0 to 1") }
    guard steps.allSatisfy({ (1...EditRecord.maxSteps).contains($0.step) }) else {
      return (.steps, "the number of a step is out of range")
    }
    let texts =
      [record.formatIdentifier, record.formatVersion, record.timestamp, record.beneath, tone?.lut]
      .compactMap(\.self) + steps.flatMap { [$0.kind, $0.text, $0.timestamp] }
    // Who wrote a record may call itself what it likes, as far as the record goes.
    guard texts.allSatisfy({ $0.utf8.count <= AdjustmentData.maxFileBytes }) else {
      return (.record, "a text is longer than a record")
    }
    return nil
  }
}
