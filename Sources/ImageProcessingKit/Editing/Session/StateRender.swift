/// A render of an edit's state that may get a name.
struct StateRender: ~Copyable {
  /// The state that was asked for, with larger regions where a face could still be seen beside one.
  let state: EditState
  var proven: ProvenRender

  /// Renders a state and proves the render.
  /// - Parameters:
  ///   - asset: names the files in errors; a render that does not pass is kept in quarantine beside its original.
  ///   - secondLook: nil where nobody looks.
  /// - Throws: `FaceBlurError` where the state leaves the photo as it is, the photo cannot be rendered, or the render does not
  ///   pass.
  static func make(
    of photo: Photo, _ asset: PhotoAsset, _ state: EditState, _ options: RenderOptions,
    into staged: consuming StagedFile, lookingAgain secondLook: SecondLook?,
    unless cancellation: Cancellation? = nil
  ) throws(FaceBlurError) -> StateRender {
    guard !state.changesNothing else { throw .obscuresNothing.naming(asset.record) }
    let plan = try naming(asset.record, try state.plan())
    let renderer = PhotoRenderer(
      photo: photo, options: options, secondLook: secondLook,
      quarantine: Self.quarantine(of: staged.target, beside: asset.original), cancellation: cancellation)
    do {
      let proven = try renderer.render(plan, state.tone.filters, into: staged)
      return StateRender(state: state.rendered(as: proven.plan, insteadOf: plan), proven: proven)
    } catch {
      throw error.naming(asset.original)
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
