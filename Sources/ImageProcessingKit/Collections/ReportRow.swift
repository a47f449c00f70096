/// A line of `report.csv`.
enum ReportRow {
  static let csvHeader =
    "status,source,target,faces,doubtful,way,reason,warnings,seconds,source_sha256,target_sha256\r\n"

  /// A row as RFC 4180 has it.
  static func csv(_ line: ScrubLine) -> String {
    let fields = [
      line.status.rawValue, line.source.description, line.target?.description ?? "", "\(line.faces)",
      "\(line.doubtful)", line.way ?? "", line.reason ?? "", line.warnings.joined(separator: "; "),
      line.roundedSeconds.map { "\($0)" } ?? "", line.sourceSHA256 ?? "", line.targetSHA256 ?? "",
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
