/// How a render is stored, as far as a user may choose.
public struct RenderOptions: Sendable, Hashable {
  /// Whether a photo that is stored in passes of growing detail stays so; else it becomes a baseline photo,
  /// which shows the same and takes less than half of the time.
  public var keepsProgressive = false
  /// What the render tells about the photo.
  public var metadata = MetadataPolicy.minimal
  /// Whether the render carries a thumbnail, made from the render's own pixels.
  public var hasThumbnail = false

  public init() {}
}
