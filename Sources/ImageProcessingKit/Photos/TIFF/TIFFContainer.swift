/// TIFF files (TIFF 6.0) and BigTIFF files.
struct TIFFContainer: PhotoContainer {
  let name = "TIFF"
  let typeIdentifier = "public.tiff"
  let fileExtensions = ["tif", "tiff"]
  let holdsThumbnails = false

  func recognizes(_ head: [UInt8]) -> Bool { TIFFForm(head) != nil }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    guard let head = TIFFReader(try file.bytes(at: 0, count: 16)), let place = head.firstDirectory,
      place > 0, place < file.size
    else { return nil }
    // Only the first directory is read, and of its values those that stand in it: as one of a file of its own.
    let table = try file.bytes(at: place, count: min(Self.maxTableBytes, file.size - place))
    guard let reader = TIFFReader(head.form.header + table) else { return nil }
    let directory = reader.entries(at: head.form.headerBytes)
    func number(_ tag: Int) -> Int? {
      directory[tag].flatMap { $0.count == 1 ? reader.firstNumber(of: $0) : nil }
    }
    let sides = 1...Int(Int32.max)
    guard let width = number(TIFFTag.imageWidth), let height = number(TIFFTag.imageLength),
      sides.contains(width), sides.contains(height)
    else { return nil }
    guard width * height <= 1 << 40 else {
      return PhotoExtent(width: width, height: height, workingBytes: .max)
    }
    // Their depth may stand elsewhere: two bytes at most.
    let pixelBytes = 2 * min(max(number(TIFFTag.samplesPerPixel) ?? 1, 1), 8)
    // A row of strips or tiles; those may reach beyond the picture, but not far.
    func padded(_ side: Int, _ tag: Int) -> Int {
      let tile = min(max(number(tag) ?? 1, 1), 1 << 16)
      return (side + tile - 1) / tile * tile
    }
    let rows =
      number(TIFFTag.tileLength).map { min(max($0, 1), 1 << 16) }
      ?? min(max(number(TIFFTag.rowsPerStrip) ?? height, 1), height)
    let row = padded(width, TIFFTag.tileWidth) * rows
    // What is compressed anew; a row of strips or tiles in the writer, and of two files in the gate; and what the gate keeps of a
    // quarter of the picture.
    let whole = pixelBytes * width * height
    return PhotoExtent(
      width: width, height: height, workingBytes: whole + 4 * pixelBytes * row + whole / 4)
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    try TIFFPhoto(bytes, limits: limits)
  }

  private static let maxTableBytes = 8 + 20 * TIFFLimits.maxEntries
}

extension RenderSummary.Path {
  /// Strips or tiles with hidden pixels were compressed anew; the others were copied.
  static let strips = Self("strips")
}

extension FaceBlurError {
  /// - Parameter reason: which part of the format is not read.
  static func unsupportedTIFF(
    _ reason: String, instead: String = "a TIFF of gray, RGB or CMYK, of 8 or 16 bits, without JPEG"
  ) -> FaceBlurError {
    .unsupportedPhoto(format: "TIFF", reason: reason, instead: instead)
  }

  static var rawTIFF: FaceBlurError {
    .unsupportedTIFF("it is a camera's raw photo", instead: "a JPEG or a TIFF")
  }
}
