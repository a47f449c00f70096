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
    let columns = Taps(from: source.width, extent: extent.width, to: width)
    let rows = Taps(from: source.height, extent: extent.height, to: height)
    let sourceLength = source.width * PixelBuffer.channels
    let targetLength = width * PixelBuffer.channels
    // One target row, still as wide as the source.
    var wide = [UInt32](repeating: 0, count: sourceLength)

    return PixelBuffer(width: width, height: height) { target in
      source.bytes.withUnsafeBufferPointer { bytes in
        wide.withUnsafeMutableBufferPointer { wide in
          for y in 0..<height {
            wide.update(repeating: 0)
            rows.forEach(of: y) { row, weight in
              let from = bytes[(row * sourceLength)...].prefix(sourceLength)
              add(UnsafeBufferPointer(rebasing: from), times: weight, to: wide)
            }
            let to = target[(y * targetLength)...].prefix(targetLength)
            narrow(UnsafeBufferPointer(wide), columns, to: UnsafeMutableBufferPointer(rebasing: to))
          }
        }
      }
    }
  }

  /// The compiler turns this loop into vector instructions, so it does most of the work.
  private static func add(
    _ row: UnsafeBufferPointer<UInt8>, times weight: UInt16, to sum: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<row.count { sum[index] &+= UInt32(row[index]) &* UInt32(weight) }
  }

  private static func narrow(
    _ wide: UnsafeBufferPointer<UInt32>, _ columns: Taps, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let half: UInt64 = 1 << 31
    for x in 0..<(target.count / PixelBuffer.channels) {
      var (red, green, blue) = (half, half, half)
      columns.forEach(of: x) { column, weight in
        let read = column * PixelBuffer.channels
        red &+= UInt64(wide[read]) &* UInt64(weight)
        green &+= UInt64(wide[read + 1]) &* UInt64(weight)
        blue &+= UInt64(wide[read + 2]) &* UInt64(weight)
      }
      let write = x * PixelBuffer.channels
      target[write] = UInt8(truncatingIfNeeded: red &>> 32)
      target[write + 1] = UInt8(truncatingIfNeeded: green &>> 32)
      target[write + 2] = UInt8(truncatingIfNeeded: blue &>> 32)
    }
  }

  /// The source pixels that make each target pixel, and the share of each in 1/65536; the shares add up to 1.
  private struct Taps {
    private var firsts: [Int] = []
    /// Where the weights of each target pixel begin, and where the last ones end.
    private var starts = [0]
    private var weights: [UInt16] = []

    init(from sourceCount: Int, extent: Double, to targetCount: Int) {
      let step = extent / Double(targetCount)
      for target in 0..<targetCount {
        let start = Double(target) * step
        let end = min(start + step, Double(sourceCount))
        let first = min(Int(start), sourceCount - 1)
        let last = min(max(Int(end.rounded(.up)), first + 1), sourceCount)
        // The part of the target pixel that lies before a source pixel.
        func part(before pixel: Int) -> Int {
          guard pixel > first else { return 0 }
          return pixel < last ? Int(((Double(pixel) - start) / (end - start) * 65536).rounded()) : 65536
        }
        firsts.append(first)
        // A share of 1 does not fit, and 65535/65536 of any sample is rounded to it.
        weights += (first..<last).map { UInt16(clamping: part(before: $0 + 1) - part(before: $0)) }
        starts.append(weights.count)
      }
    }

    @inline(__always)
    func forEach(of target: Int, _ body: (_ source: Int, _ weight: UInt16) -> Void) {
      for index in starts[target]..<starts[target + 1] {
        body(firsts[target] + index - starts[target], weights[index])
      }
    }
  }
}
