/// Reads a finished render from its file alone and checks it, before it gets its name.
///
/// Nothing outside the whitelist, no embedded picture but ours, every region as obscured as the plan says, everything else
/// unchanged, nothing in its code but the picture that is seen, and the whole decodes without a fault. Unchanged means every
/// coefficient; of a photo that had to be encoded anew, every coefficient as near to the original's picture as its quantiser lets
/// it be.
///
/// The gate reads files, computes what areas must show and asks whether they are where the plan's regions are with code of its
/// own. What it shares with the writer is the whitelist itself (`MetadataPolicy`, `EXIFTag`), the areas, their cells and their
/// outline that it measures (`RegionPlan.areas`, `ObscuredArea`), what components mean (`ColorModel`), and what the gate of the
/// format names.
struct LeakGate {
  /// Of the renders and of what they are made from.
  let format: PhotoFormat

  /// Begins to read what it needs of an original, while a render of it is made; nil where that saves nothing.
  func reading(of original: any EditablePhoto) -> (any OriginalReading)? {
    format.gate.reading(of: original)
  }

  /// - Parameters:
  ///   - render: the file as it was written.
  ///   - original: the photo it was made from.
  ///   - plan: what is obscured in it.
  ///   - path: how it was made: one that was encoded anew has other coefficients outside the regions, too.
  ///   - seam: what its writer says of the middle of both files; nil where it says nothing.
  ///   - reading: from `reading(of:)`, of the same original; nil to read it now.
  /// - Throws: `FaceBlurError` of kind `leak`, for the first thing that is wrong.
  func check(
    _ render: FileBytes, of original: any EditablePhoto, plan: RegionPlan, options: RenderOptions,
    madeBy path: RenderSummary.Path, meetingAt seam: RenderSeam? = nil,
    having reading: (any OriginalReading)? = nil
  ) throws(FaceBlurError) {
    try checkMetadata(of: render, against: original.fileBytes, options)
    try checkPicture(of: render, against: original, plan, path, meetingAt: seam, having: reading)
  }

  /// Everything but the picture.
  /// - Parameter kinds: what is let pass whatever it holds.
  func checkMetadata(
    of render: FileBytes, against original: FileBytes, _ options: RenderOptions,
    allowing kinds: Set<MetadataBlock.Kind> = []
  ) throws(FaceBlurError) {
    try render.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      var inspection = format.gate.inspection(
        of: render, lent: bytes, policy: options.metadata,
        judge: HiddenPictureJudge(detector: nil, limits: .none))
      if options.hasThumbnail, format.container.holdsThumbnails {
        guard let photo = try? format.reopen(render), inspection.acceptThumbnail(of: photo) else {
          throw .leakingThumbnail
        }
      }
      if let stranger = inspection.blocks.first(where: { !$0.isAllowed && !kinds.contains($0.kind) }) {
        throw .leakingBlock(stranger)
      }
      guard inspection.shape == original.withUnsafeBufferPointer(format.gate.shape) else {
        throw .otherShape
      }
    }
  }

  /// Whether a render's file holds nothing but the picture and what every policy may keep.
  func isBare(_ render: any EditablePhoto) -> Bool {
    render.fileBytes.withUnsafeBufferPointer { bytes in
      var inspection = format.gate.inspection(
        of: bytes, policy: .everything, judge: HiddenPictureJudge(detector: nil, limits: .none))
      if inspection.thumbnail != nil, !inspection.acceptThumbnail(of: render) { return false }
      return inspection.blocks.allSatisfy(\.isAllowed)
    }
  }

  /// The picture alone.
  /// - Parameters:
  ///   - path: how the render is said to have been made; nil where nobody wrote it down.
  ///   - judgesCode: whether anything else in the picture's code is refused; renders of earlier versions may have
  ///     what their originals had there.
  ///   - seam: as for `check`.
  ///   - reading: as for `check`.
  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ plan: RegionPlan,
    _ path: RenderSummary.Path?,
    judgesCode: Bool = true, meetingAt seam: RenderSeam? = nil, having reading: (any OriginalReading)? = nil
  ) throws(FaceBlurError) {
    try judging(
      try format.gate.checkPicture(
        of: render, against: original, areas(of: plan, on: original.geometry), plan.strength.style, path,
        judgesCode: judgesCode, meetingAt: seam, having: reading))
  }

  /// The regions alone, from nothing but the file: what their surroundings in it give, they must show.
  /// - Parameter photo: the file.
  func checkRegions(of photo: any EditablePhoto, _ plan: RegionPlan) throws(FaceBlurError) {
    try judging(
      try format.gate.checkRegions(
        of: photo.fileBytes, photo.geometry, areas(of: plan, on: photo.geometry), plan.strength.style))
  }

  /// A file whose tones were changed: it must show the render with the filters applied, and nothing else.
  /// - Parameters:
  ///   - toned: the file as it was written.
  ///   - render: what it was made from, which has passed the gate itself.
  /// - Throws: `FaceBlurError` of kind `leak(.otherTones)` where the picture is another.
  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, filters: ToneFilters, options: RenderOptions
  ) throws(FaceBlurError) {
    try checkMetadata(of: toned, against: render.fileBytes, options)
    try judging(try format.gate.checkTones(of: toned, against: render, filters))
  }

  /// A photo in other colours, from which renders are made in place of the original: it must show the same.
  func checkConversion(
    _ converted: any EditablePhoto, of original: any EditablePhoto
  ) throws(FaceBlurError) {
    try judging(try format.gate.checkConversion(converted, of: original))
  }

  /// A photo of the format of renders, which are made from it in place of an original of another format: it must show what viewers show
  /// of that.
  func checkExport(_ export: any EditablePhoto, of original: Photo) throws(FaceBlurError) {
    guard original.content.held == nil else { return try checkHeld(export, in: original) }
    try judging(try format.gate.checkExport(export, of: original.content))
  }

  /// What an original holds as it is must be had back from its file again, to the last byte.
  private func checkHeld(_ export: any EditablePhoto, in original: Photo) throws(FaceBlurError) {
    let again: (any EditablePhoto)?
    do { again = try original.format.reopen(original.fileBytes).held } catch { throw error.asLeak }
    guard let again, export.geometry == original.geometry,
      again.fileBytes.withUnsafeBufferPointers(and: export.fileBytes, { $0.elementsEqual($1) })
    else { throw .changedOutside }
  }

  /// Asks the format: what cannot be read is damaged, and so refused.
  private func judging(_ check: @autoclosure () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    do { try check() } catch { throw error.asLeak }
  }

  /// The areas of a plan, proven to hide all that it says.
  private func areas(
    of plan: RegionPlan, on geometry: PhotoGeometry
  ) throws(FaceBlurError) -> [ObscuredArea] {
    let areas = plan.areas(on: geometry)
    guard AreaCheck(areas, on: geometry).holds(for: plan) else { throw .leakingRegion }
    return areas
  }
}
