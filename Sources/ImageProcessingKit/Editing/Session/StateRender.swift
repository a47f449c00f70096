/// A render of an edit's state that may get a name.
struct StateRender: ~Copyable {
  /// The state that was asked for, with larger regions where a face could still be seen beside one.
  let state: EditState
  var proven: ProvenRender

  /// Renders a state and proves the render.
  /// - Parameters:
  ///   - asset: names the files in errors; a render that does not pass is kept in quarantine beside its original.
  ///   - secondLook: nil where nobody looks.
  /// - Throws: `EditError` where the state leaves the photo as it is, the photo cannot be rendered, or the render does not
  ///   pass.
  static func make(
    of photo: Photo, _ asset: PhotoAsset, _ state: EditState, _ options: RenderOptions,
    into staged: consuming StagedFile, lookingAgain secondLook: SecondLook?,
    unless cancellation: Cancellation? = nil
  ) throws(EditError) -> StateRender {
    guard !state.changesNothing else { throw .record(asset.record, .obscuresNothing) }
    let plan = try naming({ EditError.record(asset.record, $0) }, state.plan)
    let quarantine = Self.quarantine(of: staged.target, beside: asset.original)
    let renderer = PhotoRenderer(
      photo: photo, options: options, secondLook: secondLook, cancellation: cancellation)
    do throws(RenderError) {
      let proven = try renderer.render(plan, state.tone.filters, into: staged)
      return StateRender(state: state.rendered(as: proven.plan, insteadOf: plan), proven: proven)
    } catch {
      throw EditError(error, of: asset.original, keepingRefusedAt: quarantine)
    }
  }

  /// Where a render that did not pass is kept: beside the original, where the face is anyway, under a name that no program takes
  /// for a photo's.
  private static func quarantine(of target: FilePath, beside original: FilePath) -> FilePath {
    original.folder.appending(target.name.suffixed(".quarantined"))
  }
}

extension EditState {
  /// The state with the regions that a render has in place of those that were asked for.
  func rendered(as plan: RegionPlan, insteadOf asked: RegionPlan) -> EditState {
    guard plan != asked, let detector = faceBlur?.detector else { return self }
    var state = self
    state.faceBlur = FaceBlurAdjustment(plan, foundBy: detector)
    return state
  }
}

extension EditError {
  /// - Parameters:
  ///   - original: what was rendered.
  ///   - quarantine: where a render that did not pass is written, readable for the owner alone; nil for nowhere.
  init(_ error: RenderError, of original: FilePath, keepingRefusedAt quarantine: FilePath?) {
    switch error {
    case .photo(let error): self = .photo(original, error)
    case .file(let error): self = .file(error)
    case .detection(let error): self = .detection(original, error)
    case .cancelled: self = .cancelled(original)
    case .leak(let error, let refused):
      let isKept = quarantine.map { path in refused.map { Self.keep($0, at: path) } ?? false } ?? false
      self = .leak(original, error, quarantine: isKept ? quarantine : nil)
    }
  }

  private static func keep(_ refused: [UInt8], at path: FilePath) -> Bool {
    do throws(FileError) {
      try StagedFile.holding(refused, for: path, mode: 0o600).place(replacing: true)
      return true
    } catch {
      return false
    }
  }
}
