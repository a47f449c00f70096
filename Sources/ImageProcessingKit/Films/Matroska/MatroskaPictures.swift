/// How a film's pictures are coded and shown, as its track says it (RFC 9559, 5.1.4.1.28).
struct MatroskaPictures {
  let codec: VideoCodec
  /// As MP4 has it.
  let configuration: [UInt8]
  let shape: PlanarShape
  let colors: SampleColors
  /// What the code says of colours where the track says something else.
  let codedColors: SampleColors?
  let pixelAspect: PixelAspect
  /// Whether it says that pictures are made of two fields.
  let isInterlaced: Bool
  let turn: TurnMatrix
  let shown: MP4ShownEntry

  private static let codecs: [String: VideoCodec] = [
    "V_MPEG4/ISO/AVC": .h264, "V_MPEGH/ISO/HEVC": .hevc, "V_VP9": .vp9, "V_AV1": .av1,
  ]

  /// - Parameter first: the code of the first picture, which is asked for where the track does not say how its pictures are coded.
  /// - Throws: `FaceBlurError` where it is damaged, or says what is not read.
  init(
    _ track: MatroskaTrack, first: () throws(FaceBlurError) -> [UInt8]
  ) throws(FaceBlurError) {
    guard !track.isWrapped else {
      throw .unsupportedFilm("its pictures are compressed once more, or encrypted")
    }
    guard let codec = Self.codecs[track.codec] else {
      throw .unsupportedFilm("its pictures are coded as \(track.codec)")
    }
    let video = track.video
    guard let width = try video.number(0xB0), let height = try video.number(0xBA),
      (1...0xFFFF).contains(width), (1...0xFFFF).contains(height)
    else { throw .damagedFilm("its pictures have no size") }
    self.codec = codec
    configuration = codec == .vp9 ? try VP9Frame(try first()).configuration : track.configuration
    guard !configuration.isEmpty else { throw .damagedFilm("it does not say how its pictures are coded") }
    let form = try CodedForm(codec, configuration)
    shape = try form.shape(stated: (width, height))

    let crop = try Self.crop(video, width: width, height: height)
    let size = (width: width - crop.left - crop.right, height: height - crop.top - crop.bottom)
    pixelAspect = try Self.pixelAspect(video, of: size)
    // In the MP4 that is made of it, some players draw what is not cut off out to the size of the whole.
    let stretch = PixelStretch(
      across: shape.width * pixelAspect.across * size.height,
      down: shape.height * pixelAspect.down * size.width)
    guard !stretch.hidesFaces else { throw .drawnOutFilm(stretch) }
    turn = try Self.turn(video)
    isInterlaced = try video.number(0x9A) == 1
    let light = try MatroskaLight(try video.inside(0x55B0), coded: form.colors)
    let coded = try form.colors(of: codec, first: first)
    colors = try MatroskaLight(try video.inside(0x55B0), coded: coded).colors
      .completed(width: shape.width, height: shape.height)
    codedColors = coded.contradiction(of: colors)
    shown = MP4ShownEntry(
      width: width, height: height,
      boxes: light.colorBox
        + (pixelAspect == .square
          ? []
          : BoxWriter.box("pasp", [pixelAspect.across, pixelAspect.down].flatMap { BigEndian.bytes($0, 4) }))
        + crop.box(of: size) + light.displayBoxes)
  }

  /// What of a picture is not shown, in pixels of the stored picture.
  private struct Crop {
    var (top, bottom, left, right) = (0, 0, 0, 0)

    /// A clean aperture (ISO/IEC 14496-12, 12.1.4), which stays in the file as what is around it does; nothing where all is shown.
    func box(of size: (width: Int, height: Int)) -> [UInt8] {
      guard [top, bottom, left, right].contains(where: { $0 > 0 }) else { return [] }
      let numbers = [size.width, 1, size.height, 1, left - right, 2, top - bottom, 2]
      return BoxWriter.box("clap", numbers.flatMap { BigEndian.bytes($0, 4) })
    }
  }

  private static func crop(
    _ video: MatroskaElements, width: Int, height: Int
  ) throws(FaceBlurError) -> Crop {
    var crop = Crop()
    crop.bottom = try video.number(0x54AA) ?? 0
    crop.top = try video.number(0x54BB) ?? 0
    crop.left = try video.number(0x54CC) ?? 0
    crop.right = try video.number(0x54DD) ?? 0
    for margin in [crop.bottom, crop.top, crop.left, crop.right] where margin >= max(width, height) {
      throw .damagedFilm("it shows nothing of its pictures")
    }
    guard crop.left + crop.right < width, crop.top + crop.bottom < height else {
      throw .damagedFilm("it shows nothing of its pictures")
    }
    return crop
  }

  /// - Parameter size: of what is shown, in pixels.
  private static func pixelAspect(
    _ video: MatroskaElements, of size: (width: Int, height: Int)
  ) throws(FaceBlurError) -> PixelAspect {
    let width = try video.number(0x54B0) ?? size.width
    let height = try video.number(0x54BA) ?? size.height
    // In whatever unit; 4 says that nobody knows.
    guard try video.number(0x54B2) ?? 0 < 4, width > 0, height > 0 else { return .square }
    guard width < 1 << 24, height < 1 << 24 else { throw .damagedFilm("its pictures are huge") }
    let (across, down) = (width * size.height, height * size.width)
    let stretch = PixelStretch(across: across, down: down)
    guard !stretch.hidesFaces else { throw .drawnOutFilm(stretch) }
    var (divisor, rest) = (across, down)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    let aspect = PixelAspect(across: across / divisor, down: down / divisor)
    guard max(aspect.across, aspect.down) < 1 << 31 else {
      throw .damagedFilm("its pixels have an odd shape")
    }
    return aspect
  }

  /// Of a film that lies on a sphere how its viewer looks around in it is left out, as its projection is.
  private static func turn(_ video: MatroskaElements) throws(FaceBlurError) -> TurnMatrix {
    let projection = try video.inside(0x7670)
    guard try projection.number(0x7671) ?? 0 == 0 else { return TurnMatrix(a: 1, b: 0, c: 0, d: 1) }
    let (yaw, pitch) = (try projection.fraction(0x7673) ?? 0, try projection.fraction(0x7674) ?? 0)
    guard yaw == 0, pitch == 0 else { throw .unsupportedFilm("its pictures are shown from aside") }
    // Against the clock.
    switch try projection.fraction(0x7675) ?? 0 {
    case 0, 360, -360: return TurnMatrix(a: 1, b: 0, c: 0, d: 1)
    case 90, -270: return TurnMatrix(a: 0, b: -1, c: 1, d: 0)
    case -90, 270: return TurnMatrix(a: 0, b: 1, c: -1, d: 0)
    case 180, -180: return TurnMatrix(a: -1, b: 0, c: 0, d: -1)
    default: throw .unsupportedFilm("its pictures are stretched or turned by less than a quarter")
    }
  }

  /// How wide and high it is shown before it is turned, in parts of 65,536 of a pixel.
  var shownSize: (width: Int, height: Int) {
    let width = shape.width * pixelAspect.across << 16 / pixelAspect.down
    return (min(width, Int(UInt32.max)), shape.height << 16)
  }
}
