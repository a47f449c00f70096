/// How many bits some parts of parameter sets take up. Decoders pass over most of them, so that whatever is longer could be anything.
struct ExaminedSetLimits {
  /// Of a set as a whole, in bytes.
  let bytes: Int
  /// Layers in time beside the lowest one.
  let layers: Int
  /// Which pictures others refer to.
  let references: Int
  /// Whether pictures may be referred to for long. None is listed: slices need not name any that is, so that it could be anything.
  let hasLongTerm: Bool
  /// What else could be cut off, which viewers of photos pass over.
  let window: Int
  /// How a stream fills a decoder's buffer, in each layer.
  let buffers: Int
  /// Whether a set of pictures may say something of further formats of samples.
  let hasFormats: Bool

  /// A photo is one picture, to which nothing refers.
  static let photo = ExaminedSetLimits(
    bytes: 2048, layers: 0, references: 64, hasLongTerm: false, window: 0, buffers: 192, hasFormats: false)
  /// No set that encoders write is as long as that; x264's and x265's have some 60 bytes.
  static let film = ExaminedSetLimits(
    bytes: 512, layers: 6, references: 512, hasLongTerm: true, window: 64, buffers: 256, hasFormats: true)

  /// How pictures are kept, in each layer, and what slices begin with.
  static let orders = 32
  /// Sides and depths of blocks.
  static let blocks = 40
  /// A small number, and each of a few.
  static let number = 16
  /// Where samples of colour lie.
  static let chroma = 10
  /// Where a picture is divided into tiles.
  static let tiles = 512
  /// In how many ticks a picture follows another one.
  static let ticks = 63
  /// How little code may be.
  static let restrictions = 64
  /// Further formats of samples.
  static let formats = 128
}
