extension TestHEIF.Property {
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    ByteOrder.bigEndian.number(value, count)
  }

  /// `ispe`: columns and rows before anything is turned (ISO/IEC 23008-12, 6.5.3).
  public static func size(_ width: Int, _ height: Int) -> TestHEIF.Property {
    TestHEIF.Property("ispe", number(0, 4) + number(width, 4) + number(height, 4))
  }

  /// `hvcC` with what decodes a picture.
  public static func configuration(
    _ stream: TestHEVC.Stream, of picture: TestHEVC.Picture, lengthSize: Int = 4, others: [[UInt8]] = []
  ) -> TestHEIF.Property {
    TestHEIF.Property(
      "hvcC",
      TestHEVC.configuration(
        stream.parameterSets, chroma: picture.chroma, depth: picture.depth, lengthSize: lengthSize,
        others: others), isEssential: true)
  }

  /// `av1C` with what a decoder is to know of a picture before it sees it.
  public static func configuration(_ stream: TestAV1.Stream, others: [TestAV1.Unit] = []) throws
    -> TestHEIF.Property
  {
    TestHEIF.Property("av1C", try TestAV1.configuration(stream, others: others), isEssential: true)
  }

  /// `colr` with a profile; `rICC` is the type of restricted ones.
  public static func profile(_ bytes: [UInt8], type: String = "prof") -> TestHEIF.Property {
    TestHEIF.Property("colr", Array(type.utf8) + bytes)
  }

  /// `colr` with numbers of ITU-T H.273.
  public static func colors(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool = true)
    -> TestHEIF.Property
  {
    TestHEIF.Property(
      "colr",
      Array("nclx".utf8) + number(primaries, 2) + number(transfer, 2) + number(matrix, 2)
        + [isFullRange ? 0x80 : 0])
  }

  /// `pixi`: bits of each channel.
  public static func depths(_ depths: [Int]) -> TestHEIF.Property {
    TestHEIF.Property("pixi", number(0, 4) + [UInt8(depths.count)] + depths.map { UInt8($0) })
  }

  /// `irot`: quarter turns to the left.
  public static func rotation(_ turns: Int) -> TestHEIF.Property {
    TestHEIF.Property("irot", [UInt8(turns)], isEssential: true)
  }

  /// `imir`: 0 puts the top to the bottom, 1 the left to the right.
  public static func mirror(_ axis: Int) -> TestHEIF.Property {
    TestHEIF.Property("imir", [UInt8(axis)], isEssential: true)
  }

  /// `clap`: width, height and the middle's distance from the picture's, each a fraction (ISO/IEC 14496-12, 12.1.4).
  public static func crop(
    width: (Int, Int), height: (Int, Int), right: (Int, Int) = (0, 1), down: (Int, Int) = (0, 1)
  ) -> TestHEIF.Property {
    TestHEIF.Property(
      "clap", [width, height, right, down].flatMap { number($0.0, 4) + number($0.1, 4) }, isEssential: true)
  }

  /// `clap` that shows a box of a picture of whole pixels.
  public static func crop(to box: PixelBox, of width: Int, _ height: Int) -> TestHEIF.Property {
    crop(
      width: (box.width, 1), height: (box.height, 1), right: (2 * box.x + box.width - width, 2),
      down: (2 * box.y + box.height - height, 2))
  }

  /// `pasp`: how wide a pixel is to how high.
  public static func aspect(_ horizontal: Int, _ vertical: Int) -> TestHEIF.Property {
    TestHEIF.Property("pasp", number(horizontal, 4) + number(vertical, 4))
  }

  /// `clli`: brightest pixel and brightest mean.
  public static func light(_ maximum: Int, _ mean: Int) -> TestHEIF.Property {
    TestHEIF.Property("clli", number(maximum, 2) + number(mean, 2))
  }

  /// `mdcv`: the display on which the picture was made.
  public static let mastering = TestHEIF.Property(
    "mdcv",
    [13_250, 34_500, 7500, 3000, 34_000, 16_000, 15_635, 16_450].flatMap { number($0, 2) }
      + number(10_000_000, 4) + number(50, 4))

  /// `a1lx`: where layers end, which decoders may skip (AV1 Image File Format, 2.3.2.3).
  public static func layerSizes(_ sizes: [Int]) -> TestHEIF.Property {
    TestHEIF.Property("a1lx", [1] + (sizes + [0, 0, 0]).prefix(3).flatMap { number($0, 4) })
  }

  /// `a1op`: which of several ways of decoding is meant (2.3.2.1).
  public static func operatingPoint(_ index: Int) -> TestHEIF.Property {
    TestHEIF.Property("a1op", [UInt8(index)], isEssential: true)
  }

  /// `lsel`: which layer is meant (ISO/IEC 23008-12, 6.5.11).
  public static func layer(_ index: Int) -> TestHEIF.Property {
    TestHEIF.Property("lsel", number(index, 2), isEssential: true)
  }

  /// `auxC`: what an auxiliary picture is for.
  public static func auxiliary(_ type: String, _ more: [UInt8] = []) -> TestHEIF.Property {
    TestHEIF.Property("auxC", number(0, 4) + Array(type.utf8) + [0] + more, isEssential: true)
  }
}

extension TestHEIF {
  /// What auxiliary pictures are for, as phones write it.
  public enum Auxiliary: String, Sendable, CaseIterable {
    case alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
    case alphaOfHEVC = "urn:mpeg:hevc:2015:auxid:1"
    case alphaOfAVC = "urn:mpeg:avc:2015:auxid:1"
    case depth = "urn:mpeg:mpegB:cicp:systems:auxiliary:depth"
    case depthOfHEVC = "urn:mpeg:hevc:2015:auxid:2"
    case gainMap = "urn:com:apple:photo:2020:aux:hdrgainmap"
    case portraitMatte = "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
    case skinMatte = "urn:com:apple:photo:2019:aux:semanticskinmatte"
    case hairMatte = "urn:com:apple:photo:2019:aux:semantichairmatte"
    case teethMatte = "urn:com:apple:photo:2019:aux:semanticteethmatte"
    case glassesMatte = "urn:com:apple:photo:2020:aux:semanticglassesmatte"
    case skyMatte = "urn:com:apple:photo:2020:aux:semanticskymatte"
    case linearThumbnail = "tag:apple.com,2023:photo:aux:linearthumbnail"
    case unknown = "urn:example:aux:face"
  }

  /// Descriptor of a grid (ISO/IEC 23008-12, 6.6.2.3).
  public static func gridDescriptor(
    columns: Int, rows: Int, width: Int, height: Int, isWide: Bool? = nil
  ) -> [UInt8] {
    let isWide = isWide ?? (max(width, height) > 65_535)
    let order = ByteOrder.bigEndian
    return [0, isWide ? 1 : 0, UInt8(truncatingIfNeeded: rows - 1), UInt8(truncatingIfNeeded: columns - 1)]
      + order.number(width, isWide ? 4 : 2) + order.number(height, isWide ? 4 : 2)
  }

  /// Descriptor of an overlay: a ground of four channels, a size, and where each picture lies on it (6.6.2.2).
  public static func overlayDescriptor(width: Int, height: Int, places: [(x: Int, y: Int)]) -> [UInt8] {
    let order = ByteOrder.bigEndian
    return [0, 0] + order.number(0, 8) + order.number(width, 2) + order.number(height, 2)
      + places.flatMap { order.number($0.x, 2) + order.number($0.y, 2) }
  }
}
