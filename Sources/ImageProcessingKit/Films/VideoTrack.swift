/// The pictures of a film: how they are coded, how they are to be shown, and where and when each of them is.
struct VideoTrack: Sendable {
  let codec: VideoCodec
  /// What a decoder needs to begin: the content of `avcC`, `hvcC`, `vpcC` or `av1C`, which libavcodec calls extradata.
  let configuration: [UInt8]
  /// Of the pictures as decoders give them, cropped, before they are turned. What a clean aperture hides counts as shown.
  let shape: PlanarShape
  /// How they are turned to stand upright.
  let orientation: Orientation
  /// As the container says, else the code, else what is usual for pictures of this size.
  let colors: SampleColors
  /// How wide and how high a pixel of the stored picture is, as a ratio of numbers from 1.
  let pixelAspect: PixelAspect
  /// Ticks of a second in the times of `samples`, from 1.
  let timescale: Int
  let samples: SampleTable
  let edits: EditList
  /// What the code says of colours where the container says something else: players show the one or the other. Nil for nearly all films.
  var codedColors: SampleColors?
  /// Whether the container says that its pictures are made of two fields.
  var isStatedInterlaced = false
}

struct PixelAspect: Sendable, Hashable {
  let across: Int
  let down: Int

  static let square = PixelAspect(across: 1, down: 1)

  var stretch: PixelStretch { PixelStretch(across: across, down: down) }
}
