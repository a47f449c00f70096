/// The display-size pictures that are written for people to look at.
enum DisplayOutput: String, CaseIterable {
  case preview
  case overlay

  /// The photo that a picture shows.
  struct Owner {
    let asset: PhotoAsset
    fileprivate let mode: UInt32
    fileprivate let sha256: String

    init(_ asset: PhotoAsset, of original: borrowing OriginalPhoto, sha256: String) {
      self.asset = asset
      mode = original.file.mode
      self.sha256 = sha256
    }
  }

  /// `<stem>_preview.jpg` or `<stem>_overlay.jpg` in a folder.
  func target(for owner: Owner, in folder: FilePath) -> FilePath {
    folder.appending(owner.asset.uniqueStem.suffixed("_\(rawValue).jpg"))
  }

  /// Writes the picture into a folder, which is made where missing.
  /// - Throws: `EditError` where the file may not or cannot be written.
  func write(
    _ picture: PixelBuffer, of owner: Owner, to folder: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(EditError) -> FilePath {
    let target = target(for: owner, in: folder)
    // Marks the file as ours and as this photo's, so that a later run may replace it.
    let comment = "FaceBlur \(rawValue) \(owner.sha256.prefix(16))"
    let bytes = try naming({ EditError.photo(owner.asset.original, $0) }) { () throws(PhotoError) in
      try JPEGEncoder.encode(picture, comment: comment)
    }
    try naming(EditError.file) { () throws(FileError) in
      try outputs.write(bytes, to: target, mode: owner.mode) { JPEGEncoder.comment(of: $0) == comment }
    }
    return target
  }
}
