/// What only PNGs hold besides their picture.
extension MetadataBlock.Kind {
  static let transparency = Self("transparency", "transparency")
  static let background = Self("background", "background colour")
  static let pixelDensity = Self("pixelDensity", "pixel density")
  static let text = Self("text", "text")
  static let time = Self("time", "time of change")
  static let suggestedPalette = Self("suggestedPalette", "suggested palette")
  static let histogram = Self("histogram", "histogram")
}
