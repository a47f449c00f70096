internal import FoundationEssentials

/// The date that manual pages bear.
enum ManualDate {
  /// Of this version, and changed with its number: pages that are made twice are the same.
  private static let ofVersion = "2026-11-23"

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  /// Years have four digits.
  private static let seconds = 0..<253_402_300_800

  /// The date as mdoc has it.
  /// - Parameter epoch: the value of SOURCE_DATE_EPOCH, which holds where it is seconds since 1970
  ///   (https://reproducible-builds.org/specs/source-date-epoch).
  static func text(epoch: String?) -> String {
    let given = epoch.flatMap { Int($0) }.flatMap { seconds.contains($0) ? $0 : nil }
    let date =
      given.map { String(Date(timeIntervalSince1970: Double($0)).formatted(.iso8601).prefix(10)) }
      ?? ofVersion
    let parts = date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return date }
    return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
  }
}
