/// One edit of one photo, from opening it to a committed render and record.
///
/// Holds the original open and locked, so no second process edits it meanwhile. A session is used up by
/// `finish`, by `commit`, by `cancel` or by letting it go; the last two leave everything as it was.
public struct EditSession: ~Copyable {
  package let asset: PhotoAsset
  /// What renders are made from: the original, or what another program made of it.
  package let photo: Photo
  /// What the record beside the photo holds, if there is one of ours.
  package let record: EditRecord?
  /// The record of a photo that was at the original's place before; only where the session was begun to go on without it.
  package let superseded: EditRecord?
  /// In which ways the picture of that photo may have been turned to become this one; none where it is another picture, or nobody can tell.
  let turns: [Orientation]
  /// What renders will do: at first what the record says.
  public private(set) var state: EditState
  /// Stops a render from another thread; a session whose render was stopped cannot be committed.
  public let cancellation = Cancellation()

  let original: OriginalPhoto
  let options: Options
  let sha256: String
  /// Another program's edit that this one begins from, where it is not kept yet.
  let foreign: ForeignEdit?
  /// The step that the session goes back to.
  var goal: Int?
  /// The adjustment data that `record` was read from.
  let data: AdjustmentData?
  /// The record file as it was when the session began; nil where there was none.
  let recordContent: [UInt8]?

  /// Opens a photo for editing and takes up the record beside it.
  ///
  /// Where the record is another program's, the edit begins from what that program made of the photo, never from the
  /// original; both are kept.
  ///
  /// A relative path is looked up again when the edit is committed: the working folder must not change until then.
  /// - Throws: `FaceBlurError` where the photo or its record cannot be read, the record is another version's, the other
  ///   program's render is gone, the original has changed since, another process is editing it, or there is a record although
  ///   none is to be kept.
  public static func begin(_ path: FilePath, _ options: Options = Options()) throws(FaceBlurError)
    -> EditSession
  {
    try begin(path, options, needingBase: true)
  }

  /// - Parameters:
  ///   - needingBase: whether what lies beneath the edit must be there: to take an edit back, it need not.
  ///   - useOriginal: is lent the original as soon as it is open, before it is known whether an edit can begin.
  static func begin(
    _ path: FilePath, _ options: Options, needingBase: Bool, opened useOriginal: (Photo) -> Void = { _ in }
  ) throws(FaceBlurError) -> EditSession {
    let original = try OriginalPhoto.open(path, with: options.reader, locked: true)
    useOriginal(original.photo)
    let sha256 = original.sha256()
    let asset = PhotoAsset(path, recordFolder: options.record.folder)
    if options.recovering {
      let recovery = EditRecovery(
        asset: asset, original: original.photo, originalSHA256: sha256, mode: original.file.mode,
        reader: options.reader, reach: options.reach)
      try recovery.recover()
    }
    if options.record == .none { try refuseRecord(of: asset) }
    if needingBase {
      try asset.refuseForeignRecords(than: options.record, passingOver: options.passesOverOtherRecords)
    }
    if needingBase, !options.passesOverOtherRecords {
      try asset.refuseOtherRecords(than: options.record)
      try asset.refuseRecord(underEarlierName: sha256)
      try asset.refuseLeftRecord(of: sha256, options.leftRecords)
    }
    let existing = try ExistingEdit.read(asset, options.reader, needingBase: needingBase)
    var superseded: EditRecord?
    if let record = existing.record, record.source.sha256 != sha256 {
      if !options.rebasing || !options.passesOverOtherRecords {
        let isNew = needingBase && options.passesOverOtherRecords
        try asset.refuseExchange(
          of: isNew ? sha256 : nil, forAnother: record.source.sha256, record.source.byteCount,
          options.leftRecords)
      }
      guard options.rebasing else { throw .originalChanged.naming(asset.record) }
      superseded = record
    }
    let photo = existing.photo ?? original.photo
    let isOfInterest = superseded != nil && !options.isReverting
    return EditSession(
      asset: asset, photo: photo, record: superseded == nil ? existing.record : nil, superseded: superseded,
      turns: isOfInterest ? superseded?.turns(to: photo, of: asset, options.reader) ?? [] : [],
      original: original, options, sha256: sha256, existing: existing)
  }

  private init(
    asset: PhotoAsset, photo: Photo, record: EditRecord?, superseded: EditRecord?, turns: [Orientation],
    original: consuming OriginalPhoto, _ options: Options, sha256: String, existing: ExistingEdit
  ) {
    self.asset = asset
    self.photo = photo
    self.record = record
    self.superseded = superseded
    self.turns = turns
    self.original = original
    self.options = options
    self.sha256 = sha256
    foreign = existing.foreign
    data = record == nil ? nil : existing.data
    recordContent = existing.content
    state = record?.state ?? EditState()
    // Faces are looked for anew in another photo; its tones are changed as before.
    if let superseded { state.tone = superseded.state.tone }
  }

  /// What the editor begins with.
  public var input: EditingInput {
    let facts = photo.captureFacts
    let renders = (record?.renders ?? []).map(asset.location).filter(\.exists)
    return EditingInput(
      fullSizeImage: basePath ?? asset.original, fullSizeImageOrientation: photo.geometry.orientation,
      adjustmentData: data, placeholderImage: renders.last ?? (foreign == nil ? nil : asset.defaultRender),
      creationDate: facts.creationDate, location: facts.location, photo: photo)
  }

