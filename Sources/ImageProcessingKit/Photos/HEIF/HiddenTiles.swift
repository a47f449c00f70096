/// The tiles of a photo while areas are hidden in them.
struct HiddenTiles<Tiled: HEIFPhoto> {
  private let photo: Tiled
  private var obscurer: PlaneObscurer
  /// Tiles that were decoded to look at them, as many as there is room for.
  private var kept: [Int: PackedPicture] = [:]

  /// How many bytes of decoded tiles are kept from looking at them to hiding them. Of a picture that is one tile all is, since nothing else
  /// is decoded between.
  static var keptBytes: Int { 64 << 20 }

  /// Decodes what tones come from.
  /// - Throws: `FaceBlurError` where a tile cannot be decoded.
  init(
    _ photo: Tiled, _ areas: [ObscuredArea], with obscurer: any Obscuring
  ) throws(FaceBlurError) {
    self.photo = photo
    let shape = photo.picture.shape
    self.obscurer = PlaneObscurer(areas, in: photo.geometry, shape, with: obscurer)
    let size = shape.sampleCount * shape.sampleBytes
    for index in photo.picture.tiles.indices {
      let place = photo.place(ofTile: index)
      guard self.obscurer.concerns(place) else { continue }
      let tile = try photo.decoded(tile: index)
      self.obscurer.take(tile, x: place.x, y: place.y)
      let hasRoom = (kept.count + 1) * size <= Self.keptBytes || photo.picture.tiles.count == 1
      if self.obscurer.hides(place), hasRoom { kept[index] = tile }
    }
    self.obscurer.settle()
  }

  /// Whether a tile has hidden pixels.
  func hides(_ index: Int) -> Bool { obscurer.hides(photo.place(ofTile: index)) }

  /// A tile as a render shows it; each is asked for once.
  /// - Throws: `FaceBlurError` where it cannot be decoded.
  mutating func tile(_ index: Int) throws(FaceBlurError) -> PackedPicture {
    let place = photo.place(ofTile: index)
    var tile: PackedPicture
    if let seen = kept.removeValue(forKey: index) {
      tile = seen
    } else {
      tile = try photo.decoded(tile: index)
    }
    obscurer.hide(in: &tile, x: place.x, y: place.y)
    return tile
  }
}
