/// What only films hold besides their pictures.
extension MetadataBlock.Kind {
  static let userData = Self("userData", "user data")
  static let metadataBox = Self("metadata", "box of metadata")
  static let furtherTrack = Self("furtherTrack", "further track")
  static let furtherPictureTrack = Self("furtherPictureTrack", "further track of pictures")
  static let trackReference = Self("trackReference", "reference from one track to another")
  static let creationTime = Self("creationTime", "time of creation")
  static let handlerName = Self("handlerName", "name of a track's handler")
  static let compressorName = Self("compressorName", "name of an encoder")
  static let sound = Self("sound", "sound")
  static let soundConfiguration = Self("soundConfiguration", "what describes a track's sound")
}
