/// Pictures in a source that faceblur made itself. They are left out of the target: renders and previews would be there twice,
/// and an overlay shows where the faces are.
final class OwnPictures {
  private let reader: PhotoReader
  /// Whether photos are edited beside what other programs have made of them, of which we keep a copy there.
  private let keepsBases: Bool
  /// The folder that was looked into last, and whether it holds records.
  private var folder: FilePath?
  private var hasRecords = false

  init(reader: PhotoReader, keepsBases: Bool) {
    (self.reader, self.keepsBases) = (reader, keepsBases)
  }

  /// As a run over a collection needs it. Without records beside photos, what was kept of another program's edit is all that is published of it.
  convenience init(_ settings: ScrubSettings) {
    self.init(reader: settings.reader, keepsBases: settings.records == .beside)
  }

  /// What a file is, if it is one of them; for the list, where a person sees what was left out.
  ///
  /// A render counts where it is proven to be one of the photo that its record names, so that no forged record
  /// keeps a photo out of the target.
  /// - Throws: `FaceBlurError` where nobody can tell whether it is what another program had made: taken for a photo, it would be published
  ///   without what a person hid in it.
  func kind(of path: FilePath) throws(FaceBlurError) -> String? {
    if let original = original(ofRender: path) {
      return "the render of \(original), which is scrubbed itself"
    }
    if keepsBases, let original = try original(ofBase: path) {
      return "what another program had made of \(original), which is scrubbed itself"
    }
    // The mark alone will do: one that somebody has retouched is no photo of the collection either.
    guard let head = try? InputFile.open(path).bytes(at: 0, count: DisplayMark.headBytes),
      let mark = DisplayMark(head)
    else { return nil }
    return switch mark.output {
    case .preview: "a preview that faceblur made"
    case .overlay: "an overlay that faceblur made"
    }
  }

  private func original(ofRender path: FilePath) -> FilePath? {
    guard mayBeRender(path), let original = PhotoAsset.original(ofRender: path) else { return nil }
    let asset = PhotoAsset(original)
    // A crash may have left the record on its way, and an earlier one in its place.
    let records = ([asset.record] + asset.unsettledRecords).compactMap { try? RecordFile.ours(at: $0) }
    guard !records.isEmpty, let bytes = try? EditFiles.bytes(of: path),
      let opened = try? OriginalPhoto.open(original, with: reader, locked: false)
    else { return nil }
    let isOwn = records.contains {
      let files = try? EditRevert.files(asset, $0, opened.photo, reader, RenderReach())
      return files?.isOwnRender(at: path, bytes: bytes) ?? false
    }
    return isOwn ? original : nil
  }

  /// The photo whose record says, with its hash, that a file is what another program had made of it.
  private func original(ofBase path: FilePath) throws(FaceBlurError) -> FilePath? {
    for original in PhotoAsset.originalNames(ofBase: path.name).map(path.folder.appending)
    where original.exists {
      let asset = PhotoAsset(original)
      guard let base = try RecordFile.ours(at: asset.record)?.base, base.photo.fileName == path.name else {
        continue
      }
      if try asset.base(of: base) != nil { return original }
    }
    return nil
  }

  /// Only a look at every record of the folder tells what a name of random digits is of. Photos may have such names, too, and
  /// folders of them are large.
  private func mayBeRender(_ path: FilePath) -> Bool {
    guard PhotoAsset.isAnonymousRenderName(path.name) else { return true }
    if folder != path.folder {
      folder = path.folder
      hasRecords = Folder.names(in: path.folder).contains(where: PhotoAsset.mayBeRecord)
    }
    return hasRecords
  }
}
