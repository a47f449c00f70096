import CWebPTestSupport

extension TestWebP {
  /// How a picture is coded; the numbers are those of libwebp's own settings.
  public struct Coding: Sendable, Hashable, CustomStringConvertible {
    public var isLossless = false
    /// 0…100; of pictures without loss how long the encoder takes.
    public var quality: Float = 75
    public var method = 4
    /// 1…4.
    public var segments = 4
    /// How unlike segments may be, 0…100.
    public var shaping = 50
    /// The binary logarithm of their number, 0…3; heeded by methods up to 2.
    public var partitions = 0
    /// 0…100; 0 for no filter.
    public var filterStrength = 60
    /// 0…7.
    public var filterSharpness = 0
    public var hasSimpleFilter = false
    /// 100 codes alpha without loss.
    public var alphaQuality = 100
    public var isAlphaCompressed = true

    public init(_ change: (inout Coding) -> Void = { _ in }) { change(&self) }

    public static let lossless = Coding { $0.isLossless = true }
    public static func lossy(_ quality: Float) -> Coding { Coding { $0.quality = quality } }

    public var description: String {
      isLossless
        ? "without loss"
        : "quality \(quality), \(segments) segments, \(1 << partitions) partitions"
          + (hasSimpleFilter ? ", simple filter" : "")
    }

    fileprivate var options: fwt_options {
      var options = fwt_options()
      options.is_lossless = isLossless
      options.quality = quality
      options.method = Int32(method)
      options.segments = Int32(segments)
      options.shaping = Int32(shaping)
      options.partitions = Int32(partitions)
      options.filter_strength = Int32(filterStrength)
      options.filter_sharpness = Int32(filterSharpness)
      options.has_simple_filter = hasSimpleFilter
      options.alpha_quality = Int32(alphaQuality)
      options.is_alpha_compressed = isAlphaCompressed
      return options
    }
  }

  // MARK: Encoding

  /// A file as libwebp writes it.
  public static func encode(_ picture: Picture, _ coding: Coding = Coding()) throws -> [UInt8] {
    var (options, output) = (coding.options, fwt_buffer())
    let isCoded = fwt_encode_rgba(
      picture.pixels, picture.pixels.count, UInt32(picture.width), UInt32(picture.height), &options, &output)
    return try bytes(of: &output, isCoded)
  }

  /// The same of samples as they are coded, with loss.
  public static func encode(_ planes: Planes, _ coding: Coding = Coding()) throws -> [UInt8] {
    var (options, output) = (coding.options, fwt_buffer())
    let samples = planes.planes.flatMap { $0 } + (planes.alpha ?? [])
    let isCoded = fwt_encode_planes(
      samples, samples.count, UInt32(planes.width), UInt32(planes.height), &options, &output)
    return try bytes(of: &output, isCoded)
  }

  private static func bytes(of output: inout fwt_buffer, _ isCoded: Bool) throws -> [UInt8] {
    defer { fwt_buffer_free(&output) }
    guard isCoded else { throw Failure("libwebp writes none") }
    return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
  }

  // MARK: Files

  /// A file as renders are: simple where nothing is beside the picture.
  /// - Parameter exif: a TIFF block.
  public static func photo(
    _ picture: Picture, _ coding: Coding = Coding(), profile: [UInt8]? = nil, exif: [UInt8]? = nil
  ) throws -> TestWebP {
    try laidOut(TestWebP(encode(picture, coding)).code, profile: profile, exif: exif)
  }

  /// The same of samples as they are coded.
  public static func photo(
    _ planes: Planes, _ coding: Coding = Coding(), profile: [UInt8]? = nil, exif: [UInt8]? = nil
  ) throws -> TestWebP {
    try laidOut(TestWebP(encode(planes, coding)).code, profile: profile, exif: exif)
  }

  /// What holds a picture, laid out as in a render.
  public static func laidOut(
    _ code: [Chunk], profile: [UInt8]? = nil, exif: [UInt8]? = nil
  ) throws -> TestWebP {
    var file = TestWebP(code)
    guard profile != nil || exif != nil || code.count > 1 else { return file }
    let size = try file.pictureSize
    let isTransparent = code.count > 1 || file.saysAlpha
    let flags =
      (profile == nil ? 0 : hasProfile) | (exif == nil ? 0 : hasEXIF) | (isTransparent ? hasAlpha : 0)
    file.insert(
      [header(flags, width: size.width, height: size.height)] + (profile.map { [Chunk("ICCP", $0)] } ?? []),
      at: 0)
    if let exif { file.chunks.append(Chunk("EXIF", exif)) }
    return file
  }

  // MARK: Decoding

  /// What libwebp reads of a file.
  public struct Decoded: Sendable, Hashable {
    public let picture: Picture
    /// The samples as they are coded; nil where they are coded without loss.
    public let planes: Planes?
    public let isLossless: Bool
    /// Whether libwebp says that there is an alpha.
    public let hasAlpha: Bool
  }

  /// - Parameter maxPixels: a picture of more is not read.
  /// - Throws: `Failure` with why libwebp gives up.
  public static func read(_ file: [UInt8], maxPixels: Int = 1 << 26) throws -> Decoded {
    var picture = fwt_picture()
    defer { fwt_picture_free(&picture) }
    guard fwt_decode(file, file.count, maxPixels, &picture) else {
      throw Failure(
        withUnsafeBytes(of: picture.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    let (width, height) = (Int(picture.width), Int(picture.height))
    let pixels = Array(UnsafeBufferPointer(start: picture.rgba, count: picture.rgba_count))
    var planes: Planes?
    if !picture.is_lossless {
      var rest = Array(UnsafeBufferPointer(start: picture.planes, count: picture.plane_count))[...]
      var decoded = Planes(width: width, height: height, value: 0)
      for plane in 0..<3 {
        let count = decoded.planes[plane].count
        decoded.planes[plane] = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      decoded.alpha = rest.isEmpty ? nil : Array(rest)
      planes = decoded
    }
    return Decoded(
      picture: Picture(width: width, height: height, pixels: pixels), planes: planes,
      isLossless: picture.is_lossless, hasAlpha: picture.has_alpha)
  }

  /// What libwebp's demultiplexer finds: how many pictures there are, and how many chunks of a name; nil where it gives up.
  public static func count(of name: String, in file: [UInt8]) -> (pictures: Int, chunks: Int)? {
    var (pictures, chunks): (UInt32, UInt32) = (0, 0)
    guard fwt_count(file, file.count, name, &pictures, &chunks) else { return nil }
    return (Int(pictures), Int(chunks))
  }
}
