/// A render that has passed every check, with the record of its edit, to be committed. It has no name yet: a value that is not
/// committed leaves nothing behind.
public struct EditingOutput: ~Copyable {
  /// What the record will hold.
  package let record: EditRecord
  /// Where the render will be.
  public let target: FilePath
  /// That of the session which made the render: no other session can commit it.
  let cancellation: Cancellation
  let rendered: StateRender
  /// Nil where no record is kept.
  let recordContent: [UInt8]?
  let sidecar: [UInt8]?
  let options: RenderOptions
  /// What of the edit may be open elsewhere.
  let cautions: [String]
  /// The file at the target that is proven to be a render of this photo meanwhile.
  let replaced: Future<HashedBytes?>?
  var folders: MadeFolders

  /// What the render does, as it was recorded: with fewer cells than asked for where a face could still be seen.
  public var state: EditState { rendered.state }
}

/// What finishing an edit wrote.
public struct CommittedEdit: Sendable, Hashable {
  public let render: FilePath
  /// Nil where no record is kept.
  public let recordFile: FilePath?
  package let record: EditRecord
  /// What is obscured, with fewer cells than planned where a face could still be seen.
  public let plan: RegionPlan
  /// How the render was made.
  package let path: RenderSummary.Path
  public let notes: [String]
  public let warnings: [String]
  /// What of the edit may be open elsewhere, which is said whatever else is not.
  public let cautions: [String]
  package let dropped: DroppedMetadata
  /// The file with the regions, where there is one.
  public let sidecar: FilePath?
  /// Whether render and record were already as they would be, so that nothing was written.
  public let isUnchanged: Bool
}
