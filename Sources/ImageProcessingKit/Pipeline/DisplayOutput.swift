/// The display-size pictures that are written for people to look at.
enum DisplayOutput: String {
  case preview
  case overlay

  /// Marks the file as ours, so that a later run may replace it.
  private var comment: String { "FaceBlur \(rawValue)" }

  /// Writes `<stem>_preview.jpg` or `<stem>_overlay.jpg` into a folder, which is made where missing.
  /// - Throws: `EditError` where the file may not or cannot be written.
  func write(
    _ picture: PixelBuffer, of asset: PhotoAsset, to folder: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(EditError) -> FilePath {
    let target = folder.appending(asset.uniqueStem.suffixed("_\(rawValue).jpg"))
    let bytes = try naming({ EditError.photo(asset.original, $0) }) { () throws(PhotoError) in
      try JPEGEncoder.encode(picture, comment: comment)
    }
    try naming(EditError.file) { () throws(FileError) in
      try outputs.write(bytes, to: target) { JPEGEncoder.comment(of: $0) == comment }
    }
    return target
  }
}
