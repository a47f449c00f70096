public import ImageProcessingKit

extension TestHEVC.Picture {
  /// A picture of 8-bit colours as a camera stores it (BT.601 and the whole range of numbers, ITU-T T.871). Chroma samples are
  /// means of the pixels they stand for, and deeper samples have the bits that rounding to 8 would lose.
  public init(_ pixels: PixelBuffer, chroma: TestHEVC.Chroma = .half, depth: Int = 8) {
    self.init(width: pixels.width, height: pixels.height, chroma: chroma, depth: depth, planes: [])
    let weights = [
      [19_595, 38_470, 7471], [-11_059, -21_709, 32_768], [32_768, -27_439, -5329],
    ]
    let (width, height) = (pixels.width, pixels.height)
    let maximum = (1 << depth) - 1
    planes = (0..<chroma.planeCount).map { plane in
      let size = size(ofPlane: plane)
      let step = plane == 0 ? (x: 1, y: 1) : chroma.step
      let (red, green, blue) = (weights[plane][0], weights[plane][1], weights[plane][2])
      let middle = plane == 0 ? 0 : 1 << (depth - 1)
      return pixels.bytes.withUnsafeBufferPointer { bytes in
        [UInt16](unsafeUninitializedCapacity: size.width * size.height) { target, count in
          for y in 0..<size.height {
            for x in 0..<size.width {
              var (sum, number) = (0, 0)
              for row in (y * step.y)..<min((y + 1) * step.y, height) {
                for column in (x * step.x)..<min((x + 1) * step.x, width) {
                  let place = 3 * (row * width + column)
                  sum +=
                    red * Int(bytes[place]) + green * Int(bytes[place + 1]) + blue * Int(bytes[place + 2])
                  number += 65_536
                }
              }
              let value = Double(sum << (depth - 8)) / Double(number)
              let sample = middle + Int(value.rounded())
              target[y * size.width + x] = UInt16(min(max(sample, 0), maximum))
            }
          }
          count = size.width * size.height
        }
      }
    }
  }

  /// The colours that the samples stand for, by the same rule.
  public var pixels: PixelBuffer { pixels(isFullRange: true) }

  /// The same for samples that leave out the ends of the range: black is at 16 and white at 235 of 255.
  public func pixels(isFullRange: Bool) -> PixelBuffer {
    var result = [UInt8](repeating: 0, count: 3 * width * height)
    let step = chroma.step
    let across = chroma == .gray ? 0 : size(ofPlane: 1).width
    let scale = 1 / Double(1 << (depth - 8))
    let black = isFullRange ? 0 : 16.0
    let lumaScale = isFullRange ? 1 : 255 / 219.0
    let colorScale = isFullRange ? 1 : 255 / 224.0
    for y in 0..<height {
      for x in 0..<width {
        let luma = (Double(planes[0][y * width + x]) * scale - black) * lumaScale
        let place = y / step.y * across + x / step.x
        let blue = chroma == .gray ? 0 : (Double(planes[1][place]) * scale - 128) * colorScale
        let red = chroma == .gray ? 0 : (Double(planes[2][place]) * scale - 128) * colorScale
        let colors: [Double] = [
          luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue,
        ]
        for channel in 0..<3 {
          result[3 * (y * width + x) + channel] = UInt8(min(max(colors[channel].rounded(), 0), 255))
        }
      }
    }
    return PixelBuffer(width: width, height: height, bytes: result) ?? PixelBuffer(width: 1, height: 1)
  }

  /// Half gradient, half noise, in every plane.
  public static func noise(
    width: Int, height: Int, chroma: TestHEVC.Chroma = .half, depth: Int = 8, seed: UInt64 = 1
  ) -> TestHEVC.Picture {
    var random = SplitMix(seed: seed)
    var picture = TestHEVC.Picture(width: width, height: height, chroma: chroma, depth: depth, planes: [])
    let half = UInt64(1 << (depth - 1)) - 1
    picture.planes = (0..<chroma.planeCount).map { plane in
      let size = picture.size(ofPlane: plane)
      var samples: [UInt16] = []
      samples.reserveCapacity(size.width * size.height)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let gradient = (plane == 1 ? y : x) * Int(half) / max(size.width, size.height)
          samples.append(UInt16(gradient) + UInt16(random.next() >> 20 & half))
        }
      }
      return samples
    }
    return picture
  }

  /// A part of the picture; beyond its edges the samples at them go on. The place is a multiple of the chroma's steps.
  public func cut(x left: Int, y top: Int, width: Int, height: Int) -> TestHEVC.Picture {
    var result = TestHEVC.Picture(width: width, height: height, chroma: chroma, depth: depth, planes: [])
    result.planes = planes.indices.map { plane in
      let (from, to) = (size(ofPlane: plane), result.size(ofPlane: plane))
      let step = plane == 0 ? (x: 1, y: 1) : chroma.step
      return planes[plane].withUnsafeBufferPointer { source in
        [UInt16](unsafeUninitializedCapacity: to.width * to.height) { target, count in
          for y in 0..<to.height {
            let row = min(max(top / step.y + y, 0), from.height - 1) * from.width
            for x in 0..<to.width {
              target[y * to.width + x] = source[row + min(max(left / step.x + x, 0), from.width - 1)]
            }
          }
          count = to.width * to.height
        }
      }
    }
    return result
  }

  /// Draws another picture of the same kind over this one; what leaves it is cut off.
  public mutating func paste(_ other: TestHEVC.Picture, x left: Int, y top: Int) {
    for plane in planes.indices {
      let (to, from) = (size(ofPlane: plane), other.size(ofPlane: plane))
      let step = plane == 0 ? (x: 1, y: 1) : chroma.step
      let (left, top) = (left / step.x, top / step.y)
      for y in max(0, -top)..<max(max(0, -top), min(from.height, to.height - top)) {
        for x in max(0, -left)..<max(max(0, -left), min(from.width, to.width - left)) {
          planes[plane][(top + y) * to.width + left + x] = other.planes[plane][y * from.width + x]
        }
      }
    }
  }
}

extension TestPhotos {
  /// A portrait as a camera stores it.
  public static func planes(
    of jpeg: [UInt8], chroma: TestHEVC.Chroma = .half, depth: Int = 8
  ) throws -> TestHEVC.Picture {
    TestHEVC.Picture(try pixels(of: jpeg), chroma: chroma, depth: depth)
  }
}
