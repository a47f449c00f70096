internal import FoundationEssentials

/// The payload of adjustment data: compact JSON in raw DEFLATE, in the shape that other readers walk.
///
/// `{"adjustments":[{"identifier":…,"settings":{…}}],"formatVersion":…,"metadata":{…},"versionInfo":{…}}`
struct RecordPayload: Codable {
  /// The photo's size and orientation under the names that Apple's own records use.
  struct Metadata: Codable {
    var masterWidth: Int
    var masterHeight: Int
    var orientation: Int
  }

  struct VersionInfo: Codable {
    var appVersion: String
    var platform: String
    var schemaRevision: Int

    static var current: VersionInfo {
      VersionInfo(appVersion: FaceBlurVersion.current, platform: "Linux", schemaRevision: 1)
    }
  }

  struct Base: Codable {
    var photo: EditRecord.Source
    var record: Data
    /// Of the record, in lower-case hexadecimal.
    var sha256: String
  }

  var adjustments: [StepPayload]
  var base: Base?
  var formatVersion: String
  /// The tables that steps name by number, each once.
  var luts: [ColorLUT]?
  var metadata: Metadata
  var renders: [EditRecord.Render]
  var sidecar: EditRecord.Sidecar?
  var source: EditRecord.Source
  var versionInfo: VersionInfo

  init(_ record: EditRecord) {
    var luts: [ColorLUT] = []
    let version = record.writtenVersion.description
    adjustments = record.steps.map { StepPayload($0, version: version, luts: &luts) }
    self.luts = luts.isEmpty ? nil : luts
    base = record.base.map {
      Base(photo: $0.photo, record: Data($0.record), sha256: SHA256.hexDigest(of: $0.record))
    }
    formatVersion = version
    metadata = Metadata(
      masterWidth: record.photo.width, masterHeight: record.photo.height,
      orientation: record.photo.orientation.rawValue)
    renders = record.renders
    sidecar = record.sidecar
    source = record.source
    versionInfo = .current
  }

  /// - Throws: `FaceBlurError` where a part does not fit the others.
  func record() throws(FaceBlurError) -> EditRecord {
    if let base, SHA256.hexDigest(of: [UInt8](base.record)) != base.sha256 {
      throw .damagedRecord("the record of the edit beneath is not what was kept")
    }
    var steps: [EditRecord.Step] = []
    for step in adjustments.prefix(EditRecord.maxSteps + 1) { steps.append(try step.step(luts: luts ?? [])) }
    return EditRecord(
      source: source, base: base.map { EditRecord.Base(photo: $0.photo, record: [UInt8]($0.record)) },
      steps: steps, renders: renders, sidecar: sidecar)
  }
}

/// One step as it is written.
struct StepPayload: Codable {
  /// What `settings` holds, by `identifier`.
  enum Settings {
    case faceBlur(FaceBlurAdjustment)
    case tone(Tone)
  }

  /// A tone adjustment without its table.
  struct Tone: Codable {
    var filters: ToneFilters
    /// Counted from 0.
    var lut: Int?
    var rendererVersion: Int
  }

  var enabled: Bool
  var formatIdentifier: String
  var formatVersion: String
  var identifier: Adjustment.Kind
  /// Seconds since 1970.
  var madeAt: Int
  var settings: Settings

  init(_ step: EditRecord.Step, version: String, luts: inout [ColorLUT]) {
    enabled = step.isEnabled
    formatIdentifier = EditRecord.formatIdentifier
    formatVersion = version
    identifier = step.adjustment.kind
    madeAt = Int(step.madeAt.timeIntervalSince1970)
    switch step.adjustment {
    case .faceBlur(let adjustment): settings = .faceBlur(adjustment)
    case .tone(let adjustment):
      var tone = Tone(filters: adjustment.filters, rendererVersion: adjustment.rendererVersion)
      if let lut = adjustment.filters.lut {
        if !luts.contains(lut) { luts.append(lut) }
        tone.lut = luts.firstIndex(of: lut)
        tone.filters.lut = nil
      }
      settings = .tone(tone)
    }
  }

  func step(luts: [ColorLUT]) throws(FaceBlurError) -> EditRecord.Step {
    let adjustment: Adjustment
    switch settings {
    case .faceBlur(let settings): adjustment = .faceBlur(settings)
    case .tone(let tone):
      var filters = tone.filters
      if let lut = tone.lut {
        guard luts.indices.contains(lut) else {
          throw .damagedRecord("a step names a table that is not there")
        }
        filters.lut = luts[lut]
      }
      var settings = ToneAdjustment(filters)
      settings.rendererVersion = tone.rendererVersion
      adjustment = .tone(settings)
    }
    return EditRecord.Step(
      adjustment: adjustment, isEnabled: enabled, madeAt: Date(timeIntervalSince1970: Double(madeAt)))
  }

  private enum CodingKeys: CodingKey {
    case enabled, formatIdentifier, formatVersion, identifier, madeAt, settings
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    enabled = try container.decode(Bool.self, forKey: .enabled)
    formatIdentifier = try container.decode(String.self, forKey: .formatIdentifier)
    formatVersion = try container.decode(String.self, forKey: .formatVersion)
    identifier = try container.decode(Adjustment.Kind.self, forKey: .identifier)
    madeAt = try container.decode(Int.self, forKey: .madeAt)
    settings =
      switch identifier {
      case .faceBlur: .faceBlur(try container.decode(FaceBlurAdjustment.self, forKey: .settings))
      case .tone: .tone(try container.decode(Tone.self, forKey: .settings))
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(enabled, forKey: .enabled)
    try container.encode(formatIdentifier, forKey: .formatIdentifier)
    try container.encode(formatVersion, forKey: .formatVersion)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(madeAt, forKey: .madeAt)
    switch settings {
    case .faceBlur(let settings): try container.encode(settings, forKey: .settings)
    case .tone(let settings): try container.encode(settings, forKey: .settings)
    }
  }
}
