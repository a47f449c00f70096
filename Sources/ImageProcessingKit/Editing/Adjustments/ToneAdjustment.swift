/// The settings that recreate a change of a photo's tones.
public struct ToneAdjustment: Sendable, Hashable {
  /// The way filters become pixels. Whatever changes pixels gets a new number, and the old code is kept.
  package static let rendererVersion = 1

  public var filters: ToneFilters
  package var rendererVersion = Self.rendererVersion

  public init(_ filters: ToneFilters) {
    self.filters = filters
  }

  /// Checks every value that a file could have set.
  func validate() throws(FaceBlurError) {
    do { try filters.validate() } catch { throw .damagedRecord("\(error)") }
    guard rendererVersion == Self.rendererVersion else {
      throw .newerRecord(version: "tone renderer \(rendererVersion)")
    }
  }
}
