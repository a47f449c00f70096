internal import ImageProcessingKit

/// A photo that was done: what `blur`, `detect`, `edit`, `filter` and `revert --to` tell.
struct PhotoObject: Encodable {
  private struct Details: Encodable {
    /// Upright full-size pixels.
    var width: Int
    var height: Int
    /// The EXIF orientation of the stored picture, 1…8.
    var orientation: Int
    var detector: DetectorObject
    var regions: [RegionObject]
    /// The ids of regions that a person drew just now.
    var added: [String]
    var outputs: FileNames
    /// How the render was made; absent where there is none.
    var way: String?
    /// What was done to the file beyond obscuring.
    var notes: [String]
    /// What the photo's file holds that the render leaves out.
    var dropped: [String]
    var warnings: [String]
  }

  private let file: FileNames
  private let details: Details

  init(_ report: PhotoReport) {
    let size = report.geometry.uprightSize
    let outputs = report.outputs
    file = FileNames(["file": report.file])
    details = Details(
      width: size.width, height: size.height, orientation: report.geometry.orientation.rawValue,
      detector: DetectorObject(report.detector),
      regions: report.plan.regions.map { RegionObject($0, width: size.width, height: size.height) },
      added: report.added,
      outputs: FileNames([
        "render": outputs.render, "record": outputs.record, "preview": outputs.preview,
        "overlay": outputs.overlay,
        "sidecar": outputs.sidecar,
      ]),
      way: report.renderPath?.rawValue, notes: report.notes, dropped: report.dropped,
      warnings: report.warnings)
  }

  func encode(to encoder: any Encoder) throws {
    try file.encode(to: encoder)
    try details.encode(to: encoder)
  }
}
