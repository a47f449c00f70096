/// The edit that a record holds, ready to be changed and rendered again where and as it was.
struct RecordedEdit {
  let adjustment: FaceBlurAdjustment
  let plan: RegionPlan
  /// Where the newest render goes, and how it is made.
  let render: FilePath
  let options: RenderOptions
  /// Earlier renders in other places that are still there.
  let otherRenders: [FilePath]
}

extension EditSession {
  /// Takes up the recorded edit; nil where there is none.
  /// - Throws: `EditError` where its newest render may not be written where the record says.
  func recordedEdit() throws(EditError) -> RecordedEdit? {
    guard let previous, let newest = previous.renders.last else { return nil }
    return RecordedEdit(
      adjustment: previous,
      plan: try naming({ [asset] in EditError.record(asset.record, $0) }, previous.plan),
      render: try recordedPlace(of: newest), options: previous.options(of: newest),
      otherRenders: previous.renders.dropLast().map(asset.location).filter(\.exists))
  }
}
