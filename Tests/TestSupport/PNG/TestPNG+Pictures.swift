public import ImageProcessingKit

extension TestPNG.Picture {
  /// A picture of 8-bit colours in any kind: grey takes green, alpha is full, deeper samples are spread over their range, and a
  /// palette is a cube of colours, or steps of grey where it is too small for one.
  public init(_ pixels: PixelBuffer, _ kind: TestPNG.Kind) {
    let maximum = kind.maximum
    let bytes = pixels.bytes
    var samples: [UInt16] = []
    samples.reserveCapacity(pixels.width * pixels.height * kind.channels)
    func scaled(_ byte: UInt8) -> UInt16 { UInt16((Int(byte) * maximum + 127) / 255) }
    bytes.withUnsafeBufferPointer { bytes in
      for place in stride(from: 0, to: bytes.count, by: 3) {
        let (red, green, blue) = (bytes[place], bytes[place + 1], bytes[place + 2])
        switch kind.colorType {
        case 0, 4: samples.append(scaled(green))
        case 3:
          samples.append(
            UInt16(
              kind.depth == 8
                ? Self.step(red) * 36 + Self.step(green) * 6 + Self.step(blue)
                : Int(green) >> (8 - kind.depth)))
        default: samples += [scaled(red), scaled(green), scaled(blue)]
        }
        if kind.hasAlpha { samples.append(UInt16(maximum)) }
      }
    }
    self.init(
      kind, width: pixels.width, height: pixels.height, samples: samples,
      palette: kind.isPalette ? Self.palette(kind.depth) : [])
  }

  private static func step(_ byte: UInt8) -> Int { (Int(byte) + 25) / 51 }

  private static func palette(_ depth: Int) -> [[UInt8]] {
    guard depth == 8 else {
      let last = (1 << depth) - 1
      return (0...last).map { [UInt8](repeating: UInt8($0 * 255 / last), count: 3) }
    }
    return (0..<216).map { index in
      let steps = [index / 36, index / 6 % 6, index % 6]
      return steps.map { UInt8(51 * $0) }
    }
  }

  /// Noise in every channel, alpha included, some of it the colour that tRNS names; palettes with holes, doubled entries and alphas.
  public static func noise(_ kind: TestPNG.Kind, width: Int, height: Int, seed: UInt64) -> TestPNG.Picture {
    var random = SplitMix(seed: seed)
    func sample() -> UInt16 { UInt16.random(in: 0...UInt16(kind.maximum), using: &random) }
    var picture = TestPNG.Picture(kind, width: width, height: height, samples: [])
    if kind.isPalette {
      let count = Int.random(in: 1...(1 << kind.depth), using: &random)
      picture.palette = (0..<count).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      if Bool.random(using: &random) {
        picture.transparency = .alphas(
          (0..<Int.random(in: 1...count, using: &random)).map { _ in
            Bool.random(using: &random) ? 255 : UInt8.random(in: 0...255, using: &random)
          })
      }
      // Some use a few of the entries, some all, and indices beyond the palette stand for black.
      let used = Int.random(in: 1...count, using: &random)
      picture.samples = (0..<(width * height)).map { _ in
        Int.random(in: 0..<200, using: &random) == 0 && seed % 4 == 0
          ? sample() : UInt16.random(in: 0..<UInt16(used), using: &random)
      }
      return picture
    }
    // Half gradient, half noise, so that filters and tones have something to do.
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<kind.channels {
          let gradient = (channel % 2 == 0 ? x : y) * kind.maximum / max(width, height)
          picture.samples.append(UInt16((gradient + Int(sample())) / 2))
        }
      }
    }
    if !kind.hasAlpha, Bool.random(using: &random) {
      let x = Int.random(in: 0..<width, using: &random)
      picture.transparency = .color(picture[x, Int.random(in: 0..<height, using: &random)])
    }
    return picture
  }

  /// The same picture with other samples in some places.
  public func replacing(
    where isInside: (_ x: Int, _ y: Int) -> Bool, by sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt16
  ) -> TestPNG.Picture {
    var result = self
    for y in 0..<height {
      for x in 0..<width where isInside(x, y) {
        for channel in 0..<kind.channels {
          result.samples[(y * width + x) * kind.channels + channel] = sample(x, y, channel)
        }
      }
    }
    return result
  }
}

extension TestPNG {
  /// A file with a picture of 8-bit colours.
  public static func encode(
    _ pixels: PixelBuffer, _ kind: Kind = .rgb8, _ coding: Coding = Coding { $0.filter = .fixed(4) }
  ) throws -> [UInt8] {
    try encode(Picture(pixels, kind), coding)
  }
}

extension TestPhotos {
  /// The middle of the NASA portrait, 256 × 256: small, for tests of many files.
  public static func closeUp() throws -> PixelBuffer {
    var picture = PixelBuffer(width: 256, height: 256)
    picture.paste(try pixels(of: astronaut()), x: -96, y: 0)
    return picture
  }

  /// The NASA portrait in grey as the alpha of a picture that is white all over: whoever shows it over white shows nothing.
  public static func portraitInAlpha() throws -> [UInt8] {
    let portrait = try pixels(of: astronaut())
    var picture = TestPNG.Picture(
      PixelBuffer(width: portrait.width, height: portrait.height, red: 255, green: 255, blue: 255), .rgba8)
    for (index, green) in stride(from: 1, to: portrait.bytes.count, by: 3).enumerated() {
      picture.samples[4 * index + 3] = UInt16(portrait.bytes[green])
    }
    return try TestPNG.encode(picture)
  }

  /// Where its face is.
  public static let closeUpFace = astronautFace.moved(x: -96, y: 0)

  /// That picture as a PNG of three times 8 bits, without any metadata.
  public static func closeUpPNG() throws -> [UInt8] { try closeUpFile.get() }

  private static let closeUpFile = Result {
    try TestPNG.encodeByLibpng(TestPNG.Picture(closeUp(), .rgb8))
  }
}
