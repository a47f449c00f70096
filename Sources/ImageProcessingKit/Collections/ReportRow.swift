/// A line of `report.jsonl`, by the contract of `JSONContract`.
public struct ReportRow: Encodable, Sendable {
  private struct Details: Encodable {
    var schema = JSONContract.schema
    var command = "scrub"
    var status: String
    /// Of the upright photo in pixels; absent where nobody has opened it.
    var width: Int?
    var height: Int?
    var regions: [RegionObject]
    /// How many faces are hidden.
    var hiddenCount: Int
    /// Of them those that a person should look at.
    var doubtfulCount: Int
    var way: String?
    var reason: String?
    var warnings: [String]
    var seconds: Double?
    var sourceSHA256: String?
    var targetSHA256: String?
  }

  private let names: FileNames
  private let details: Details

  public init(_ line: ScrubLine) {
    // Below the target; absent where nothing is there.
    names = FileNames(["file": line.source, "target": line.target])
    let photo = line.regions
    details = Details(
      status: line.status.rawValue, width: photo.frame?.visible.width, height: photo.frame?.visible.height,
      regions: photo.frame.map { frame in photo.regions.map { RegionObject($0, in: frame) } } ?? [],
      hiddenCount: line.faces, doubtfulCount: line.doubtful, way: line.way, reason: line.reason,
      warnings: line.warnings, seconds: line.seconds.map { ($0 * 1000).rounded() / 1000 },
      sourceSHA256: line.sourceSHA256, targetSHA256: line.targetSHA256)
  }

  public func encode(to encoder: any Encoder) throws {
    try names.encode(to: encoder)
    try details.encode(to: encoder)
  }

  static let csvHeader =
    "status,source,target,faces,doubtful,way,reason,warnings,seconds,source_sha256,target_sha256\r\n"

  /// A row as RFC 4180 has it.
  static func csv(_ line: ScrubLine) -> String {
    let details = ReportRow(line).details
    let fields = [
      details.status, line.source.description, line.target?.description ?? "", "\(line.faces)",
      "\(line.doubtful)", line.way ?? "", line.reason ?? "", line.warnings.joined(separator: "; "),
      details.seconds.map { "\($0)" } ?? "", line.sourceSHA256 ?? "", line.targetSHA256 ?? "",
    ]
    return fields.map(field).joined(separator: ",") + "\r\n"
  }

  private static func field(_ text: String) -> String {
    let text = PlainText.visible(text)
    // By scalars: an accent behind a quotation mark makes another character of the two.
    let scalars = text.unicodeScalars
    // A spreadsheet would take such a name for a formula.
    let start = scalars.first.map { "=+-@".unicodeScalars.contains($0) } == true ? "./" : ""
    guard scalars.contains(where: { ",\"".unicodeScalars.contains($0) }) else { return start + text }
    return "\"" + start + scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
