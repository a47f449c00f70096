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
  static let hiddenPicture = Self("hiddenPicture", "hidden picture")
  static let sound = Self("sound", "sound")
  static let soundConfiguration = Self("soundConfiguration", "what describes a track's sound")
  // Of Matroska.
  static let filmTitle = Self("title", "title")
  static let trackName = Self("trackName", "name of a track")
  static let programName = Self("programName", "name of a program")
  static let identifier = Self("identifier", "number that only this file has")
  static let tags = Self("tags", "tags")
  static let chapters = Self("chapters", "chapters")
  static let attachment = Self("attachment", "attached file")
  static let furtherElement = Self("furtherElement", "further element")
}
