/// Shrinks a picture by averaging: each target pixel is the mean of the source area it covers.
enum AreaResampler {
  /// The whole picture with a long side of so many pixels; never enlarged.
  static func shrink(_ source: PixelBuffer, toLongSide longSide: Int) -> PixelBuffer {
    let scale = Double(longSide) / Double(max(source.width, source.height))
    guard scale < 1 else { return source }
    func length(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }
    return shrink(
      source, extent: (Double(source.width), Double(source.height)), width: length(source.width),
      height: length(source.height))
  }

  /// - Parameters:
  ///   - source: the picture to shrink.
  ///   - extent: the part of the source that the whole target shows, in source pixels from the upper left; a
  ///     scaled JPEG decode is up to one pixel larger than the picture in it.
  ///   - width: target size in pixels, not larger than the extent.
  static func shrink(
    _ source: PixelBuffer, extent: (width: Double, height: Double), width: Int, height: Int
  ) -> PixelBuffer {
    let columns = taps(from: source.width, extent: extent.width, to: width)
    let rows = taps(from: source.height, extent: extent.height, to: height)
    var result = PixelBuffer(width: width, height: height)
    let rowLength = width * PixelBuffer.channels
    var narrow = [Float](repeating: 0, count: rowLength)
    var sum = [Float](repeating: 0, count: rowLength)

    result.withUnsafeMutableBytes { target in
      source.bytes.withUnsafeBufferPointer { bytes in
        for (y, row) in rows.enumerated() {
          for index in 0..<rowLength { sum[index] = 0 }
          for (offset, rowWeight) in row.weights.enumerated() {
            let start = (row.first + offset) * source.width * PixelBuffer.channels
            for (x, column) in columns.enumerated() {
              var red: Float = 0
              var green: Float = 0
              var blue: Float = 0
              var read = start + column.first * PixelBuffer.channels
              for weight in column.weights {
                red += weight * Float(bytes[read])
                green += weight * Float(bytes[read + 1])
                blue += weight * Float(bytes[read + 2])
                read += PixelBuffer.channels
              }
              narrow[x * PixelBuffer.channels] = red
              narrow[x * PixelBuffer.channels + 1] = green
              narrow[x * PixelBuffer.channels + 2] = blue
            }
            for index in 0..<rowLength { sum[index] += rowWeight * narrow[index] }
          }
          for index in 0..<rowLength {
            target[y * rowLength + index] = UInt8(min(max(sum[index].rounded(), 0), 255))
          }
        }
      }
    }
    return result
  }

  /// The source pixels that make one target pixel and the share of each; the shares add up to 1.
  private struct Taps {
    let first: Int
    let weights: [Float]
  }

  private static func taps(from sourceCount: Int, extent: Double, to targetCount: Int) -> [Taps] {
    let step = extent / Double(targetCount)
    return (0..<targetCount).map { target in
      let start = Double(target) * step
      let end = min(start + step, Double(sourceCount))
      let first = min(Int(start), sourceCount - 1)
      let last = min(max(Int(end.rounded(.up)), first + 1), sourceCount)
      let shares = (first..<last).map { pixel in
        max(min(end, Double(pixel + 1)) - max(start, Double(pixel)), 0)
      }
      let total = shares.reduce(0, +)
      return Taps(
        first: first, weights: shares.map { total > 0 ? Float($0 / total) : 1 / Float(shares.count) })
    }
  }
}
