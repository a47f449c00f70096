/// The display-size pictures that are written for people to look at.
enum DisplayOutput: String {
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
    folder.appending(owner.asset.uniqueStem.suffixed("_\(rawValue).\(DisplayFile.fileExtension)"))
  }

  /// Writes the picture into a folder, which is made where missing.
  /// - Throws: `FaceBlurError` where the file may not or cannot be written.
  func write(
    _ picture: PixelBuffer, of owner: Owner, to folder: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> FilePath {
    let target = target(for: owner, in: folder)
    let file = try naming(owner.asset.original, try DisplayFile.encode(picture))
    try outputs.write(DisplayMark.marking(file, as: self), to: target, mode: owner.mode) { existing in
      switch DisplayMark(existing) {
      case .sealed(self, isWhole: true): true
      case .naming(self, let photo): owner.sha256.hasPrefix(photo)
      default: false
      }
    }
    return target
  }
}

extension EditSession {
  /// What a display-size output of the session's photo belongs to.
  var displayOwner: DisplayOutput.Owner { DisplayOutput.Owner(asset, of: original, sha256: sha256) }
}
