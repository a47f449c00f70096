/// What the gate asks of one format, answered by a reader that shares nothing with what writes the format.
///
/// Where a file cannot be read, a check throws any `FaceBlurError`: that is a reason to refuse, too.
protocol FormatGate: Sendable {
  /// Lists every part of a file that is not the picture.
  /// - Parameters:
  ///   - file: must outlive the inspection.
  ///   - policy: what may be there.
  ///   - judge: looks for faces in pictures that are found.
  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection

  /// The same of a render, as long as its bytes are lent: of what was looked at, nothing need stay in memory.
  func inspection(
    of render: FileBytes, lent bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy,
    judge: HiddenPictureJudge
  ) -> any FileInspection

  /// How a file says that its picture is shown.
  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape

  /// Proves that a render shows its original outside the areas, and in them what the style makes of them.
  /// - Parameters:
  ///   - areas: on the grid of the original's units; they cover what is to be hidden.
  ///   - path: how the render is said to have been made; nil where nobody wrote it down. A way that
  ///     the format does not know is refused.
  ///   - judgesCode: whether anything else in the picture's code is refused; renders of earlier versions may have what their
  ///     originals had there.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` where an area shows something else, `leak(.changedOutside)` where the rest does.
  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError)

  /// Begins to read what `checkPicture` needs of an original, on a thread of its own, before there is a render.
  /// - Returns: nil where that saves nothing.
  func reading(of original: any EditablePhoto) -> (any OriginalReading)?

  /// The same, on two threads where the writer has told how the files stand in the middle of the picture: what it says is proven.
  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle, _ path: RenderSummary.Path?, judgesCode: Bool, meetingAt seam: RenderSeam?,
    having reading: (any OriginalReading)?
  ) throws(FaceBlurError)

  /// Proves from nothing but the file that the areas show what their surroundings in it give.
  /// - Parameter geometry: the file's.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` where one does not.
  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError)

  /// Proves that a toned file shows its render with the filters applied, and nothing else.
  /// - Parameter render: what the file was made from, proven itself.
  /// - Throws: `FaceBlurError` of kind `leak(.otherTones)` where the picture is another.
  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError)

  /// Proves that a photo whose colours were converted shows what its original shows, and nothing else.
  /// - Throws: `FaceBlurError` of kind `leak`.
  func checkConversion(_ converted: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError)

  /// Proves that a photo of this format that was made of one of another shows what viewers show of that, upright, and nothing else.
  /// - Throws: `FaceBlurError` of kind `leak`.
  func checkExport(_ export: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError)
}

extension FormatGate {
  /// Of formats whose inspections need all of a file.
  func inspection(
    of render: FileBytes, lent bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy,
    judge: HiddenPictureJudge
  ) -> any FileInspection {
    inspection(of: bytes, policy: policy, judge: judge)
  }

  /// Of formats that read an original when they need it.
  func reading(of original: any EditablePhoto) -> (any OriginalReading)? { nil }

  /// Of formats whose writers tell nothing.
  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle, _ path: RenderSummary.Path?, judgesCode: Bool, meetingAt seam: RenderSeam?,
    having reading: (any OriginalReading)?
  ) throws(FaceBlurError) {
    try checkPicture(of: render, against: original, areas, style, path, judgesCode: judgesCode)
  }

  /// Of formats that convert nothing.
  func checkConversion(_ converted: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    throw .damagedRender("photos of this format are never converted")
  }

  /// Of formats that nothing is made of.
  func checkExport(_ export: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    throw .damagedRender("photos of this format are never made of others")
  }
}

/// What a gate reads of an original, with its own eyes, while a render of it is made.
protocol OriginalReading: Sendable {}

/// How a stored picture is shown: a render says the same as its original.
struct PictureShape: Hashable {
  var orientation = Orientation.up
  /// What viewers show, in stored pixels; nil for all of it.
  var visible: PixelRect?
}

/// Every part of one file that is not the picture.
protocol FileInspection {
  /// In the order of the file.
  var blocks: [MetadataBlock] { get }
  var shape: PictureShape { get }
  /// Where a thumbnail lies that a render may carry if it shows what the picture shows.
  var thumbnail: Range<Int>? { get }

  /// That thumbnail's bytes; nil where there is none.
  /// - Parameter file: that is inspected.
  func thumbnailBytes(in file: FileBytes) -> [UInt8]?

  /// Allows the thumbnail.
  mutating func allowThumbnail()

  /// Notes what the picture's data holds besides the picture that is seen.
  /// - Parameter warning: what a decoder said of it.
  mutating func judgePicture(warning: String?)
}

extension FileInspection {
  /// Of files in which it lies as it is.
  func thumbnailBytes(in file: FileBytes) -> [UInt8]? { thumbnail.map(file.copy) }

  /// Allows the thumbnail where it shows what the photo shows, and nothing that was obscured since: it is made again from the
  /// photo's own pixels, and must be the same to the last byte. Likeness would be no proof: in the dark, faces are alike.
  /// - Parameter photo: the file that is inspected.
  /// - Returns: whether there is one that does.
  mutating func acceptThumbnail(of photo: any EditablePhoto) -> Bool {
    guard let thumbnail = thumbnailBytes(in: photo.fileBytes), let again = try? photo.thumbnail(),
      again == thumbnail
    else { return false }
    allowThumbnail()
    return true
  }
}
