/// What was found in a photo and what was written for it.
public struct PhotoReport: Sendable {
  public struct Outputs: Sendable, Hashable {
    public var render: FilePath?
    public var record: FilePath?
    public var preview: FilePath?
    public var overlay: FilePath?
    /// The file with the regions for other programs.
    public var sidecar: FilePath?
  }

  public let file: FilePath
  /// The photo's size and orientation.
  public let geometry: PhotoGeometry
  public let detector: DetectorIdentity
  public var plan: RegionPlan
  public var outputs = Outputs()
  /// The ids of the regions that a person has drawn just now.
  public var added: [String] = []
  /// How the render was made; nil where there is none.
  public var renderPath: RenderSummary.Path?
  /// What was done to the file beyond obscuring.
  public var notes: [String] = []
  /// What the photo's file holds that the render leaves out.
  public var dropped: [String] = []
  public var warnings: [String]
  /// What of an earlier edit stays although this look did not find it.
  public var kept = KeptRegions()
  /// The ids of regions that the earlier edit hid and the render shows.
  public var shown: [String] = []
  /// Whether faces may be seen that nobody has looked for.
  public var isUnseen = false

  init(
    _ file: FilePath, _ geometry: PhotoGeometry, _ detector: DetectorIdentity, _ plan: RegionPlan,
    warnings: [String]
  ) {
    self.file = file
    self.geometry = geometry
    self.detector = detector
    self.plan = plan
    self.warnings = warnings
  }

  private static let droppedCredential =
    "it had a content credential (C2PA), which an edit makes invalid and which may show the faces; it was dropped"

  /// Takes up what a committed edit wrote.
  mutating func take(_ committed: CommittedEdit) {
    outputs.render = committed.render
    outputs.record = committed.recordFile
    outputs.sidecar = committed.sidecar
    renderPath = committed.path
    notes = committed.notes
    plan = committed.plan
    dropped = committed.dropped.contents
    if committed.dropped.hadContentCredential { warnings.append(Self.droppedCredential) }
    warnings += committed.warnings.filter { !warnings.contains($0) }
    if committed.isUnchanged { notes.append("nothing has changed, so nothing was written") }
  }
}
