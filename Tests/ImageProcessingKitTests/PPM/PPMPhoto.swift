@testable import ImageProcessingKit

/// A PPM. Its samples are copied but for those of the areas.
struct PPMPhoto: EditablePhoto {
  let fileBytes: FileBytes
  let geometry: PhotoGeometry
  private let header: PPMHeader

  let isGray = false
  let keepsColorProfile = false
  let exif = EXIFBlock()

  /// Pixels across and down a unit: nothing in the format asks for any.
  static let unit = 8

  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    header = try PPMHeader(bytes)
    let pixels = header.width * header.height
    guard pixels <= limits.maxPixels else {
      throw .photoTooLarge("\(pixels) pixels, more than the limit of \(limits.maxPixels)")
    }
    guard bytes.count - header.end >= PixelBuffer.channels * pixels else {
      throw .truncatedPhoto("it has fewer samples than its header says")
    }
    fileBytes = bytes
    geometry = PhotoGeometry(
      storedWidth: header.width, storedHeight: header.height, orientation: .up, unitWidth: Self.unit,
      unitHeight: Self.unit, visible: header.visible)
  }

  /// Three for each pixel.
  private var samples: [UInt8] {
    Array(fileBytes[header.end...].prefix(PixelBuffer.channels * header.width * header.height))
  }

  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    guard let picture = PixelBuffer(width: header.width, height: header.height, bytes: samples) else {
      throw .internalError("the samples do not fit the picture")
    }
    return DisplayImage(pixels: AreaResampler.shrink(picture, toLongSide: longSide), warnings: [])
  }

  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var samples = samples
    SampleRaster(geometry: geometry, colors: .rgb).obscure(areas, in: &samples, with: obscurer)
    return write(samples, into: sink)
  }

  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    guard var picture = PixelBuffer(width: header.width, height: header.height, bytes: samples) else {
      throw .internalError("the samples do not fit the picture")
    }
    filters.apply(to: &picture)
    return write(picture.bytes, into: sink)
  }

  private func write(_ samples: [UInt8], into sink: any ByteSink) -> RenderSummary {
    sink.append(header.bytes)
    sink.append(samples)
    return RenderSummary(path: .samples, warnings: [])
  }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try PPMPhoto(FileBytes(render), limits: .none)
  }
}

extension RenderSummary.Path {
  /// Samples outside the areas were copied.
  static let samples = Self("samples")
}
