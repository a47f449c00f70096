/// What was found in a photo and what was written for it.
///
/// Its `Codable` form is the object that `--json` tells of a photo (photo.schema.json). That holds less than a report which a pipeline has
/// just made: in one that was read back, boxes are rounded to tenths of pixels and scores to thousandths, there is no plan, and the
/// detector has no long sides. The exact plan is what the photo's record holds, and `RegionPlan` is exact itself.
public struct PhotoReport: Sendable, Hashable {
  public struct Outputs: Sendable, Hashable {
    public var render: FilePath?
    public var record: FilePath?
    public var preview: FilePath?
    public var overlay: FilePath?
    /// The file with the regions for other programs.
    public var sidecar: FilePath?
  }

  public let file: FilePath
  /// The upright photo, of which regions are fractions; of a report that was read back, what viewers show of it.
  public let frame: PictureFrame
  /// Of the stored picture.
  public let orientation: Orientation
  public let detector: DetectorIdentity
  /// In reading order, with the excluded ones.
  public internal(set) var regions: [PlannedRegion]
  /// How they are obscured; nil in a report that was read back.
  public internal(set) var strength: ObscuringStrength?
  public var outputs = Outputs()
  /// The ids of the regions that a person has drawn just now.
  public var added: [String] = []
  /// How the render was made; nil where there is none.
  public var renderPath: RenderSummary.Path?
  /// What was done to the file beyond obscuring.
  public var notes: [String] = []
  /// What people are told even where they asked for quiet: what their stored settings made weaker. JSON has it among the notes, and so
  /// has a report that was read back.
  public var cautions: [String] = []
  /// What the photo's file holds that the render leaves out.
  public var dropped: [String] = []
  public var warnings: [String]
  /// What of an earlier edit stays although this look did not find it.
  public var kept = KeptRegions()
  /// The ids of regions that the earlier edit hid and the render shows, as that edit named them: a region that has such an id now is
  /// another one, or lies elsewhere.
  public var shown: [String] = []
  /// Whether faces may be seen that nobody has looked for.
  public var isUnseen = false

  init(
    _ file: FilePath, _ geometry: PhotoGeometry, _ detector: DetectorIdentity, _ plan: RegionPlan,
    warnings: [String] = []
  ) {
    self.file = file
    frame = geometry.frame
    orientation = geometry.orientation
    self.detector = detector
    regions = plan.regions
    strength = plan.strength
    self.warnings = warnings
  }

  /// What is obscured and how, exactly; nil in a report that was read back.
  public var plan: RegionPlan? { strength.map { RegionPlan(regions: regions, strength: $0) } }

  /// The regions that take part in the render.
  public var applied: [PlannedRegion] { regions.filter { $0.state == .applied } }

  /// Takes up what a committed edit wrote.
  mutating func take(_ committed: CommittedEdit) {
    outputs.render = committed.render
    outputs.record = committed.recordFile
    outputs.sidecar = committed.sidecar
    var summary = RenderSummary(path: committed.path, warnings: committed.warnings)
    summary.notes = committed.notes
    cautions += committed.cautions
    take(committed.plan, summary, leavingOut: committed.dropped)
    if committed.isUnchanged { notes.append("nothing has changed, so nothing was written") }
  }

  /// Takes up how a render was made.
  /// - Parameters:
  ///   - plan: what it hides.
  ///   - summary: of the way it was made.
  ///   - dropped: what of the photo's file it does not have.
  mutating func take(_ plan: RegionPlan, _ summary: RenderSummary, leavingOut dropped: DroppedMetadata) {
    renderPath = summary.path
    notes += summary.notes
    regions = plan.regions
    strength = plan.strength
    self.dropped = dropped.contents
    if dropped.hadContentCredential { warnings.append(MetadataBlock.credentialWarning) }
    warnings += summary.warnings.filter { !warnings.contains($0) }
  }
}
