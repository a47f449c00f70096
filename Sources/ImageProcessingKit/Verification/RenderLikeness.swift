/// Tells whether a file could be a render of a photo. A record is input like any other and could name any file, so its
/// word is not enough to replace or remove one.
enum RenderLikeness {
  /// Whether a file has the photo's stored size, sampling and quantisers, and holds nothing that a render may not.
  /// Hardly any other program's file is like that.
  /// - Parameter tonesChanged: whether it may have other colour components than the photo, as of a gray one.
  static func holds(
    for file: [UInt8], of photo: any EditablePhoto, tonesChanged: Bool = false
  ) -> Bool {
    guard let other = try? PhotoFormat.open(file, limits: .none),
      other.geometry.storedWidth == photo.geometry.storedWidth,
      other.geometry.storedHeight == photo.geometry.storedHeight
    else { return false }
    return file.withUnsafeBufferPointer { file in
      var inspection = JPEGInspection(file, policy: .everything, judge: HiddenPictureJudge(detector: nil))
      if inspection.thumbnail != nil, !inspection.acceptThumbnail() { return false }
      guard inspection.blocks.allSatisfy(\.isAllowed) else { return false }
      return photo.fileBytes.withUnsafeBufferPointer { original in
        guard let before = CodedPicture(original), let after = CodedPicture(file) else { return true }
        if tonesChanged, before.components.count != after.components.count { return true }
        return after.isComparable(to: before)
      }
    }
  }
}
