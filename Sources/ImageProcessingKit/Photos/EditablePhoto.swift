/// A photo whose faces can be looked for and obscured, whatever container format it comes in.
///
/// Its renders are not proven yet: only the room Rendering asks for them, and the gate checks what comes out.
protocol EditablePhoto: Sendable {
  var geometry: PhotoGeometry { get }
  /// The file that the photo was opened from.
  var fileBytes: FileBytes { get }
  /// Whether the photo has no colours but greys.
  var isGray: Bool { get }
  /// Whether its renders show the same as a colour profile in its file says, where the policy keeps that.
  var keepsColorProfile: Bool { get }
  /// What the file says in EXIF of a kind that is read, as far as a render may carry it.
  var exif: EXIFBlock { get }
  /// The colour space of the first picture of `displayImage`; nil for sRGB and what is much the same.
  var displaySpace: KnownColorSpace? { get }
  /// Whether two by two pixels share their colour in the file.
  var hasHalvedColor: Bool { get }
  /// Whether what the file says of its picture has all viewers show it alike. Where it does not, they may all the same: decoding tells.
  var hasOneView: Bool { get }
  /// The photo of another format that the file holds as it is; nil for nearly all.
  var held: (any EditablePhoto)? { get }

  /// The whole coded picture, upright, whatever viewers show of it, in the colours that they make of it. Its long side is at most `longSide` pixels; it is never enlarged.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage

  /// The same, of which the first picture may be made so that others can look at the rows that are there. Where it is, the picture is the
  /// one that grew; where it is not, nobody is told of any row.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  func displayImage(
    fitting longSide: Int, growingIn growing: GrowingPicture
  ) throws(FaceBlurError) -> DisplayImage

  /// The whole coded picture at half its size, upright, band by band, in the same colours and views as `displayImage`. A band
  /// is lent when it has been read, in the order in which the photo is stored.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded, which may show after some of its bands; and what `use` throws.
  func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError)

  /// Parts of the coded picture, upright, at full size, or brought down to a long side of `longSide` pixels. What takes memory
  /// of the whole picture's size may make them smaller. Nothing is decoded twice, and a photo is read no further than needed.
  /// - Parameters:
  ///   - rects: in upright pixels; each lies in the picture.
  ///   - kind: of the viewers that show it so, which `displayImage` names; nil for most of them.
  /// - Returns: one for each, in their order.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer]

  /// What renders are made from where that is not the photo itself, because its colour profile cannot be carried over; nil
  /// for nearly all photos. The same photo gives the same bytes.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  func conversion() throws(FaceBlurError) -> ColorConversion?

  /// A small JPEG of the picture in stored orientation: what a render may carry as its thumbnail. The same pixels, with the
  /// same colour profile, give the same bytes. Nobody asks a format whose files hold none.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  func thumbnail() throws(FaceBlurError) -> [UInt8]

  /// Writes the photo at full size in its own format, with the areas obscured and of metadata what the options'
  /// policy allows.
  /// - Parameters:
  ///   - areas: areas on the grid of `geometry`.
  ///   - sink: takes the file; what a failed call has left there is no photo.
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary

  /// Begins on threads of its own what a render takes that does not depend on what is hidden. Whoever is likely to render the photo asks
  /// for it while there is other work; nobody has to.
  /// - Parameter threads: how many may work at it.
  func prepareRendering(threads: Int)

  /// Opens a file of the same format that was made from this photo, which has passed the limits.
  /// - Throws: `FaceBlurError` where it is none.
  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto

  /// Writes the photo at full size in its own format with its tones changed, everything else as `renderUnproven` writes it.
  /// What is in the photo stays recognisable: one whose faces are to be hidden must be a render already. The same
  /// photo and filters give the same bytes.
  /// - Parameter sink: takes the file; what a failed call has left there is no photo.
  /// - Throws: `FaceBlurError`, of kind `unsupportedPhoto` for colours that are no red, green and blue (CMYK).
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary
}

extension EditablePhoto {
  /// When and where the photo was taken; everything nil where its EXIF does not say so.
  var captureFacts: CaptureFacts { CaptureFacts(exif) }
  var displaySpace: KnownColorSpace? { nil }
  var hasHalvedColor: Bool { false }
  var hasOneView: Bool { false }
  var held: (any EditablePhoto)? { nil }

  func prepareRendering(threads: Int) {}

  func displayImage(
    fitting longSide: Int, growingIn growing: GrowingPicture
  ) throws(FaceBlurError) -> DisplayImage {
    try displayImage(fitting: longSide)
  }

  func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    try useAsOneBand(use)
  }

  /// Lends the whole picture at half its size as one band.
  func useAsOneBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    let image = try displayImage(fitting: (max(geometry.storedWidth, geometry.storedHeight) + 1) / 2)
    try use(PictureBand(views: image.everyView, rect: .wholePicture, core: .wholePicture))
  }

  func conversion() throws(FaceBlurError) -> ColorConversion? { nil }
  func thumbnail() throws(FaceBlurError) -> [UInt8] { throw .internalError("its format holds no thumbnails") }
}
