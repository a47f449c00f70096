public import ImageProcessingKit

extension TestTIFF.Picture {
  /// A picture of 8-bit colours in any kind: grey takes green, inks are what is missing to white, without black; all that is behind the
  /// colours is full, and deeper samples are spread over their range.
  public init(_ pixels: PixelBuffer, _ kind: TestTIFF.Kind) {
    let maximum = kind.maximum
    let bytes = pixels.bytes
    var samples: [UInt16] = []
    samples.reserveCapacity(pixels.width * pixels.height * kind.channels)
    func scaled(_ byte: UInt8) -> UInt16 { UInt16(Int(byte) * maximum / 255) }
    let extras = [UInt16](repeating: UInt16(maximum), count: kind.extras.count)
    bytes.withUnsafeBufferPointer { bytes in
      for place in stride(from: 0, to: bytes.count, by: 3) {
        let (red, green, blue) = (bytes[place], bytes[place + 1], bytes[place + 2])
        switch kind.photometric {
        case 0: samples.append(scaled(255 - green))
        case 1: samples.append(scaled(green))
        case 5: samples += [scaled(255 - red), scaled(255 - green), scaled(255 - blue), 0]
        default: samples += [scaled(red), scaled(green), scaled(blue)]
        }
        samples += extras
      }
    }
    self.init(kind, width: pixels.width, height: pixels.height, samples: samples)
  }

  /// Half gradient, half noise in every channel, so that differences and runs have something to do; some rows are of one colour.
  public static func noise(
    _ kind: TestTIFF.Kind, width: Int, height: Int, seed: UInt64
  ) -> TestTIFF.Picture {
    var random = SplitMix(seed: seed)
    var samples: [UInt16] = []
    samples.reserveCapacity(width * height * kind.channels)
    for y in 0..<height {
      let isFlat = Int.random(in: 0..<5, using: &random) == 0
      for x in 0..<width {
        for channel in 0..<kind.channels {
          let gradient = (channel % 2 == 0 ? x : y) * kind.maximum / max(width, height)
          let noise = isFlat ? y * 7 % (kind.maximum + 1) : Int.random(in: 0...kind.maximum, using: &random)
          samples.append(UInt16(isFlat ? noise : (gradient + noise) / 2))
        }
      }
    }
    return TestTIFF.Picture(kind, width: width, height: height, samples: samples)
  }

  /// The same picture with other samples in some places.
  public func replacing(
    where isInside: (_ x: Int, _ y: Int) -> Bool, by sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt16
  ) -> TestTIFF.Picture {
    var result = self
    for y in 0..<height {
      for x in 0..<width where isInside(x, y) {
        for channel in 0..<kind.channels { result.samples[place(x, y) + channel] = sample(x, y, channel) }
      }
    }
    return result
  }
}

extension TestTIFF {
  /// A file with a picture of 8-bit colours.
  public static func encode(
    _ pixels: PixelBuffer, _ kind: Kind = .rgb8, _ coding: Coding = Coding { $0.compression = .deflate }
  ) throws -> [UInt8] {
    try encode(Picture(pixels, kind), coding)
  }
}

extension TestPhotos {
  /// The middle of the NASA portrait as a TIFF of three times 8 bits, without any metadata.
  public static func closeUpTIFF() throws -> [UInt8] { try closeUpTIFFFile.get() }

  private static let closeUpTIFFFile = Result {
    try TestTIFF.encode(
      closeUp(), .rgb8,
      TestTIFF.Coding {
        $0.compression = .deflate
        $0.isDifferenced = true
        $0.rowsPerStrip = 32
      })
  }
}
