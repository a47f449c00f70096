/// Pictures in a source that faceblur made itself: published beside their photos, each would be there twice, and an overlay
/// is of use to nobody.
enum OwnPicture {
  /// What a file is, if it is one of them; for the list, where a person sees what was left out.
  ///
  /// A render counts where it is proven to be one of the photo that its record names, so that no record of a stranger's
  /// keeps a photo out of the target.
  static func kind(of path: FilePath, limits: ImageLimits) -> String? {
    if let original = original(ofRender: path, limits: limits) {
      return "the render of \(original), which is scrubbed itself"
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

  private static func original(ofRender path: FilePath, limits: ImageLimits) -> FilePath? {
    guard let original = PhotoAsset.original(ofRender: path) else { return nil }
    let asset = PhotoAsset(original)
    guard let record = RecordFile.ours(at: asset.record), let bytes = EditFiles.bytes(of: path),
      let opened = try? OriginalPhoto.open(original, limits: limits, locked: false),
      EditRevert.files(asset, record, opened.photo, RenderReach()).isOwnRender(at: path, bytes: bytes)
    else { return nil }
    return original
  }
}
