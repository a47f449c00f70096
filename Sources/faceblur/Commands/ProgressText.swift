/// Numbers of work that goes on, as people read them.
enum ProgressText {
  /// "14.2"
  static func tenths(_ number: Double) -> String {
    let value = Int((min(number, 1e9) * 10).rounded())
    return "\(value / 10).\(value % 10)"
  }

  /// "41 s", "11 min", "2 h 5 min"
  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded())
    if whole < 90 { return "\(whole) s" }
    if whole < 5400 { return "\((whole + 30) / 60) min" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
