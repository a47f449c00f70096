/// What a plan may hold that a file or another process has written.
extension RegionPlan {
  /// The most regions.
  public static let maxRegions = 4096

  /// What is wrong with regions, as a part of a sentence; nil where nothing is.
  static func flaw(in regions: [PlannedRegion]) -> String? {
    if regions.count > maxRegions { return "it holds \(counted(regions.count, "region"))" }
    if !regions.allSatisfy(\.rect.isValid) { return "a region is not a rectangle in the photo" }
    if Set(regions.map(\.id)).count != regions.count { return "two regions have the same id" }
    return regions.lazy.compactMap(\.flaw).first
  }
}

extension PlannedRegion {
  /// The longest id, in bytes of UTF-8.
  static let maxIDBytes = 64
  /// The most looks that a region may name, and the longest name of one in bytes of UTF-8.
  static let maxLooks = 64
  static let maxLookBytes = 64
  static let allowedCells = 0...ObscuringStrength.allowedCells.upperBound

  /// What is wrong beside the rectangle.
  fileprivate var flaw: String? {
    if id.utf8.count > Self.maxIDBytes { return "an id is out of range" }
    if !(0...1).contains(score ?? 0) { return "a score is not 0 to 1" }
    if !Self.allowedCells.contains(cells ?? 0) { return "the cells of a region are out of range" }
    let looks = seenBy ?? []
    let areLooksSound =
      looks.count <= Self.maxLooks && looks.allSatisfy { $0.utf8.count <= Self.maxLookBytes }
    return areLooksSound ? nil : "the looks that saw a face are out of range"
  }
}
