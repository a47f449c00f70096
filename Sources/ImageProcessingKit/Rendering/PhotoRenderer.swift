/// Makes renders of one photo and proves each: from a photo, a plan and options to bytes that a client may give a name.
///
/// It knows neither records nor collections. No render gets a name that was not made here, and what has not passed the gate
/// leaves this room only as evidence in quarantine.
struct PhotoRenderer {
  let photo: Photo
  let options: RenderOptions
  /// Looks at every render; nil where its faces were looked for when the plan was made and no detector is at hand.
  let secondLook: SecondLook?
  /// Where a render that does not pass is kept, readable for the owner alone; nil for nowhere.
  var quarantine: FilePath?
  /// Stops a render from another thread.
  var cancellation: Cancellation?

  /// Renders a plan, seals the file and checks what the file system has. Where a face can still be seen beside a region, it
  /// starts again with larger ones. Tones are changed last, of what has passed.
  /// - Parameter staged: takes the render; it is let go where none is made.
  /// - Throws: `FaceBlurError` without the photo's name: where the photo cannot be read or rendered, the file not be written, the
  ///   detector fails, the render does not pass, or the work was cancelled.
  func render(
    _ plan: RegionPlan, _ filters: ToneFilters, into staged: consuming StagedFile
  ) throws(FaceBlurError) -> ProvenRender {
    let source = try source()
    let work = RenderWork(
      source: source, options: options, secondLook: secondLook, quarantine: quarantine,
      cancellation: cancellation)
    var sealed = try work.obscure(plan, in: staged)
    if !filters.isNeutral { try work.changeTones(filters, of: &sealed, in: staged) }
    let sha256 = try sealed.whole()
    if options.metadata.hidesTime { staged.hideTimes() }
    sealed.summary.notes = source.notes + sealed.summary.notes
    sealed.summary.warnings += source.warnings
    let format = source.photo.format
    if options.hasThumbnail, !format.container.holdsThumbnails {
      sealed.summary.notes.append("\(format.name) files hold no thumbnail, so it has none")
    }
    return ProvenRender(
      plan: sealed.plan, summary: sealed.summary, sha256: sha256, file: staged)
  }

  /// What renders are made from, proven to show the same as the photo.
  private func source() throws(FaceBlurError) -> RenderSource {
    do { return try RenderSource(photo, options) } catch { throw error.asRefusal(keptAt: nil) }
  }
}

/// A render that has passed the leak gate and the second look, in a file that has no name yet.
struct ProvenRender: ~Copyable {
  /// The plan that was asked for, with larger regions where a face could still be seen beside one.
  let plan: RegionPlan
  var summary: RenderSummary
  /// Of the file, in lower-case hexadecimal.
  let sha256: String
  /// Sealed; letting it go leaves nothing behind.
  let file: StagedFile

  /// The bytes that have passed, as they lie in the file.
  /// - Throws: `FaceBlurError` where they cannot be read, or are others now.
  borrowing func content() throws(FaceBlurError) -> [UInt8] {
    let bytes = try file.content()
    guard SHA256.hexDigest(of: bytes) == sha256 else { throw .internalError("the render has changed") }
    return bytes
  }

  fileprivate init(plan: RegionPlan, summary: RenderSummary, sha256: String, file: consuming StagedFile) {
    self.plan = plan
    self.summary = summary
    self.sha256 = sha256
    self.file = file
  }
}

/// The work on one render.
private struct RenderWork {
  let source: RenderSource
  let options: RenderOptions
  let secondLook: SecondLook?
  let quarantine: FilePath?
  let cancellation: Cancellation?

  private var photo: any EditablePhoto { source.content }
  private var gate: LeakGate { LeakGate(format: source.photo.format) }

  /// A file that is written.
  struct Sealed {
    var plan: RegionPlan
    var summary: RenderSummary
    /// What the file system has.
    let content: FileBytes
    /// Syncs the file while it is checked.
    let sync: Future<Void>
    /// Of what the file system has.
    let hash: FollowingHash

    /// Waits until the file is on disk.
    /// - Returns: its hash.
    /// - Throws: `FaceBlurError` where some of it could not be written.
    @discardableResult
    func whole() throws(FaceBlurError) -> String {
      let sha256 = try hash.value()
      try sync.value()
      return sha256
    }
  }

  func obscure(_ asked: RegionPlan, in staged: borrowing StagedFile) throws(FaceBlurError) -> Sealed {
    var plan = asked
    var options = options
    var growths = 0
    let reading = gate.reading(of: photo)
    while true {
      // What is looked at follows from the plan, and the gate proves that the render shows just that.
      let look = secondLook?.findingsMeanwhile(on: plan, of: source)
      let hash = staged.followed(by: FollowingHash.init)
      let summary = try photo.renderUnproven(
        source.areas(of: plan), with: plan.strength.style.obscurer, options: options,
        into: staged.sink)
      var sealed = try seal(staged, hash, plan, summary)
      do {
        try gate.check(
          sealed.content, of: photo, plan: source.plan(plan), options: options,
          madeBy: summary.path, meetingAt: summary.seam, having: reading)
      } catch {
        // Nobody reads a file any more that is written anew. Where it could not be written, that is the reason.
        try sealed.whole()
        // A tile that is copied may hold more than its picture; one that is written anew does not.
        guard error.kind == .leak(.codeBehindTile), options.tiles != .all else {
          throw refusal(of: sealed, error)
        }
        options.tiles = .all
        staged.sink.restart()
        continue
      }
      try sealed.whole()
      try stopIfCancelled()
      let seen = try look?.value()
      try stopIfCancelled()
      guard let grown = seen?.grown, growths < Self.maxGrowths else {
        sealed.summary.warnings += Self.warnings(on: seen)
        if options.tiles != self.options.tiles {
          sealed.summary.notes.append(
            "every tile was written anew, because something follows the code of one")
        }
        sealed.summary.notes += Self.notes(on: plan, grownFrom: asked)
        sealed.summary.warnings += Self.warnings(on: plan)
        return sealed
      }
      plan = grown
      growths += 1
      staged.sink.restart()
    }
  }

