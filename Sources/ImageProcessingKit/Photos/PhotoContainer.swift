/// One container format that photos come in: how its files are recognised, measured and opened.
///
/// A new format is one folder in Photos that conforms to this and to `EditablePhoto`, one in Verification that conforms to
/// `FormatGate`, and two lines in Formats: see the article "Write a format".
protocol PhotoContainer: Sendable {
  /// What people call the format: "JPEG".
  var name: String { get }
  /// Apple's uniform type identifier: "public.jpeg".
  var typeIdentifier: String { get }
  /// The endings of its files' names, in lower case; the first is that of a render without a name of its own.
  var fileExtensions: [String] { get }

  /// Whether its files can hold a thumbnail; where they cannot, nobody is refused a render for having asked for one.
  var holdsThumbnails: Bool { get }

  /// Whether a file that begins with these bytes, at most `PhotoFormats.headBytes`, is one of this format.
  func recognizes(_ head: [UInt8]) -> Bool

  /// What the header says that a decoder goes by; nil where there is no header to be found, and opening says why.
  /// - Throws: `FaceBlurError` where the file cannot be read.
  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent?

  /// Opens a photo. Nothing of the picture's size is allocated.
  /// - Throws: `FaceBlurError` where the bytes are no such photo or exceed the limits.
  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto

  /// Makes a photo of this format of one of another: upright, and of what viewers show of that alone. Its metadata is what may be
  /// kept of the other's. The same photo gives the same bytes.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded, or is of a size that this format has not.
  func export(of photo: any EditablePhoto) throws(FaceBlurError) -> any EditablePhoto
}

extension PhotoContainer {
  /// Of formats that nothing is made of.
  func export(of photo: any EditablePhoto) throws(FaceBlurError) -> any EditablePhoto {
    throw .internalError("no \(name) is made of other photos")
  }
}

extension InputFile {
  /// Some bytes of a photo, all of them.
  /// - Parameter range: in the file as it was when it was opened.
  /// - Throws: `FaceBlurError` where reading fails, or the file has become shorter since.
  func photoBytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] {
    let bytes = try self.bytes(at: range.lowerBound, count: range.count)
    guard bytes.count == range.count else { throw .truncatedPhoto("it became shorter") }
    return bytes
  }
}

/// What a photo's header claims of its picture.
struct PhotoExtent: Sendable, Hashable {
  /// Size of the coded picture in pixels.
  let width: Int
  let height: Int
  /// Bytes that rendering and comparing takes beside the files and the pictures at display size; an estimate.
  let workingBytes: Int
  /// Whether `EditablePhoto.forEachBand` reads bands one by one, and never holds the whole picture.
  let isReadInBands: Bool

  /// A header may claim anything: what is more than any memory holds is that, so that nobody's sums overflow.
  init(width: Int, height: Int, workingBytes: Int, isReadInBands: Bool = false) {
    self.width = min(max(width, 0), 1 << 30)
    self.height = min(max(height, 0), 1 << 30)
    self.workingBytes = min(max(workingBytes, 0), 1 << 60)
    self.isReadInBands = isReadInBands
  }
}
