/// What a photo's record says of its renders, to compare a file with.
struct RecordedRender {
  /// What renders are made from: the original, or what another program made of it.
  let source: any EditablePhoto
  /// Nil where there is none of this very photo.
  let record: EditRecord?

  /// - Throws: `EditError` where the original cannot be read.
  static func of(_ path: FilePath, limits: ImageLimits) throws(EditError) -> RecordedRender {
    let original = try OriginalPhoto.open(path, limits: limits, locked: false)
    let asset = PhotoAsset(path)
    guard let record = RecordFile.ours(at: asset.record), record.source.sha256 == original.sha256() else {
      return RecordedRender(source: original.photo, record: nil)
    }
    guard let base = record.base else { return RecordedRender(source: original.photo, record: record) }
    guard let kept = asset.base(of: base) else {
      throw .record(asset.record, .baseGone(asset.place(of: base)))
    }
    let photo = try OriginalPhoto.open(kept, limits: limits, locked: false).photo
    return RecordedRender(source: photo, record: record)
  }

  /// What the gate says of a file's picture, given what was to be done to it.
  func problems(of photo: any EditablePhoto, _ record: EditRecord) -> [String] {
    guard let plan = try? record.state.plan() else { return ["the record is damaged"] }
    let sha256 = SHA256.hexDigest(of: photo.fileBytes)
    let render = record.renders.last { $0.sha256 == sha256 }
    do throws(LeakError) {
      let filters = record.state.tone.filters
      guard filters.isNeutral else {
        return try problems(of: photo, plan, filters, render?.options ?? RenderOptions())
      }
      // One that was encoded anew differs outside the regions, too.
      _ = try LeakGate.checkPicture(of: photo.fileBytes, against: source, plan, render?.way ?? .bitCopy)
      return []
    } catch {
      return ["\(error)"]
    }
  }

  /// A photo whose tones were changed is compared with what it was made from, which is made again.
  private func problems(
    of photo: any EditablePhoto, _ plan: RegionPlan, _ filters: ToneFilters, _ options: RenderOptions
  ) throws(LeakError) -> [String] {
    guard let obscured = try? obscured(plan, options) else {
      return ["it cannot be compared with the original"]
    }
    try ToneCheck.check(photo.fileBytes, against: obscured, filters: filters, options: options)
    return []
  }

  private func obscured(
    _ plan: RegionPlan, _ options: RenderOptions
  ) throws(PhotoError) -> any EditablePhoto {
    let sink = MemorySink()
    _ = try source.render(
      plan.areas(on: source.geometry), with: plan.strength.style.obscurer, options: options, into: sink)
    return try PhotoFormat.open(sink.bytes, limits: .none)
  }
}
