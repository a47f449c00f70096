/// PNG files (W3C, Portable Network Graphics, third edition).
struct PNGContainer: PhotoContainer {
  let name = "PNG"
  let typeIdentifier = "public.png"
  let fileExtensions = ["png"]
  let holdsThumbnails = false

  func recognizes(_ head: [UInt8]) -> Bool { head.starts(with: PNGChunk.signature) }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    let head = try file.bytes(at: 0, count: PNGHeader.end)
    guard let header = try? PNGHeader(FileBytes(head)) else { return nil }
    let pixels = header.width.multipliedReportingOverflow(by: header.height)
    guard !pixels.overflow, pixels.partialValue <= 1 << 40 else {
      return PhotoExtent(width: header.width, height: header.height, workingBytes: .max)
    }
    // The rows of the render, before they are deflated and after; what the gate keeps of a quarter of the picture, where a palette's
    // pixel has five numbers of two bytes; a picture that is put together from passes; and the rows that are at hand.
    let samples = header.colorType == .palette ? 5 : header.colorType.samples
    let held = pixels.partialValue / 4 * 2 * samples
    let whole = header.isInterlaced ? pixels.partialValue * header.pixelBytes : 0
    return PhotoExtent(
      width: header.width, height: header.height,
      workingBytes: 2 * header.filteredBytes + held + whole + 48 * header.width)
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    try PNGPhoto(bytes, limits: limits)
  }
}

extension RenderSummary.Path {
  /// Rows were filtered and deflated; those that need not change, as they were filtered before.
  static let rows = Self("rows")
}

extension FaceBlurError {
  /// - Parameter reason: which part of the format is not read.
  static func unsupportedPNG(_ reason: String, instead: String = "a PNG that any program shows")
    -> FaceBlurError
  {
    .unsupportedPhoto(format: "PNG", reason: reason, instead: instead)
  }

  static func unknownChunk(_ type: PNGChunk.Kind) -> FaceBlurError {
    .unsupportedPNG("its chunk \(type.name) is unknown, and it cannot be shown without")
  }
}
