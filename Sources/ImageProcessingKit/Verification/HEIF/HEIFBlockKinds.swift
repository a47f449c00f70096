/// What only HEIF files hold besides their picture.
extension MetadataBlock.Kind {
  static let smallPicture = Self("thumbnail", "thumbnail")
  static let alphaPlane = Self("alphaPlane", "plane of transparency")
  static let depthMap = Self("depthMap", "depth map")
  static let matte = Self("matte", "matte of a person")
  static let auxiliaryPicture = Self("auxiliaryPicture", "auxiliary picture")
  static let furtherItem = Self("furtherItem", "further item")
  static let itemName = Self("itemName", "name of an item")
  static let furtherBox = Self("furtherBox", "further box")
  static let furtherProperty = Self("furtherProperty", "further property")
  /// Of boxes that are there to be written over.
  static let freeSpace = Self("freeSpace", "free space")
  /// In boxes of data.
  static let unreferencedBytes = Self("unreferencedBytes", "bytes that belong to no item")
  /// Supplemental enhancement information, in which encoders and editors write what they like.
  static let codeMessage = Self("codeMessage", "message in the picture's code")
  static let furtherCode = Self("furtherCode", "further unit of the picture's code")
  /// Beyond what the code or the file says that is shown.
  static let hiddenPixels = Self("hiddenPixels", "coded pixels that are not shown")
  static let parameterSet = Self("parameterSet", "set of parameters of the picture's code")
  /// Of light and of the screen that a picture was made on.
  static let lightLevel = Self("lightLevel", "light level")
  static let film = Self("film", "film")
}
