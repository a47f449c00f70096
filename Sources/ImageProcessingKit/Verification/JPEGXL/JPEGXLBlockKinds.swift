/// What only JPEG XLs hold besides their picture.
extension MetadataBlock.Kind {
  static let strangeBox = Self("furtherBox", "further box")
}
