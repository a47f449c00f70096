/// What a photo's record says of its renders, to compare a file with.
struct RecordedRender {
  /// What renders are made from: the original, or what another program made of it.
  let source: Photo
  /// Nil where there is none of this very photo.
  var record: EditRecord?
  /// Why the record that is there does not say what was to be hidden.
  var doubt: String?

  /// - Parameters:
  ///   - path: of the original.
  ///   - folder: where the record is; nil for beside the original, if there is one.
  ///   - reader: of the original.
  /// - Throws: `FaceBlurError` where the original cannot be read, or a folder is named and holds no record of ours for it.
  static func of(
    _ path: FilePath, recordedIn folder: FilePath? = nil, _ reader: PhotoReader
  ) throws(FaceBlurError) -> RecordedRender {
    let original = try OriginalPhoto.open(path, with: reader, locked: false)
    let asset = PhotoAsset(path, recordFolder: folder)
    let record: EditRecord
    do throws(FaceBlurError) {
      guard case .ours(let found, _) = try RecordFile.read(asset.record) else {
        guard folder == nil else { throw FaceBlurError.noRecord }
        return RecordedRender(source: original.photo)
      }
      record = found
    } catch {
      // Whoever names a folder knows of a record there.
      if folder != nil, error.kind == .noRecord {
        throw FaceBlurError(
          .noRecord, asset.record, "there is no edit record of the original",
          advice: "name the folder that it lies in; a run over a collection makes one for each folder")
      }
      let doubt =
        error.kind == .noRecord
        ? nil : "the record of the original cannot be read, so nobody knows what was to be hidden: \(error)"
      return RecordedRender(source: original.photo, doubt: doubt)
    }
    guard record.source.sha256 == original.sha256() else {
      return RecordedRender(
        source: original.photo,
        doubt: "the original has changed since its record was made, so it cannot be compared")
    }
    guard let base = record.base else { return RecordedRender(source: original.photo, record: record) }
    guard let kept = try asset.base(of: base) else {
      throw .baseGone(asset.place(of: base)).naming(asset.record)
    }
    let photo = try OriginalPhoto.open(kept, with: reader, locked: false).photo
    return RecordedRender(source: photo, record: record)
  }

  /// What the gate says of a file's picture, given what was to be done to it.
  func problems(of photo: Photo, _ record: EditRecord) -> [String] {
    guard let content = record.state.renderContent else { return ["the record is damaged"] }
    let sha256 = SHA256.hexDigest(of: photo.fileBytes)
    let render = record.renders.last { $0.sha256 == sha256 }
    var options = render?.options ?? RenderOptions()
    // A file that the record does not name is of the format that it is of.
    if render == nil { options.format = RenderFormat(of: photo.format, madeFrom: source.format) }
    let proof = RenderProof(photo: source, options: options, way: render?.way)
    do {
      // One that was encoded anew differs outside the regions, too.
      try proof.checkPicture(of: photo.fileBytes, content)
      return []
    } catch {
      return ["\(error)"]
    }
  }
}
