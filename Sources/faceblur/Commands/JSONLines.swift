internal import ImageProcessingKit

/// What `--json` prints for a photo that was done. The names are a contract with the programs that read them.
struct PhotoLine: Encodable {
  struct Face: Encodable {
    /// Upright full-size pixels, rounded to tenths.
    var id: String
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// 0…1, rounded to thousandths; 1 for a region that a person drew.
    var score: Double
    /// Whether a person should look at it.
    var doubtful: Bool
    /// The looks that saw it; absent where a record does not tell.
    var seenBy: [String]?
    /// `manual` where a person drew it, `excluded` where it is not obscured; absent where it was found and is.
    var origin: String?
    var state: String?
  }

  struct Outputs: Encodable {
    var render: String?
    var record: String?
    var preview: String?
    var overlay: String?
    var sidecar: String?
  }

  var file: String
  /// Upright full-size pixels.
  var width: Int
  var height: Int
  /// The EXIF orientation of the stored picture, 1…8.
  var orientation: Int
  var detector: String
  var modelHash: String
  var faces: [Face]
  var outputs: Outputs
  /// How the render was made; absent where there is none.
  var path: String?
  /// What was done to the file beyond obscuring.
  var notes: [String]
  /// What the photo's file holds that the render leaves out; absent where there is none.
  var dropped: [String]?
  var warnings: [String]
  /// What of an earlier edit stays although this look did not find it; absent where there is nothing.
  var kept: Kept?
  /// Ids of regions that the earlier edit hid and the render shows.
  var shown: [String]
  /// Whether nobody has looked for faces.
  var unseen: Bool

  struct Kept: Encodable {
    var excluded: [String]
    var drawn: [String]
    var notFoundAgain: [String]
  }

  init(_ report: PhotoReport) {
    let size = report.geometry.uprightSize
    file = report.file.description
    width = size.width
    height = size.height
    orientation = report.geometry.orientation.rawValue
    detector = report.detector.name
    modelHash = report.detector.modelSHA256
    faces = report.plan.regions.map { Face($0, width: size.width, height: size.height) }
    outputs = Outputs(
      render: report.outputs.render?.description, record: report.outputs.record?.description,
      preview: report.outputs.preview?.description, overlay: report.outputs.overlay?.description,
      sidecar: report.outputs.sidecar?.description)
    path = report.renderPath?.rawValue
    notes = report.notes
    dropped = report.renderPath == nil ? nil : report.dropped
    warnings = report.warnings
    shown = report.shown
    unseen = report.isUnseen
    if !report.kept.isEmpty {
      kept = Kept(
        excluded: report.kept.excluded, drawn: report.kept.drawn, notFoundAgain: report.kept.notFoundAgain)
    }
  }
}

extension PhotoLine.Face {
  init(_ region: PlannedRegion, width: Int, height: Int) {
    func rounded(_ value: Double, to parts: Double) -> Double { (value * parts).rounded() / parts }
    self.init(
      id: region.id,
      x: rounded(region.rect.x * Double(width), to: 10),
      y: rounded(region.rect.y * Double(height), to: 10),
      width: rounded(region.rect.width * Double(width), to: 10),
      height: rounded(region.rect.height * Double(height), to: 10),
      score: rounded(region.score ?? 1, to: 1000), doubtful: region.isDoubtful,
      seenBy: region.seenBy,
      origin: region.origin == .detected ? nil : region.origin.rawValue,
      state: region.state == .applied ? nil : region.state.rawValue)
  }

  /// The face for people.
  var line: String {
    "\(id)  x \(Int(x))  y \(Int(y))  \(Int(width)) × \(Int(height))"
      + (origin == PlannedRegion.Origin.manual.rawValue ? "" : "  score \(score)")
      + (doubtful ? "  doubtful" : "") + (seenBy.map { "  seen by " + $0.joined(separator: ", ") } ?? "")
  }
}

/// What `--json` prints for a photo that failed.
struct FailureLine: Encodable {
  var file: String
  var error: String
  var exitCode: Int32
}
