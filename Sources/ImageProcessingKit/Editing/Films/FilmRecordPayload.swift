/// The payload of a film's record: JSON in the shape of that of a photo's, with one adjustment, whose settings hold tracks.
struct FilmRecordPayload: Codable {
  /// What recreates the edit, by the names that photos' records have for it.
  struct Settings: Codable {
    var detector: DetectorIdentity
    var tracks: [PlannedTrack]
    var style: ObscuringStyle
    var shape: ObscuringShape
    var cells: Int
    var margin: Double
    var rendererVersion: Int
  }

  struct Step: Codable {
    var enabled: Bool
    var formatIdentifier: String
    var formatVersion: String
    var identifier: Adjustment.Kind
    var settings: Settings
  }

  var adjustments: [Step]
  var formatVersion: String
  var metadata: RecordPayload.Metadata
  var renders: [FilmRecord.Render]
  var source: FilmRecord.Source
  var versionInfo: RecordPayload.VersionInfo

  init(_ record: FilmRecord) {
    let version = FilmRecord.formatVersion.description
    let strength = record.plan.strength
    let settings = Settings(
      detector: record.detector, tracks: record.plan.tracks, style: strength.style, shape: strength.shape,
      cells: strength.cells, margin: strength.margin, rendererVersion: FilmRecord.rendererVersion)
    adjustments = [
      Step(
        enabled: true, formatIdentifier: EditRecord.formatIdentifier, formatVersion: version,
        identifier: .faceBlur, settings: settings)
    ]
    formatVersion = version
    metadata = RecordPayload.Metadata(
      masterWidth: record.source.width, masterHeight: record.source.height,
      orientation: record.source.orientation.rawValue)
    renders = record.renders
    source = record.source
    versionInfo = .current
  }

  /// - Throws: `FaceBlurError` where it is of another renderer, or says what no render can be made of.
  func record() throws(FaceBlurError) -> FilmRecord {
    guard adjustments.count == 1, let step = adjustments.first, step.identifier == .faceBlur, step.enabled
    else { throw .damagedRecord("it does not hold exactly one adjustment") }
    let settings = step.settings
    guard settings.rendererVersion == FilmRecord.rendererVersion else {
      throw .newerRecord(version: "film renderer \(settings.rendererVersion)")
    }
    guard
      let strength = ObscuringStrength(
        style: settings.style, shape: settings.shape, cells: settings.cells, margin: settings.margin)
    else { throw .damagedRecord("cells or margin are out of range") }
    return FilmRecord(
      source: source, detector: settings.detector,
      plan: FilmPlan(tracks: settings.tracks, strength: strength), renders: renders)
  }
}
