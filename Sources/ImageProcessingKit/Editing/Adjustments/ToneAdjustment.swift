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
    guard rendererVersion == Self.rendererVersion else {
      throw .newerRecord(version: "tone renderer \(rendererVersion)")
    }
    if let flaw { throw .damagedRecord(flaw) }
  }

  /// What is wrong with a value, as a part of a sentence; nil where nothing is.
  var flaw: String? {
    do throws(FaceBlurError) { try filters.validate() } catch { return "\(error)" }
    return rendererVersion == Self.rendererVersion ? nil : "there is no tone renderer \(rendererVersion)"
  }
}
