/// How many bits some parts of parameter sets take up. Decoders pass over most of them, so that whatever is longer could be anything.
struct SetLimits {
  /// Of a set that is copied, as a whole, in bytes.
  let bytes: Int
  /// Layers in time beside the lowest one.
  let layers: Int
  /// Which pictures others refer to.
  let references: Int
  /// Whether pictures may be referred to for long. None is listed: slices need not name any that is, so that it could be anything.
  let hasLongTerm: Bool
  /// What else could be cut off, which viewers of photos pass over.
  let window: Int
  /// How a stream fills a decoder's buffer, in each layer in time.
  let buffers: Int
  /// Whether a set of pictures may say something of further formats of samples.
  let hasFormats: Bool

  /// A photo is one picture, to which nothing refers.
  static let photo = SetLimits(
    bytes: 256, layers: 0, references: 64, hasLongTerm: false, window: 0, buffers: 192, hasFormats: false)
  /// No set that encoders write is longer.
  static let film = SetLimits(
    bytes: 512, layers: 6, references: 512, hasLongTerm: true, window: 64, buffers: 256, hasFormats: true)

  /// How many pictures are kept, and wait for others, in each layer in time; and what slices begin with.
  static let orders = 32
  /// Sides and depths of blocks.
  static let blocks = 40
  /// A small number, and each of a few.
  static let number = 16
  /// Where a picture is divided into tiles.
  static let tiles = 512
  /// Where chroma samples lie.
  static let chroma = 10
  /// In how many ticks a picture follows another one.
  static let ticks = 63
  /// How little code may take up.
  static let restrictions = 64
  /// What a picture parameter set says of further formats of samples.
  static let formats = 128
}