  func changeTones(
    _ filters: ToneFilters, of sealed: inout Sealed, in staged: borrowing StagedFile
  ) throws(FaceBlurError) {
    let before = sealed
    let checked = try photo.opening(render: Array(before.content))
    staged.sink.restart()
    let hash = staged.followed(by: FollowingHash.init)
    var summary = try checked.toneUnproven(with: filters, options: options, into: staged.sink)
    try stopIfCancelled()
    summary.notes = before.summary.notes + summary.notes
    summary.warnings = before.summary.warnings + summary.warnings
    summary.path = before.summary.path
    sealed = try seal(staged, hash, before.plan, summary)
    do {
      try gate.checkTones(
        of: sealed.content, against: checked, filters: filters, options: options)
    } catch {
      try sealed.whole()
      throw refusal(of: sealed, error)
    }
    try stopIfCancelled()
  }

  private func seal(
    _ staged: borrowing StagedFile, _ hash: FollowingHash, _ plan: RegionPlan, _ summary: RenderSummary
  ) throws(FaceBlurError) -> Sealed {
    try stopIfCancelled()
    let content = try staged.written()
    return Sealed(
      plan: plan, summary: summary, content: content, sync: Future(staged.syncing), hash: hash)
  }

  /// Keeps a render that did not pass as evidence.
  private func refusal(of sealed: Sealed, _ error: FaceBlurError) -> FaceBlurError {
    guard case .leak = error.kind else { return error }
    let isKept = quarantine.map { path in
      (try? StagedFile.holding(Array(sealed.content), for: path, mode: 0o600).place(replacing: true)) != nil
    }
    return error.asRefusal(keptAt: isKept == true ? quarantine : nil)
  }

  private func stopIfCancelled() throws(FaceBlurError) {
    if cancellation?.isCancelled == true { throw .cancelled }
  }

  /// How often regions may grow because of what is seen beside them.
  private static let maxGrowths = 3

  /// What was seen and is not hidden.
  private static func warnings(on seen: SecondLook.Findings?) -> [String] {
    guard let seen else { return [] }
    let drawn = Set(seen.drawn).sorted().prefix(maxNamed).map {
      "something like a face is seen beside \($0), which was drawn by hand; look at the render"
    }
    return drawn
      + (seen.grown == nil
        ? []
        : ["something like a face is still seen beside a region that has grown already; look at the render"])
  }

  /// What was done because of what the second look saw.
  private static func notes(on plan: RegionPlan, grownFrom asked: RegionPlan) -> [String] {
    let pairs = zip(asked.regions, plan.regions)
    return note(pairs.filter { $0.rect != $1.rect }.map(\.1), "grew, because a face was seen beside")
      + note(pairs.filter { $0.cells != $1.cells }.map(\.1), "filled with gray, because a face was seen")
  }

  private static func note(_ regions: [PlannedRegion], _ what: String) -> [String] {
    guard !regions.isEmpty else { return [] }
    let named = regions.prefix(maxNamed).map(\.id).joined(separator: ", ")
    let others = regions.count > maxNamed ? " and \(regions.count - maxNamed) more" : ""
    return ["\(counted(regions.count, "region")) \(what): \(named)\(others)"]
  }

  /// What a style tells that shows something of what it hides.
  private static func warnings(on plan: RegionPlan) -> [String] {
    let telling = plan.applied.filter { $0.cells != 0 }
    guard plan.strength.style.revealsContent, !telling.isEmpty else { return [] }
    return [
      "\(counted(telling.count, "region")) shown in cells of the face's own colours (\(plan.strength.style.rawValue)):"
        + " whoever knows the person may recognise them, and versions of one photo add up; the style mosaic tells nothing"
    ]
  }

  /// Regions that a note names; the record and the JSON have them all.
  private static let maxNamed = 12
}

extension FaceBlurError {
  /// What the gate says, as the reason for which nothing was published.
  /// - Parameter quarantine: where the render is; nil where it is nowhere.
  fileprivate func asRefusal(keptAt quarantine: FilePath?) -> FaceBlurError {
    guard case .leak = kind else { return self }
    return FaceBlurError(
      kind,
      "its render did not pass the leak gate: \(reason); nothing was published"
        + (quarantine.map { ", the file is in quarantine at \($0): do not publish it" } ?? ""),
      advice: "please report it")
  }
}
