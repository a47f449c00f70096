public import ImageProcessingKit

extension TestWebP {
  /// A picture as it is seen: red, green, blue and alpha of each pixel, row by row from the top.
  public struct Picture: Sendable, Hashable {
    public var width: Int
    public var height: Int
    public var pixels: [UInt8]

    public init(width: Int, height: Int, pixels: [UInt8]) {
      self.width = width
      self.height = height
      self.pixels = pixels
    }

    /// A picture of colours with the same alpha everywhere.
    public init(_ colors: PixelBuffer, alpha: UInt8 = 255) {
      self.init(width: colors.width, height: colors.height, pixels: [])
      pixels = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { target, count in
        colors.bytes.withUnsafeBufferPointer { source in
          for place in 0..<(width * height) {
            for channel in 0..<3 { target[4 * place + channel] = source[3 * place + channel] }
            target[4 * place + 3] = alpha
          }
        }
        count = 4 * width * height
      }
    }

    public subscript(x: Int, y: Int) -> [UInt8] {
      get { Array(pixels[(4 * (y * width + x))..<(4 * (y * width + x) + 4)]) }
      set { pixels.replaceSubrange((4 * (y * width + x))..<(4 * (y * width + x) + 4), with: newValue) }
    }

    public var hasAlpha: Bool { stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] < 255 } }
    public var alpha: [UInt8] { stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] } }

    /// The colours, whatever is transparent.
    public var colors: PixelBuffer {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(3 * width * height)
      for place in stride(from: 0, to: pixels.count, by: 4) { bytes += pixels[place..<(place + 3)] }
      return PixelBuffer(width: width, height: height, bytes: bytes) ?? PixelBuffer(width: 1, height: 1)
    }

    /// In shades of grey: all colours are green's.
    public var gray: Picture {
      var result = self
      for place in stride(from: 0, to: pixels.count, by: 4) {
        (result.pixels[place], result.pixels[place + 2]) = (pixels[place + 1], pixels[place + 1])
      }
      return result
    }

    /// The same with an alpha that grows from the left, and is full in the right half.
    public var faded: Picture {
      replacing(where: { x, _ in 2 * x < width }) { x, y, channel in
        channel == 3 ? UInt8(2 * x * 255 / width) : pixels[4 * (y * width + x) + channel]
      }
    }

    /// The same picture with other samples in some places.
    public func replacing(
      where isInside: (_ x: Int, _ y: Int) -> Bool, by sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8
    ) -> Picture {
      var result = self
      for y in 0..<height {
        for x in 0..<width where isInside(x, y) {
          for channel in 0..<4 { result.pixels[4 * (y * width + x) + channel] = sample(x, y, channel) }
        }
      }
      return result
    }

    /// Half gradient, half noise in every channel; alpha is full, or noise of all its values.
    public static func noise(width: Int, height: Int, hasAlpha: Bool = false, seed: UInt64) -> Picture {
      var random = SplitMix(seed: seed)
      var picture = Picture(TestPhotos.noise(width: width, height: height, seed: seed))
      guard hasAlpha else { return picture }
      for place in stride(from: 3, to: picture.pixels.count, by: 4) {
        picture.pixels[place] = Bool.random(using: &random) ? 255 : .random(in: 0...255, using: &random)
      }
      return picture
    }
  }

  /// A picture as it is coded with loss: luma, Cb and Cr in 4:2:0 of BT.601's range, and alpha where there is one.
  public struct Planes: Sendable, Hashable {
    public var width: Int
    public var height: Int
    public var planes: [[UInt8]]
    public var alpha: [UInt8]?

    /// The same value everywhere.
    public init(width: Int, height: Int, value: UInt8, alpha: UInt8? = nil) {
      self.width = width
      self.height = height
      planes = []
      for plane in 0..<3 {
        let size = size(ofPlane: plane)
        planes.append([UInt8](repeating: value, count: size.width * size.height))
      }
      self.alpha = alpha.map { [UInt8](repeating: $0, count: width * height) }
    }

    public func size(ofPlane plane: Int) -> (width: Int, height: Int) {
      plane == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
    }

    /// A picture of colours as a camera codes it (ITU-R BT.601: black is 16, white 235); colour samples are means of four pixels.
    public init(_ colors: PixelBuffer, alpha: [UInt8]? = nil) {
      self.init(width: colors.width, height: colors.height, value: 0)
      self.alpha = alpha
      let weights = [[0.257, 0.504, 0.098], [-0.148, -0.291, 0.439], [0.439, -0.368, -0.071]]
      for plane in 0..<3 {
        let (size, step) = (size(ofPlane: plane), plane == 0 ? 1 : 2)
        for y in 0..<size.height {
          for x in 0..<size.width {
            var (sum, count) = (0.0, 0.0)
            for row in (y * step)..<min((y + 1) * step, height) {
              for column in (x * step)..<min((x + 1) * step, width) {
                let pixel = colors[column, row]
                sum +=
                  weights[plane][0] * Double(pixel.red) + weights[plane][1] * Double(pixel.green)
                  + weights[plane][2] * Double(pixel.blue)
                count += 1
              }
            }
            let sample = (sum / count).rounded() + (plane == 0 ? 16 : 128)
            planes[plane][y * size.width + x] = UInt8(min(max(sample, 0), 255))
          }
        }
      }
    }

    /// Other samples where a pixel is inside.
    /// - Parameter sample: is given the plane, 3 for alpha, and the place in it.
    public func replacing(
      where isInside: (_ x: Int, _ y: Int) -> Bool, by sample: (_ plane: Int, _ x: Int, _ y: Int) -> UInt8
    ) -> Planes {
      var result = self
      for plane in 0..<3 {
        let (size, step) = (size(ofPlane: plane), plane == 0 ? 1 : 2)
        for y in 0..<size.height {
          for x in 0..<size.width where isInside(x * step, y * step) {
            result.planes[plane][y * size.width + x] = sample(plane, x, y)
          }
        }
      }
      if alpha != nil {
        for y in 0..<height {
          for x in 0..<width where isInside(x, y) { result.alpha?[y * width + x] = sample(3, x, y) }
        }
      }
      return result
    }

    /// How near a plane comes to another picture's, in decibels, of the samples that a test counts; infinite where all are the same.
    public func ratio(to other: Planes, plane: Int, where isCounted: (_ x: Int, _ y: Int) -> Bool) -> Double {
      let (size, step) = (size(ofPlane: plane), plane == 0 ? 1 : 2)
      var (sum, count) = (0, 0)
      for y in 0..<size.height {
        for x in 0..<size.width where isCounted(x * step, y * step) {
          let place = y * size.width + x
          let difference = Int(planes[plane][place]) - Int(other.planes[plane][place])
          sum += difference * difference
          count += 1
        }
      }
      return sum == 0 ? .infinity : 10 * Self.logarithm(255 * 255 * Double(count) / Double(sum))
    }

    /// The decimal logarithm of a number of at least 1, to a thousandth.
    private static func logarithm(_ number: Double) -> Double {
      var (rest, result, step) = (number, 0.0, 1.0)
      while rest >= 10 { (rest, result) = (rest / 10, result + 1) }
      for _ in 0..<12 {
        (rest, step) = (rest * rest, step / 2)
        if rest >= 10 { (rest, result) = (rest / 10, result + step) }
      }
      return result
    }
  }
}

extension TestPhotos {
  /// The middle of the NASA portrait, 256 × 256, as a WebP without any metadata.
  public static func closeUpWebP(_ coding: TestWebP.Coding = .lossless) throws -> [UInt8] {
    if coding == .lossless { return try closeUpLossless.get() }
    return try TestWebP.photo(TestWebP.Picture(closeUp()), coding).bytes
  }

  private static let closeUpLossless = Result {
    try TestWebP.photo(TestWebP.Picture(closeUp()), .lossless).bytes
  }
}
