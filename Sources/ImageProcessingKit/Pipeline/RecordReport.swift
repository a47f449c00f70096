internal import FoundationEssentials

/// What a listing of a photo's record tells programs: names that a photo has elsewhere mean the same here.
///
/// Its `Codable` form is the object that `show --json` tells (record.schema.json). In a report that was read back, boxes are rounded to
/// tenths of pixels and scores to thousandths: the record itself is exact. Names of renders are told as text, and one that is not UTF-8
/// is read back with replacements in it.
public struct RecordReport: Sendable, Hashable {
  /// Whose the record is.
  public struct Owner: Sendable, Hashable, Codable {
    public var formatIdentifier: String
    public var formatVersion: String
    /// When the edit was made, in ISO 8601 and UTC; nil where the record does not say.
    public var timestamp: String?
    /// Whether faceblur can take the edit up.
    public var editable: Bool
    /// Whose edit lies beneath; nil where the original itself is edited.
    public var beneath: String?
  }

  /// The photo as it was when it was edited.
  public struct Original: Sendable, Hashable, Codable {
    public var byteCount: Int
    /// Lower-case hexadecimal.
    public var sha256: String
  }

  /// How regions are obscured.
  public struct Strength: Sendable, Hashable, Codable {
    public var style: ObscuringStyle
    public var shape: ObscuringShape
    public var cells: Int
    public var margin: Double
  }

  /// The filters at work.
  public struct Tone: Sendable, Hashable, Codable {
    public var vignetteIntensity: Double?
    public var vignetteRadius: Double?
    public var sepia: Double?
    /// The table's name.
    public var lut: String?
  }

  /// One step of the edit.
  public struct Step: Sendable, Hashable, Codable {
    /// From 1.
    public var step: Int
    public var kind: String
    /// For people.
    public var text: String
    /// When it was made, in ISO 8601 and UTC.
    public var timestamp: String
    /// Whether the step takes part in the render.
    public var enabled: Bool
    public var current: Bool
  }

  /// The photo, as it was named.
  public let file: FilePath
  /// What an output of a collection was made from; nil for any other photo.
  public let source: FilePath?
  public let record: Owner
  public let original: Original?
  /// The upright photo, of which regions are fractions; nil where the record does not say, and of a report that was read back, what
  /// viewers show of it.
  public let frame: PictureFrame?
  /// Of the stored picture.
  public let orientation: Orientation?
  public let detector: DetectorIdentity?
  /// Nil where nothing is obscured.
  public let strength: Strength?
  /// Nil where no filter is at work.
  public let tone: Tone?
  public let regions: [PlannedRegion]
  /// The newest render, the record and the sidecar.
  public let outputs: PhotoReport.Outputs
  /// Every render that was written, the newest last.
  public let renders: [FilePath]
  public let steps: [Step]

  /// - Parameters:
  ///   - photo: as it was named.
  ///   - listing: of its record.
  public init(_ photo: FilePath, _ listing: RecordListing) {
    let known = listing.record
    let settings = known?.state.faceBlur
    let isOurs = if case .ours = listing.content { true } else { false }
    file = photo
    source = listing.source
    record = Owner(
      formatIdentifier: listing.owner.formatIdentifier, formatVersion: listing.owner.formatVersion,
      timestamp: listing.owner.timestamp?.formatted(.iso8601), editable: isOurs,
      beneath: listing.beneath?.text)
    original = known.map { Original(byteCount: $0.source.byteCount, sha256: $0.source.sha256) }
    frame = known?.photo.frame
    orientation = known?.photo.orientation
    detector = settings?.detector
    strength = settings.map {
      Strength(style: $0.style, shape: $0.shape, cells: $0.cells, margin: $0.margin)
    }
    tone = known.flatMap { Tone($0.state.tone.filters) }
    regions = settings?.regions ?? []
    outputs = PhotoReport.Outputs(
      render: listing.renders.last, record: listing.path,
      sidecar: (known?.sidecar?.name).map(photo.folder.appending))
    renders = listing.renders
    steps = known.map(Self.steps) ?? []
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

extension RecordReport.Tone {
  /// Nil where no filter is at work.
  fileprivate init?(_ filters: ToneFilters) {
    guard !filters.isNeutral else { return nil }
    vignetteIntensity = filters.vignette?.intensity
    vignetteRadius = filters.vignette?.radius
    sepia = filters.sepia
    lut = filters.lut?.name
  }
}

extension RecordOwner {
  /// For people.
  package var text: String { "\(formatIdentifier) \(formatVersion)" }
}

extension EditRecord.Step {
  /// What the step does, for people.
  package var text: String {
    switch adjustment {
    case .faceBlur(let settings):
      if settings.regions.isEmpty { return "no face found" }
      let applied = settings.regions.count { $0.state == .applied }
      return "obscure \(counted(applied, "region")), \(settings.style.rawValue)"
    case .tone(let settings):
      let filters = settings.filters
      let names = [
        filters.vignette.map { "vignette \($0.intensity) from \($0.radius)" },
        filters.sepia.map { "sepia \($0)" }, filters.lut.map { "table \($0.name)" },
      ].compactMap(\.self)
      return names.isEmpty ? "no filter" : names.joined(separator: ", ")
    }
  }
}
