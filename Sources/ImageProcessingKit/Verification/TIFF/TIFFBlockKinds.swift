/// What only TIFFs hold besides their picture.
extension MetadataBlock.Kind {
  static let iptc = Self("iptc", "IPTC")
  /// Layers, as Photoshop stores them beside the picture.
  static let imageSourceData = Self("imageSourceData", "image source data")
  /// One that says more of the picture than is needed to show it.
  static let furtherTag = Self("furtherTag", "further tag")
}