  private var basePath: FilePath? {
    if foreign != nil { return asset.defaultRender }
    return (record ?? superseded)?.base.map(asset.place)
  }

  /// Takes an adjustment in place of the last one of its kind. After going back, it is a step on top of the one gone to.
  public mutating func apply(_ adjustment: Adjustment) {
    state.apply(adjustment)
  }

  /// Makes the state that the edit had after a step the one to render. Later steps stay on the list, and can be gone to
  /// again, until another adjustment takes their place.
  /// - Parameter step: from 1.
  /// - Throws: `FaceBlurError` where there is no such step, and where it shows what is hidden now, unless the session may.
  public mutating func goBack(toStep step: Int) throws(FaceBlurError) {
    try refuseForeign()
    let steps = record?.steps ?? []
    guard (1...max(steps.count, 1)).contains(step), !steps.isEmpty else {
      throw steps.isEmpty
        ? asset.noRecord : FaceBlurError.noSuchStep(step, count: steps.count).naming(asset.record)
    }
    let next = EditState(steps.prefix(step).map(\.adjustment))
    if !options.showsUnhidden { try refuseShowing(next, atStep: step) }
    goal = step
    state = next
  }

  /// Whether the session holds changes that nobody has committed.
  public var shouldShowCancelConfirmation: Bool {
    state != (record?.state ?? EditState()) || (goal.map { $0 != record?.currentStep } ?? false)
  }

  /// Ends the session; everything is as it was.
  public consuming func cancel() { cancellation.cancel() }

  /// What the recorded edit hides and leaves open; nil where nobody looked for faces. Of a photo that was here before, what it hid is left
  /// where that was the same picture, and what a person drew where it may be another one: in each place that it may have here.
  /// - Throws: `FaceBlurError` where the record holds no plan, and of kind `originalChanged` where nobody can tell where what was drawn lies.
  func earlierPlan() throws(FaceBlurError) -> RegionPlan? {
    let recorded = try naming(asset.record, try (record ?? superseded)?.state.faceBlur?.plan())
    guard let plan = recorded, let superseded else { return recorded }
    guard turns.isEmpty else {
      return RegionPlan(regions: plan.applied, strength: plan.strength).turned(by: turns)
    }
    return try naming(
      asset.record, try plan.drawn.turned(from: superseded.shape, to: photo.geometry.shape))
  }

  /// The regions that the recorded edit hides and the session's state would show, as far as they say something of this photo.
  public var shownRegions: [PlannedRegion] {
    guard let now = try? state.plan() else { return [] }
    if let earlier = try? earlierPlan() { return earlier.regions(shownBy: now) }
    // Where nobody can tell where it lies, nobody can tell that it is hidden.
    return (try? superseded?.state.plan())?.drawn.regions ?? []
  }

  /// The files that belong to the recorded edit.
  /// - Throws: `FaceBlurError` where there is no record of ours.
  func files() throws(FaceBlurError) -> EditFiles {
    if let files = recordedFiles { return files }
    if foreign != nil { try refuseForeign() }
    throw asset.noRecord
  }

  /// Those of the record, also where the original has changed since; nil where there is none.
  private var recordedFiles: EditFiles? {
    (record ?? superseded).map { record in
      EditFiles(
        asset: asset, record: record, photo: photo, reader: options.reader, reach: options.reach,
        isRebasing: superseded != nil)
    }
  }

  /// - Throws: `FaceBlurError` where the record is another program's.
  func refuseForeign() throws(FaceBlurError) {
    guard let foreign else { return }
    let owner = try naming(asset.record, try AdjustmentData.owner(ofFileContent: foreign.record))
    throw .foreignRecord(identifier: owner.formatIdentifier, version: owner.formatVersion).naming(
      asset.record)
  }

  /// Of the original.
  var mode: FileMode { original.file.mode }

  /// Begins to prove that the file which a render will replace is one of this photo; nil where there is no such file, or a photo is so
  /// large that its proofs should not take memory at the same time.
  func ownRenderMeanwhile(at path: FilePath) -> Future<HashedBytes?>? {
    guard let files = recordedFiles, path.exists,
      photo.geometry.uprightSize.width * photo.geometry.uprightSize.height <= Self.maxPixelsOfTwoProofs
    else { return nil }
    return Future { () throws(FaceBlurError) -> HashedBytes? in
      guard let file = try EditFiles.bytes(of: path).map(HashedBytes.init) else { return nil }
      return files.isOwnRender(at: path, bytes: file.bytes, sha256: file.sha256) ? file : nil
    }
  }

  private static let maxPixelsOfTwoProofs = 16_000_000

  /// Whether a file may be replaced by a render of this session.
  /// - Parameter proven: a file that was proven to be a render of this photo.
  func mayReplace(_ path: FilePath, holding bytes: [UInt8], proven: HashedBytes? = nil) -> Bool {
    if let proven, proven.equal(bytes) { return true }
    if let recordedFiles, recordedFiles.isOwnRender(at: path, bytes: bytes) { return true }
    // What another program made of the photo is kept elsewhere.
    guard path == asset.defaultRender, let kept = base?.photo.sha256 else { return false }
    return SHA256.hexDigest(of: bytes) == kept
  }

  /// The edit beneath this one; nil where `photo` is the original.
  var base: EditRecord.Base? { foreign?.inRecord ?? (record ?? superseded)?.base }
}
