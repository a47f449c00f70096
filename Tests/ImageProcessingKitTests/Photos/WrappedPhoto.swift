@testable import ImageProcessingKit

/// Another photo in all that is not said otherwise.
protocol WrappedPhoto: EditablePhoto {
  var photo: any EditablePhoto { get }
}

extension WrappedPhoto {
  var geometry: PhotoGeometry { photo.geometry }
  var fileBytes: FileBytes { photo.fileBytes }
  var isGray: Bool { photo.isGray }
  var keepsColorProfile: Bool { photo.keepsColorProfile }
  var exif: EXIFBlock { photo.exif }

  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    try photo.displayImage(fitting: longSide)
  }

  func thumbnail() throws(FaceBlurError) -> [UInt8] { try photo.thumbnail() }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try photo.opening(render: render)
  }

  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    try photo.renderUnproven(areas, with: obscurer, options: options, into: sink)
  }

  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    try photo.toneUnproven(with: filters, options: options, into: sink)
  }
}
