/// A line of `report.jsonl`. The names are a contract with the programs that read them, and so are the columns of
/// `report.csv`.
public struct ReportRow: Encodable, Sendable {
  var status: String
  var source: String
  /// Absent where the name is UTF-8.
  var sourceBytes: [UInt8]?
  /// Below the target; absent where nothing is there.
  var target: String?
  var targetBytes: [UInt8]?
  var faces: Int
  /// Faces that a person should look at.
  var doubtful: Int
  var boxes: [ReportedFace]
  var way: String?
  var reason: String?
  var warnings: String?
  var seconds: Double?
  var sourceSHA256: String?
  var targetSHA256: String?

  public init(_ line: ScrubLine) {
    status = line.status.rawValue
    source = line.source.description
    sourceBytes = Self.bytesUnlessText(line.source)
    target = line.target?.description
    targetBytes = line.target.flatMap(Self.bytesUnlessText)
    faces = line.faces
    doubtful = line.doubtful
    boxes = line.boxes
    way = line.way
    reason = line.reason
    warnings = line.warnings
    seconds = line.seconds.map { ($0 * 1000).rounded() / 1000 }
    sourceSHA256 = line.sourceSHA256
    targetSHA256 = line.targetSHA256
  }

  private static func bytesUnlessText(_ path: FilePath) -> [UInt8]? {
    String(validating: path.bytes, as: UTF8.self) == nil ? path.bytes : nil
  }

  static let csvHeader =
    "status,source,target,faces,doubtful,way,reason,warnings,seconds,source_sha256,target_sha256\r\n"

  /// A row as RFC 4180 has it.
  static func csv(_ line: ScrubLine) -> String {
    let row = ReportRow(line)
    let fields = [
      row.status, row.source, row.target ?? "", "\(row.faces)", "\(row.doubtful)", row.way ?? "",
      row.reason ?? "", row.warnings ?? "", row.seconds.map { "\($0)" } ?? "", row.sourceSHA256 ?? "",
      row.targetSHA256 ?? "",
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
