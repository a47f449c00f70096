/// Where and how the newest render of a recorded edit is made, so that the edit can be changed and rendered again.
struct RecordedEdit {
  let record: EditRecord
  /// Nil where the record holds no regions.
  let plan: RegionPlan?
  let destination: EditSession.Destination
}

extension EditSession {
  /// Takes up the recorded edit, also that of an original that has changed since; nil where there is none.
  /// - Throws: `FaceBlurError` where its newest render may not be written where the record says.
  func recordedEdit() throws(FaceBlurError) -> RecordedEdit? {
    guard let record = record ?? superseded, let newest = record.renders.last else { return nil }
    let plan = try naming(asset.record, try record.state.faceBlur?.plan())
    return RecordedEdit(
      record: record, plan: plan,
      destination: Destination(target: try recordedPlace(of: newest), options: newest.options))
  }

  /// Renders the recorded edit again, from its settings alone.
  /// - Parameter outputs: the guard that all photos of a run share.
  /// - Parameter copy: where a copy goes that the record does not keep track of; nil for where the record
  ///   says the render is.
  /// - Parameter format: of the render; nil for that of the newest one.
  /// - Throws: `FaceBlurError` where there is no record or the file may not or cannot be written.
  package consuming func renderAgain(
    to copy: FilePath?, as format: RenderFormat? = nil, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> (render: FilePath, way: RenderSummary.Path, notes: [String], warnings: [String])
  {
    try refuseForeign()
    guard let newest = record?.renders.last else { throw asset.noRecord }
    let formats = options.reader.formats
    guard let copy else {
      var destination = try recordedEdit()?.destination
      destination?.change(to: format, of: photo, in: formats)
      let committed = try finish(to: destination, lookingAgain: nil, guardedBy: &outputs)
      return (committed.render, committed.path, committed.notes, committed.warnings)
    }
    try refuseReverting()
    try refuseLostBase()
    try refuseUnseen()
    try outputs.refuseOriginals(copy)
    try refuseNeeded(copy)
    var destination = Destination(target: copy, options: newest.options)
    destination.change(to: format, of: photo, in: formats)
    let made = destination.options.format.format(ofRendersOf: photo.format)
    guard formats.name(copy, for: made) == copy else {
      throw FaceBlurError(
        .refused, copy, "the render is a \(made.name)", advice: "name it \(formats.name(copy, for: made))")
    }
    let renderOptions = destination.options
    let summary = try Folder.making(copy.folder) { () throws(FaceBlurError) in
      let staged = try StagedFile(for: copy, mode: mode)
      let render = try StateRender.make(
        of: photo, asset, state, renderOptions, into: staged, lookingAgain: nil)
      try outputs.place(render.proven.file, sha256: render.proven.sha256) { mayReplace(copy, holding: $0) }
      return render.proven.summary
    }
    return (copy, summary.path, summary.notes, summary.warnings)
  }

  /// Where the record says that a render is.
  /// - Throws: `FaceBlurError` unless a render of this photo is there, or the place is one that faceblur would have chosen.
  private func recordedPlace(of render: EditRecord.Render) throws(FaceBlurError) -> FilePath {
    let path = asset.location(of: render)
    if path == asset.defaultRender { return path }
    guard options.reach.holds(path, of: asset.original) else {
      throw .renderElsewhere(path).naming(asset.record)
    }
    let isRenderName =
      path.pathExtension == asset.original.pathExtension
      || options.reader.formats.fileExtensions.contains(path.pathExtension.lowercased())
    // Elsewhere a file that is gone is written again only under the name that a folder's renders get.
    let format = render.options.format.format(ofRendersOf: photo.format)
    let isExpected =
      render.path.isSingleName || path.exists
      || [asset.original.name, options.reader.formats.name(asset.original.name, for: format)].contains(
        path.name)
    guard isRenderName, isExpected, path.folder.isFolder else {
      throw .renderGone(path).naming(asset.record)
    }
    return path
  }
}

extension EditSession.Destination {
  /// Changes the format of the render, and the ending of its name with it.
  /// - Parameters:
  ///   - format: nil for no change.
  ///   - photo: that is rendered.
  ///   - formats: whose endings are known.
  mutating func change(to format: RenderFormat?, of photo: Photo, in formats: PhotoFormats) {
    guard let format = format?.chosen(for: photo.format), format != options.format else { return }
    options.format = format
    target = target.map { formats.name($0, for: format.format(ofRendersOf: photo.format)) }
  }
}
