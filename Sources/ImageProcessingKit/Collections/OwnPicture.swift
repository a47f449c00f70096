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
    guard let head = try? InputFile.open(path).bytes(at: 0, count: headBytes),
      let comment = JPEGEncoder.comment(of: head)
    else { return nil }
    return DisplayOutput.allCases.first { comment.hasPrefix("FaceBlur \($0.rawValue) ") }
      .map { "\($0 == .overlay ? "an" : "a") \($0.rawValue) that faceblur made" }
  }

  /// Holds every comment that is ours.
  private static let headBytes = 512

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
