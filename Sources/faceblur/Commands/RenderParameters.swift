internal import ImageProcessingKit

/// The parameters that say what a render is like beside its faces.
enum RenderParameters {
  static let keepProgressive = Flag(
    "--keep-progressive", help: "Leave a progressive photo progressive, at more than twice the time.")
  static let tiles = Option<TileChoice>.choice(
    "--heic-tiles",
    help:
      "Which tiles of a HEIC or AVIF are written anew: exact (default) those with a hidden pixel, close the same but as coarsely as they were, all for decoders that want them alike."
  )
  static let metadata = Option<MetadataPolicy>(
    "--metadata", value: "POLICY", expected: MetadataPolicy.syntax,
    help:
      "What the render tells about the photo: none, minimal (default), standard, changed by +gps, -date, …",
    completion: .words(["none", "minimal", "standard"])
  ) { MetadataPolicy($0.text) }
  static let thumbnail = Flag(
    "--thumbnail", help: "Put a thumbnail into the render, made from the blurred picture.")

  static let format = Option<RenderFormat>.choice(
    "--format",
    help: "The format of the render: original (default), the photo's own, or jpeg, whatever the photo is.")

  static func options(_ arguments: ParsedArguments) throws(UsageError) -> RenderOptions {
    var options = RenderOptions()
    options.keepsProgressive = arguments.has(keepProgressive)
    options.metadata = try arguments.value(of: metadata) ?? arguments.wishes.metadata ?? .minimal
    options.hasThumbnail = arguments.has(thumbnail)
    options.tiles = try arguments.value(of: tiles) ?? .hidden
    options.format = try arguments.value(of: format) ?? .original
    return options
  }
}
