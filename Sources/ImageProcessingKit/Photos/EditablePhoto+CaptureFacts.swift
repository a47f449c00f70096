extension EditablePhoto {
  /// When and where the photo was taken; everything nil where the file does not say so in EXIF of a kind that is read.
  ///
  /// Reads the file's headers anew each time.
  public func captureFacts() -> CaptureFacts {
    CaptureFacts(JPEGSegments(fileBytes).exif)
  }
}
