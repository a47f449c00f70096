/// Shrinks a picture by averaging: each target pixel is the mean of the source area it covers.
enum AreaResampler {
  /// The whole picture with a long side of so many pixels; never enlarged.
  static func shrink(_ source: PixelBuffer, toLongSide longSide: Int) -> PixelBuffer {
    guard longSide < max(source.width, source.height) else { return source }
    let size = size(of: source, toLongSide: longSide)
    return shrink(
      source, extent: (Double(source.width), Double(source.height)), width: size.width, height: size.height)
  }

  /// The size of a picture that is shrunk to a long side of so many pixels.
  static func size(of source: PixelBuffer, toLongSide longSide: Int) -> (width: Int, height: Int) {
    let scale = Double(longSide) / Double(max(source.width, source.height))
    func length(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }
    return (length(source.width), length(source.height))
  }

  /// - Parameters:
  ///   - source: the picture to shrink.
  ///   - extent: the part of the source that the whole target shows, in source pixels from the upper left; a
  ///     scaled JPEG decode is up to one pixel larger than the picture in it.
  ///   - width: target size in pixels, not larger than the extent.
  static func shrink(
    _ source: PixelBuffer, extent: (width: Double, height: Double), width: Int, height: Int
  ) -> PixelBuffer {
    var shrinker = RowShrinker(of: (source.width, source.height), extent: extent, to: (width, height))
    let length = source.width * PixelBuffer.channels
    source.bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<source.height where !shrinker.isComplete {
        shrinker.append(UnsafeBufferPointer(rebasing: bytes[y * length..<(y + 1) * length]))
      }
    }
    return shrinker.picture
  }

  /// The compiler turns this loop into vector instructions, so it does most of the work.
  @inline(__always)
  static func add<Sample: FixedWidthInteger & UnsignedInteger>(
    _ row: UnsafeBufferPointer<Sample>, times weight: UInt16, to sum: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<row.count { sum[index] &+= UInt32(row[index]) &* UInt32(weight) }
  }

  fileprivate static func narrow(
    _ wide: UnsafeBufferPointer<UInt32>, _ columns: Taps, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let half: UInt64 = 1 << 31
    columns.withTables { firsts, starts, weights in
      for x in 0..<(target.count / PixelBuffer.channels) {
        var (red, green, blue) = (half, half, half)
        var read = firsts[x] * PixelBuffer.channels
        for index in starts[x]..<starts[x + 1] {
          let weight = UInt64(weights[index])
          red &+= UInt64(wide[read]) &* weight
          green &+= UInt64(wide[read + 1]) &* weight
          blue &+= UInt64(wide[read + 2]) &* weight
          read += PixelBuffer.channels
        }
        let write = x * PixelBuffer.channels
        target[write] = UInt8(truncatingIfNeeded: red &>> 32)
        target[write + 1] = UInt8(truncatingIfNeeded: green &>> 32)
        target[write + 2] = UInt8(truncatingIfNeeded: blue &>> 32)
      }
    }
  }

  /// The source pixels that make each target pixel, and the share of each in 1/65536; the shares add up to 1.
  struct Taps {
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

    /// The first source pixel that makes a part of a target pixel.
    func first(of target: Int) -> Int { firsts[target] }

    /// The last source pixel that makes a part of a target pixel.
    func last(of target: Int) -> Int { firsts[target] + starts[target + 1] - starts[target] - 1 }

    /// The share that a source pixel has in a target pixel; none where it lies before the first.
    func weight(of source: Int, in target: Int) -> UInt16 {
      source < firsts[target] ? 0 : weights[starts[target] + source - firsts[target]]
    }

    /// By target pixel, the first source pixel and where its weights begin; and all weights. Once for a row: asked for one by one they are
    /// looked up each time.
    @inline(__always)
    func withTables(
      _ body: (
        _ firsts: UnsafeBufferPointer<Int>, _ starts: UnsafeBufferPointer<Int>,
        _ weights: UnsafeBufferPointer<UInt16>
      ) -> Void
    ) {
      firsts.withUnsafeBufferPointer { firsts in
        starts.withUnsafeBufferPointer { starts in
          weights.withUnsafeBufferPointer { body(firsts, starts, $0) }
        }
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

/// Shrinks a picture as `AreaResampler` does, from rows that come one after the other, so that it need not be in memory.
struct RowShrinker {
  private let columns: AreaResampler.Taps
  private let rows: AreaResampler.Taps
  private let width: Int
  private let height: Int
  /// One target row, still as wide as the source.
  private var wide: [UInt32] = []
  /// The target rows that are done.
  private var bytes: [UInt8] = []
  private var sourceRow = 0
  private var targetRow = 0

  /// The whole of a picture with a long side of so many pixels; never enlarged.
  /// - Parameters:
  ///   - width: of the picture whose rows come, in pixels.
  ///   - height: likewise.
  init(width: Int, height: Int, fitting longSide: Int) {
    let scale = min(1, Double(max(longSide, 1)) / Double(max(width, height)))
    func length(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }
    self.init(
      columns: AreaResampler.Taps(from: width, extent: Double(width), to: length(width)),
      rows: AreaResampler.Taps(from: height, extent: Double(height), to: length(height)),
      width: length(width), height: length(height))
  }

  /// A part of a picture.
  /// - Parameters:
  ///   - size: of the picture whose rows come, in pixels.
  ///   - extent: the part of it that the whole target shows, in its pixels from the upper left.
  ///   - target: in pixels, not larger than the extent.
  init(
    of size: (width: Int, height: Int), extent: (width: Double, height: Double),
    to target: (width: Int, height: Int)
  ) {
    self.init(
      columns: AreaResampler.Taps(from: size.width, extent: extent.width, to: target.width),
      rows: AreaResampler.Taps(from: size.height, extent: extent.height, to: target.height),
      width: target.width, height: target.height)
  }

  fileprivate init(columns: AreaResampler.Taps, rows: AreaResampler.Taps, width: Int, height: Int) {
    self.columns = columns
    self.rows = rows
    self.width = width
    self.height = height
  }

  /// Whether no further row would change anything.
  var isComplete: Bool { targetRow == height }

  /// Takes the next row: interleaved RGB.
  mutating func append(_ row: UnsafeBufferPointer<UInt8>) {
    if bytes.isEmpty { bytes.reserveCapacity(width * height * PixelBuffer.channels) }
    var made = bytes
    bytes = []
    append(row) { made.append(contentsOf: $0) }
    bytes = made
  }

  /// Takes the next row and lends those of the target that it completes, which are not kept.
  mutating func append(_ row: UnsafeBufferPointer<UInt8>, _ use: (UnsafeBufferPointer<UInt8>) -> Void) {
    if wide.isEmpty { wide = [UInt32](repeating: 0, count: row.count) }
    wide.withUnsafeMutableBufferPointer { wide in
      while targetRow < height {
        AreaResampler.add(row, times: rows.weight(of: sourceRow, in: targetRow), to: wide)
        guard rows.last(of: targetRow) == sourceRow else { break }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * PixelBuffer.channels) { target in
          AreaResampler.narrow(UnsafeBufferPointer(wide), columns, to: target)
          use(UnsafeBufferPointer(target))
        }
        wide.update(repeating: 0)
        targetRow += 1
        // Where a target row ends within a source row, the next one begins there.
        guard targetRow < height, rows.first(of: targetRow) <= sourceRow else { break }
      }
    }
    sourceRow += 1
  }

  /// The picture, once all rows are there.
  var picture: PixelBuffer {
    guard let picture = PixelBuffer(width: width, height: height, bytes: bytes) else {
      preconditionFailure("every row has been taken")
    }
    return picture
  }
}
