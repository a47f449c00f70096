/// How a render is stored, as far as a user may choose.
public struct RenderOptions: Sendable, Hashable {
  /// Whether a photo that is stored in passes of growing detail stays so; else it becomes a baseline photo,
  /// which shows the same and takes less than half of the time.
  public var keepsProgressive = false
  /// What the render tells about the photo.
  public var metadata = MetadataPolicy.minimal
  /// Whether the render carries a thumbnail, made from the render's own pixels.
  public var hasThumbnail = false

  /// Which tiles of a photo that is stored in tiles are written anew.
  public var tiles = TileChoice.hidden

  /// The format of the render.
  public var format = RenderFormat.original

  public init() {}

  /// What a record says of the format: nothing where it is the photo's own.
  var recordedFormat: RenderFormat? { format == .original ? nil : format }

  /// What a record says of the tiles: nothing where it is the rule.
  var recordedTiles: TileChoice? { tiles == .hidden ? nil : tiles }
}

/// Which tiles of a photo that is stored in tiles are written anew; those that are not are copied bit for bit.
public enum TileChoice: String, Sendable, Hashable, Codable, CaseIterable {
  /// Those with hidden pixels, without loss.
  case hidden = "exact"
  /// Those with hidden pixels, as coarsely as each was coded: much smaller, and beside the areas nearly what they were. A tile that
  /// took no loss still takes none.
  case close
  /// Every one, without loss: for decoders that want all tiles coded alike.
  case all
}

/// The format of a render.
public enum RenderFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// The photo's own.
  case original
  /// A JPEG, whatever the photo is.
  case jpeg
}
