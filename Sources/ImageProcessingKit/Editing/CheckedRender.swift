/// A render in a staged file that has passed the leak gate and the detector's second look.
struct CheckedRender {
  /// The plan that was asked for, with fewer cells where a face could still be seen.
  let plan: RegionPlan
  let summary: RenderSummary
  /// Of the file, in lower-case hexadecimal.
  let sha256: String

  /// Renders into a staged file and seals it, checks what the file system has, and starts again with a stronger plan
  /// where a face can still be seen.
  /// - Throws: `EditError` where the plan obscures nothing, the photo cannot be rendered, or the render does not pass;
  ///   it is kept in quarantine then.
  static func make(
    of photo: any EditablePhoto, _ asset: PhotoAsset, _ plan: RegionPlan, _ options: RenderOptions,
    into staged: borrowing StagedFile, lookingAgain secondLook: SecondLook?
  ) throws(EditError) -> CheckedRender {
    guard !plan.applied.isEmpty else { throw .record(asset.record, .obscuresNothing) }
    var plan = plan
    var hardened: Set<String> = []
    while true {
      var summary = try naming({ EditError.photo(asset.original, $0) }) {
        [sink = staged.sink] () throws(PhotoError) in
        try photo.render(
          plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options, into: sink)
      }
      let sha256: String
      let content: [UInt8]
      do throws(FileError) {
        sha256 = try staged.seal()
        content = try staged.content()
      } catch {
        throw .file(error)
      }
      let colors: [[CellColor]]?
      do throws(LeakError) {
        colors = try LeakGate.check(content, of: photo, plan: plan, options: options, madeBy: summary.path)
      } catch {
        throw .leak(asset.original, error, quarantine: quarantine(content, of: staged.target, asset))
      }
      let stronger = try naming({ EditError.detection(asset.original, $0) }) { () throws(DetectionError) in
        try secondLook?.strongerPlan(than: plan, on: photo.geometry, colors: colors, in: content)
      }
      if let stronger {
        hardened.formUnion(zip(plan.regions, stronger.regions).filter { $0.cells != $1.cells }.map(\.1.id))
        plan = stronger
        staged.sink.restart()
        continue
      }
      summary.notes += plan.applied.filter { hardened.contains($0.id) }.map(Self.note)
      if options.metadata.hidesTime { staged.hideTimes() }
      return CheckedRender(plan: plan, summary: summary, sha256: sha256)
    }
  }

  private static func note(on region: PlannedRegion) -> String {
    let how = region.cells == 0 ? "it is filled with gray" : "it gets only \(region.cells ?? 0) cells"
    return "a face could still be seen in region \(region.id), so \(how)"
  }

  /// Keeps a render that did not pass beside the original, where the face is anyway, under a name that no program
  /// takes for a photo's, readable for the owner alone.
  /// - Returns: where it is; nil where it could not be kept.
  private static func quarantine(_ content: [UInt8], of target: FilePath, _ asset: PhotoAsset) -> FilePath? {
    let path = asset.original.folder.appending(target.name.suffixed(".quarantined"))
    do throws(FileError) {
      try StagedFile.holding(content, for: path, mode: 0o600).place(replacing: true)
      return path
    } catch {
      return nil
    }
  }
}
