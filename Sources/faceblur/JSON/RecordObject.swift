internal import FoundationEssentials
internal import ImageProcessingKit

/// What `show` tells of a photo: names that a photo has elsewhere mean the same here.
struct RecordObject: Encodable {
  struct Step: Encodable {
    var step: Int
    var kind: String
    var text: String
    var timestamp: String
    /// Whether the step takes part in the render.
    var enabled: Bool
    var current: Bool
  }

  private struct Owner: Encodable {
    var formatIdentifier: String
    var formatVersion: String
    var timestamp: String?
    /// Whether faceblur can take the edit up.
    var editable: Bool
    /// Whose edit lies beneath; absent where the original itself is edited.
    var beneath: String?
  }

  private struct Strength: Encodable {
    var style: String
    var shape: String
    var cells: Int
    var margin: Double
  }

  private struct Tone: Encodable {
    var vignetteIntensity: Double?
    var vignetteRadius: Double?
    var sepia: Double?
    var lut: String?

    /// Nil where no filter is at work.
    init?(_ filters: ToneFilters) {
      guard !filters.isNeutral else { return nil }
      vignetteIntensity = filters.vignette?.intensity
      vignetteRadius = filters.vignette?.radius
      sepia = filters.sepia
      lut = filters.lut?.name
    }
  }

  private struct Original: Encodable {
    var byteCount: Int
    var sha256: String
  }

  private struct Details: Encodable {
    var record: Owner
    var original: Original?
    var width: Int?
    var height: Int?
    var orientation: Int?
    var detector: DetectorObject?
    /// Absent where nothing is obscured.
    var strength: Strength?
    var tone: Tone?
    var regions: [RegionObject]
    /// Where the newest render and the record are.
    var outputs: FileNames
    /// Every render that was written, the newest last.
    var renders: [String]
    var steps: [Step]
  }

  private let file: FileNames
  private let details: Details

  init(_ photo: FilePath, _ listing: RecordListing) {
    let record = listing.record
    let settings = record?.state.faceBlur
    let photoFrame = record?.photo.frame
    let isOurs = if case .ours = listing.content { true } else { false }
    file = FileNames(["file": photo, "source": listing.source])
    details = Details(
      record: Owner(
        formatIdentifier: listing.owner.formatIdentifier, formatVersion: listing.owner.formatVersion,
        timestamp: listing.owner.timestamp?.formatted(.iso8601), editable: isOurs,
        beneath: listing.beneath?.text),
      original: record.map { Original(byteCount: $0.source.byteCount, sha256: $0.source.sha256) },
      width: photoFrame?.visible.width, height: photoFrame?.visible.height,
      orientation: record?.photo.orientation.rawValue,
      detector: settings.map { DetectorObject($0.detector) },
      strength: settings.map {
        Strength(style: $0.style.rawValue, shape: $0.shape.rawValue, cells: $0.cells, margin: $0.margin)
      },
      tone: record.flatMap { Tone($0.state.tone.filters) },
      regions: photoFrame.map { frame in (settings?.regions ?? []).map { RegionObject($0, in: frame) } }
        ?? [],
      outputs: FileNames([
        "render": listing.renders.last, "record": listing.path,
        "sidecar": (record?.sidecar?.name).map(photo.folder.appending),
      ]),
      renders: listing.renders.map(\.description), steps: record.map(Self.steps) ?? [])
  }

  func encode(to encoder: any Encoder) throws {
    try file.encode(to: encoder)
    try details.encode(to: encoder)
  }

  private static func steps(of record: EditRecord) -> [Step] {
    record.steps.enumerated().map { index, step in
      Step(
        step: index + 1, kind: step.adjustment.kind.rawValue, text: step.text,
        timestamp: step.madeAt.formatted(.iso8601), enabled: step.isEnabled,
        current: index + 1 == record.currentStep)
    }
  }
}
