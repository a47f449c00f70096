/// What only JPEGs hold besides their picture.
extension MetadataBlock.Kind {
  static let jfif = Self("jfif", "JFIF header")
  static let jfxx = Self("jfxx", "JFXX thumbnail")
  static let extendedXMP = Self("extendedXMP", "extended XMP")
  static let flashPix = Self("flashPix", "FlashPix")
  static let flir = Self("flir", "FLIR thermal picture")
  static let adobe = Self("adobe", "Adobe colour transform")
  /// A segment of an application that is not known here: `app3`.
  static func application(_ number: Int) -> Self {
    Self("app\(number)", "application segment (APP\(number))")
  }
}
