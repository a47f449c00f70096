/// The display-size pictures that are written for people to look at.
enum DisplayOutput: String {
  case preview
  case overlay

  /// The photo that a picture shows.
  struct Owner {
    let asset: PhotoAsset
    fileprivate let mode: FileMode
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

  /// Looks for what stands in the way of the picture, before anything else is written.
  /// - Throws: `FaceBlurError` where the file may not be written, or the folder is missing and cannot be made.
  func check(
    for owner: Owner, in folder: FilePath, guardedBy outputs: OutputGuard
  ) throws(FaceBlurError) {
    // No file has this hash, so a file that is there is one that may be replaced, or the guard says that it is not.
    do throws(FaceBlurError) {
      _ = try outputs.check(target(for: owner, in: folder), forContent: "") { mayReplace($0, of: owner) }
    } catch {
      throw error.withoutOtherName("name another folder for it")
    }
    try Folder.checkWritable(folder)
  }

  /// Writes the picture into a folder, which is made where missing.
  /// - Throws: `FaceBlurError` where the file may not or cannot be written.
  func write(
    _ picture: PixelBuffer, of owner: Owner, to folder: FilePath, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> FilePath {
    let target = target(for: owner, in: folder)
    let file = try naming(owner.asset.original, try DisplayFile.encode(picture))
    try outputs.write(DisplayMark.marking(file, as: self), to: target, mode: owner.mode) {
      mayReplace($0, of: owner)
    }
    return target
  }

  /// Whether a file is an earlier one of these that nobody has changed since.
  private func mayReplace(_ existing: [UInt8], of owner: Owner) -> Bool {
    switch DisplayMark(existing) {
    case .sealed(self, isWhole: true): true
    case .naming(self, let photo): owner.sha256.hasPrefix(photo)
    default: false
    }
  }
}

extension EditSession {
  /// What a display-size output of the session's photo belongs to.
  var displayOwner: DisplayOutput.Owner { DisplayOutput.Owner(asset, of: original, sha256: sha256) }
}
