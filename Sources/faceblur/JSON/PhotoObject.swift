internal import ImageProcessingKit

/// A photo that was done: what `blur`, `detect`, `edit`, `filter`, `render` and `revert --to` tell.
struct PhotoObject: Encodable {
  /// The ids of regions of an earlier edit that stay although this look did not find them.
  private struct Kept: Encodable {
    var excluded: [String]
    var drawn: [String]
    var notFoundAgain: [String]

    init(_ kept: KeptRegions) {
      excluded = kept.excluded
      drawn = kept.drawn
      notFoundAgain = kept.notFoundAgain
    }
  }

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
    var kept: Kept
    /// The ids of regions that the earlier edit hid and the render shows.
    var shown: [String]
    /// Whether faces may be seen that nobody has looked for.
    var unseen: Bool
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
    let frame = report.geometry.frame
    let outputs = report.outputs
    file = FileNames(["file": report.file])
    details = Details(
      width: frame.visible.width, height: frame.visible.height,
      orientation: report.geometry.orientation.rawValue,
      detector: DetectorObject(report.detector),
      regions: report.plan.regions.map { RegionObject($0, in: frame) },
      added: report.added, kept: Kept(report.kept), shown: report.shown, unseen: report.isUnseen,
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
