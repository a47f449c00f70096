/// A JPEG XL that was made of a JPEG: it is that JPEG, and its renders are the JPEG's, coded as it is.
///
/// What viewers show is made of the same coefficients that the JPEG has (ISO/IEC 18181-2, annex A), so all that is known of JPEGs holds
/// for it: what can be copied is copied, and nothing outside the areas is another than it was.
struct JPEGXLPhoto: EditablePhoto {
  let fileBytes: FileBytes
  /// The JPEG that the file was made of.
  let jpeg: JPEGPhoto

  /// JPEGs have no longer sides.
  private static let maxSide = 65_535

  /// The JPEG is had back at once: how large its units are stands in it alone. It is about as long as the file.
  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    let header = try JPEGXLFile(size: bytes.count) { (range) throws(FaceBlurError) in bytes.copy(range) }
      .header
    let (width, height) = (header.width, header.height)
    let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard !isTooLarge, pixels <= limits.maxPixels else {
      throw .photoTooLarge("\(width) × \(height) pixels, more than the limit of \(limits.maxPixels)")
    }
    guard max(width, height) <= Self.maxSide else {
      throw .photoTooLarge("it is wider or higher than \(Self.maxSide) pixels")
    }
    let file = bytes.copy(0..<bytes.count)
    let restored: [UInt8]
    do throws(FaceBlurError) {
      restored = try JPEGXLCodec.jpeg(of: file, width: width, height: height)
    } catch {
      throw [.damagedPhoto, .unsupportedPhoto].contains(error.kind) ? .lostJPEG : error
    }
    try self.init(bytes, JPEGPhoto(restored, limits: limits), header)
  }

  private init(_ bytes: FileBytes, _ jpeg: JPEGPhoto, _ header: JPEGXLHeader) throws(FaceBlurError) {
    fileBytes = bytes
    self.jpeg = jpeg
    guard jpeg.geometry.storedWidth == header.width, jpeg.geometry.storedHeight == header.height else {
      throw .damagedPhoto("the JPEG in it is of another size than it says")
    }
    // Viewers go by the code's, and the render is turned as the JPEG is.
    guard jpeg.geometry.orientation == header.orientation else {
      throw .unsupportedJPEGXL("it is turned in another way than the JPEG in it", instead: "a JPEG")
    }
  }

  var geometry: PhotoGeometry { jpeg.geometry }
  var isGray: Bool { jpeg.isGray }
  var keepsColorProfile: Bool { jpeg.keepsColorProfile }
  var exif: EXIFBlock { jpeg.exif }
  var displaySpace: KnownColorSpace? { jpeg.displaySpace }
  var held: (any EditablePhoto)? { jpeg }

  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    try jpeg.displayImage(fitting: longSide)
  }

  func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    try jpeg.forEachBand(use)
  }

  var hasOneView: Bool { jpeg.hasOneView }

  func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer] {
    try jpeg.parts(rects, fitting: longSide, by: kind)
  }

  func thumbnail() throws(FaceBlurError) -> [UInt8] { try jpeg.thumbnail() }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try JPEGXLPhoto(FileBytes(render), limits: .none)
  }

  /// Bytes that rendering and comparing takes: coefficients of the photo and of the render, and what the codec takes in its own
  /// process, which is up to 60 bytes a pixel.
  static func workingBytes(width: Int, height: Int) -> Int {
    // A header may claim anything.
    72 * min(width, 1 << 27) * min(height, 1 << 27)
  }
}
