extension PhotoReport: Codable {
  private enum CodingKeys: CodingKey {
    case width, height, orientation, detector, regions, added, kept, shown, unseen, outputs, way, notes,
      dropped
    case warnings
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    file = try FileNames.decode("file", from: decoder)
    frame = PictureFrame(
      width: try container.decodeSide(forKey: .width), height: try container.decodeSide(forKey: .height))
    orientation = try container.decode(Orientation.self, forKey: .orientation)
    detector = try container.decode(DetectorObject.self, forKey: .detector).identity
    regions = try container.decodeRegions(forKey: .regions, in: frame)
    added = try container.decodeTexts(forKey: .added)
    kept = try container.decode(KeptRegions.self, forKey: .kept)
    shown = try container.decodeTexts(forKey: .shown)
    isUnseen = try container.decode(Bool.self, forKey: .unseen)
    outputs = try container.decode(Outputs.self, forKey: .outputs)
    renderPath = try container.decodeIfPresent(RenderSummary.Path.self, forKey: .way)
    notes = try container.decodeTexts(forKey: .notes)
    dropped = try container.decodeTexts(forKey: .dropped)
    warnings = try container.decodeTexts(forKey: .warnings)
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(frame.visible.width, forKey: .width)
    try container.encode(frame.visible.height, forKey: .height)
    try container.encode(orientation, forKey: .orientation)
    try container.encode(DetectorObject(detector), forKey: .detector)
    try container.encode(regions, forKey: .regions, in: frame)
    try container.encode(added, forKey: .added)
    try container.encode(kept, forKey: .kept)
    try container.encode(shown, forKey: .shown)
    try container.encode(isUnseen, forKey: .unseen)
    try container.encode(outputs, forKey: .outputs)
    try container.encodeIfPresent(renderPath, forKey: .way)
    try container.encode(cautions + notes, forKey: .notes)
    try container.encode(dropped, forKey: .dropped)
    try container.encode(warnings, forKey: .warnings)
  }
}

extension PhotoReport.Outputs: Codable {
  public init(from decoder: any Decoder) throws {
    render = try FileNames.decodeIfPresent("render", from: decoder)
    record = try FileNames.decodeIfPresent("record", from: decoder)
    preview = try FileNames.decodeIfPresent("preview", from: decoder)
    overlay = try FileNames.decodeIfPresent("overlay", from: decoder)
    sidecar = try FileNames.decodeIfPresent("sidecar", from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames([
      "render": render, "record": record, "preview": preview, "overlay": overlay, "sidecar": sidecar,
    ]).encode(to: encoder)
  }
}

extension KeptRegions: Codable {
  private enum CodingKeys: CodingKey {
    case excluded, drawn, notFoundAgain
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    excluded = try container.decodeTexts(forKey: .excluded)
    drawn = try container.decodeTexts(forKey: .drawn)
    notFoundAgain = try container.decodeTexts(forKey: .notFoundAgain)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(excluded, forKey: .excluded)
    try container.encode(drawn, forKey: .drawn)
    try container.encode(notFoundAgain, forKey: .notFoundAgain)
  }
}
