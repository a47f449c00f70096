internal import FoundationEssentials

/// How the outputs of a run were made, so that one of them can be made anew without the words of that run.
struct ScrubRecipe: Sendable, Hashable, Codable {
  /// The strength and the detector; no regions.
  private let obscuring: FaceBlurAdjustment
  private let metadata: MetadataPolicy
  private let hasThumbnail: Bool
  private let keepsProgressive: Bool
  /// Nil for the rule.
  private let tiles: TileChoice?
  /// Nil for each photo's own.
  private let format: RenderFormat?
  let maxPixels: Int
  /// Whether records were written, and the folder of them; nil for beside the originals.
  let keepsRecords: Bool
  let recordFolder: FilePath?

  init(_ settings: ScrubSettings, _ detector: DetectorIdentity) {
    obscuring = FaceBlurAdjustment(
      RegionPlan(regions: [], strength: settings.strengthOfFound), foundBy: detector)
    metadata = settings.renderOptions.metadata
    hasThumbnail = settings.renderOptions.hasThumbnail
    keepsProgressive = settings.renderOptions.keepsProgressive
    tiles = settings.renderOptions.recordedTiles
    format = settings.renderOptions.recordedFormat
    maxPixels = settings.reader.limits.maxPixels
    keepsRecords = settings.records != .none
    if case .folder(let folder) = settings.records {
      recordFolder = folder.resolvedWhereItExists ?? folder
    } else {
      recordFolder = nil
    }
  }

  /// Reads what `text` gave; nil where it is something else.
  init?(_ text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)),
      (try? read.obscuring.validate()) != nil, (1...ImageLimits.maxHeaderPixels).contains(read.maxPixels)
    else { return nil }
    self = read
  }

  /// For the journal.
  var text: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

  /// What the run hid of a photo, given the regions that the journal has of it.
  func found(_ regions: [PlannedRegion]) -> FaceBlurAdjustment {
    var found = obscuring
    found.regions = regions
    return found
  }

  var strength: ObscuringStrength { (try? obscuring.plan().strength) ?? .default }

  var renderOptions: RenderOptions {
    var options = RenderOptions()
    options.metadata = metadata
    options.hasThumbnail = hasThumbnail
    options.keepsProgressive = keepsProgressive
    options.tiles = tiles ?? .hidden
    options.format = format ?? .original
    return options
  }
}
