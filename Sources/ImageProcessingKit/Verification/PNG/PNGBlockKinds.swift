/// What only PNGs hold besides their picture.
extension MetadataBlock.Kind {
  /// One word for programs with what says colours by a name, and another for people: a render may keep that and drop these.
  static let colorNumbers = Self(colorSpace.rawValue, "gamma or primary colours")
  static let transparency = Self("transparency", "transparency")
  static let background = Self("background", "background colour")
  static let text = Self("text", "text")
  static let time = Self("time", "time of change")
  static let suggestedPalette = Self("suggestedPalette", "suggested palette")
  static let histogram = Self("histogram", "histogram")
  static let twinEntries = Self("twinEntries", "entries of the palette that show the same")
}
