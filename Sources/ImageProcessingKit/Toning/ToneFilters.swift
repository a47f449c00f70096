/// What is done to the tones of a picture: a table of colours, then sepia, then a vignette, each where it is set.
///
/// A table is made for the colours of the photo, so it comes first; a vignette darkens whatever the others have made.
/// Filters work on samples as they are stored, in the photo's own colour space, and round to its samples after each.
public struct ToneFilters: Sendable, Hashable, Codable {
  public var vignette: Vignette?
  /// How brown the picture becomes, from 0 (not at all) to 1. See `Sepia`.
  public var sepia: Double?
  public var lut: ColorLUT?

  public init(vignette: Vignette? = nil, sepia: Double? = nil, lut: ColorLUT? = nil) {
    self.vignette = vignette
    self.sepia = sepia
    self.lut = lut
  }

  /// The filters that are set, in the order in which they are applied.
  private var ordered: [any ToneFilter] {
    let filters: [(any ToneFilter)?] = [lut, sepia.map(Sepia.init), vignette]
    return filters.compactMap(\.self)
  }

  /// Whether every picture stays as it is.
  public var isNeutral: Bool { ordered.allSatisfy(\.isNeutral) }

  /// Checks every setting: they may come from a record, and nothing of a record is trusted.
  /// - Throws: `FaceBlurError` of kind `filterOutOfRange`.
  public func validate() throws(FaceBlurError) {
    for filter in ordered { try filter.validate() }
  }

  /// The filters that change anything, made ready for a picture.
  func prepared(width: Int, height: Int) -> [any RowToner] {
    ordered.filter { !$0.isNeutral }.map { $0.prepared(width: width, height: height) }
  }
}
