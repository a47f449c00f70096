@testable import ImageProcessingKit

/// A file that nobody opens: what the gate asks an original for.
struct UnopenedPhoto: EditablePhoto {
  let fileBytes: FileBytes
  let geometry: PhotoGeometry
  let isGray = false
  let keepsColorProfile = false
  let exif = EXIFBlock()

  /// - Parameter unit: of how many pixels across and down its units are.
  init(_ bytes: [UInt8], width: Int, height: Int, unit: Int = 8) {
    fileBytes = FileBytes(bytes)
    geometry = PhotoGeometry(
      storedWidth: width, storedHeight: height, orientation: .up, unitWidth: unit, unitHeight: unit)
  }

  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage { throw .emptyPhoto }
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary { throw .emptyPhoto }
  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto { throw .emptyPhoto }
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary { throw .emptyPhoto }
}
