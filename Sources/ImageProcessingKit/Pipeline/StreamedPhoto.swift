/// A photo that came through a stream: it lies nowhere, so no record tells of its edit and nothing is written beside it.
package struct StreamedPhoto {
  /// What reports and errors call it.
  package let name: FilePath
  let photo: Photo
  /// The permissions of what is made from it, before the process's mask.
  let mode: FileMode

  /// - Parameters:
  ///   - stream: is read to its end.
  ///   - name: what reports and errors call the photo.
  ///   - reader: makes a photo of the bytes.
  /// - Throws: `FaceBlurError` where reading fails, or what was read is no photo or exceeds the reader's limits.
  package init(_ stream: ByteStream, called name: FilePath, with reader: PhotoReader) throws(FaceBlurError) {
    self.name = name
    mode = stream.mode ?? 0o666
    photo = try naming(name, try reader.open(try reader.bytes(of: stream, called: name)))
  }
}

extension BlurPipeline {
  /// Looks for the faces of a photo that came through a stream; writes nothing.
  /// - Throws: `FaceBlurError`.
  package func detect(_ streamed: StreamedPhoto) throws(FaceBlurError) -> PhotoReport {
    var report = try look(at: streamed.photo, streamed.name).report
    report.cautions = settings.cautions()
    return report
  }

  /// Blurs the faces of a photo that came through a stream. The render is whole and proven when it is given back, and lies in memory.
  /// - Returns: what was done, and the render; nil where no face was found, or it is a dry run.
  /// - Throws: `FaceBlurError`; a render that does not pass the gate is kept nowhere.
  package func blur(
    _ streamed: StreamedPhoto
  ) throws(FaceBlurError) -> (report: PhotoReport, render: [UInt8]?) {
    let (found, picture) = try lookToHide(streamed)
    var report = found
    guard isRendering(report) else { return (report, nil) }
    let render = try proven(
      streamed, lookingAgainAt: picture, &report, into: try StagedFile(inMemoryFor: streamed.name))
    return (report, try naming(streamed.name, try render.content()))
  }

  /// The same into a file, which no record tells of. Where no face is found, none is written.
  /// - Parameters:
  ///   - streamed: the photo.
  ///   - target: where the render goes; its ending must be one of the render's format.
  ///   - outputs: decides whether the target may be written.
  /// - Throws: `FaceBlurError`; nothing new is there then.
  package func blur(
    _ streamed: StreamedPhoto, to target: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> PhotoReport {
    let formats = settings.reader.formats
    let format = settings.renderOptions.format.format(ofRendersOf: streamed.photo.format)
    guard formats.name(target, for: format) == target else {
      throw FaceBlurError(
        .refused, target, "the render is a \(format.name)",
        advice: "name it \(formats.name(target, for: format))")
    }
    try outputs.refuseOriginals(target)
    let (found, picture) = try lookToHide(streamed)
    var report = found
    guard isRendering(report) else { return report }
    try Folder.making(target.folder) { () throws(FaceBlurError) in
      let render = try proven(
        streamed, lookingAgainAt: picture, &report, into: try StagedFile(for: target, mode: streamed.mode))
      outputs.note(streamed: SHA256.hexDigest(of: streamed.photo.fileBytes))
      try outputs.place(render.file, sha256: render.sha256) { _ in false }
    }
    report.outputs.render = target
    return report
  }

  private func lookToHide(
    _ streamed: StreamedPhoto
  ) throws(FaceBlurError) -> (report: PhotoReport, picture: PixelBuffer) {
    var looked = try look(at: streamed.photo, streamed.name)
    let metadata = looked.report.applied.isEmpty ? nil : settings.renderOptions.metadata
    looked.report.cautions = settings.cautions(begun: looked.report.plan, metadata)
    return looked
  }

  private func isRendering(_ report: PhotoReport) -> Bool { !report.applied.isEmpty && !settings.dryRun }

  /// Renders what was found, and has the gate and the detector look at it.
  private func proven(
    _ streamed: StreamedPhoto, lookingAgainAt picture: PixelBuffer, _ report: inout PhotoReport,
    into staged: consuming StagedFile
  ) throws(FaceBlurError) -> ProvenRender {
    guard let plan = report.plan else { throw .obscuresNothing.naming(streamed.name) }
    let photo = streamed.photo
    var options = settings.renderOptions
    options.format = options.format.chosen(for: photo.format)
    let renderer = PhotoRenderer(
      photo: photo, options: options, secondLook: finder.secondLook(comparingWith: picture))
    let render: ProvenRender
    do { render = try renderer.render(plan, ToneFilters(), into: staged) } catch {
      throw error.naming(streamed.name)
    }
    report.take(
      render.plan, render.summary, leavingOut: DroppedMetadata(from: photo, policy: options.metadata))
    return render
  }
}
