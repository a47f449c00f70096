/// Pictures in which people see faces, and networks do not as they are: where the contrast is so little that faces show once it is drawn apart, as any
/// program for photos does at the press of a button, and where noise or the dots of a print lie over everything. These are looked at once more.
enum RevealedPictures {
  /// The least span of levels, but for a hundredth at either end, of a picture that is not drawn apart: of photos with labelled faces none has less
  /// than 115, of flat ones with 32 levels nine of ten faces are found once they are.
  private static let leastSpan = 64
  /// From which part of the spread of levels on the usual difference of a pixel from its surroundings is rough: noise of 40 levels has .15, a
  /// dithered print .67, and 2 of 197 photos with labelled faces have more.
  private static let leastRoughness = 0.13
  /// Below this spread of levels everything is rough.
  private static let leastSpread = 10.0
  /// The radii of boxes that are, one after the other, nearly a Gaussian of 3 pixels.
  private static let radii = [2, 3, 3]
  /// Rows that are asked at most.
  private static let mostRows = 64
  /// The long side in pixels at which a picture is rough or not, and is smoothed.
  static let longSide = 512

  /// What a picture is to be looked at as, too.
  struct Views {
    /// What becomes of its levels where they are drawn apart; nil where they are not.
    fileprivate var tables: [[UInt8]]?
    /// Smoothed, with a long side of `longSide` or a little more; nil where it is not rough.
    var smoothed: PixelBuffer?

    var isDrawnApart: Bool { tables != nil }
    var isEmpty: Bool { tables == nil && smoothed == nil }

    /// The picture itself, at any size, with its levels drawn apart; as it is where they are not.
    func drawnApart(_ picture: PixelBuffer) -> PixelBuffer {
      tables.map { picture.mapped(by: $0) } ?? picture
    }
  }

  /// - Parameters:
  ///   - picture: as it was looked at.
  ///   - small: the same with a long side of `longSide` or a little more, or whole where it is smaller.
  /// - Returns: what is to be looked at, too: none of most pictures.
  static func of(_ picture: PixelBuffer, small: PixelBuffer) -> [PixelBuffer] {
    let views = views(of: small)
    return [views.isDrawnApart ? views.drawnApart(picture) : nil, views.smoothed].compactMap(\.self)
  }

  /// - Parameter small: a picture with a long side of `longSide` or a little more, or whole where it is smaller.
  /// - Returns: empty ones of most pictures.
  static func views(of small: PixelBuffer) -> Views {
    var views = Views(tables: tablesDrawingApart(small))
    let small = views.drawnApart(small)
    if isRough(small) { views.smoothed = radii.reduce(small) { $0.averaged(radius: $1) } }
    return views
  }

  /// For each channel what becomes of its levels, so that they span all there are; nil where they span enough.
  private static func tablesDrawingApart(_ picture: PixelBuffer) -> [[UInt8]]? {
    // Red, green, blue, and how light they are.
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: PixelBuffer.channels + 1)
    for row in rows(of: picture) {
      for column in 0..<picture.width {
        let place = (row * picture.width + column) * PixelBuffer.channels
        for channel in 0..<PixelBuffer.channels { counts[channel][Int(picture.bytes[place + channel])] += 1 }
        counts[PixelBuffer.channels][picture.lightness(at: place)] += 1
      }
    }
    let spans = counts.map(span)
    // What shows one level shows nothing.
    guard (2..<leastSpan).contains(spans[PixelBuffer.channels].count - 1) else { return nil }
    return spans.prefix(PixelBuffer.channels).map { span in
      let length = max(span.count - 1, 1)
      return (0..<256).map { UInt8(clamping: (($0 - span.lowerBound) * 255 + length / 2) / length) }
    }
  }

  /// The levels that all pixels have but for a hundredth at either end.
  /// - Parameter counts: by level, how many pixels have it.
  static func span(_ counts: [Int]) -> ClosedRange<Int> {
    let rest = counts.reduce(0, +) / 100
    func end(_ levels: some Sequence<Int>) -> Int {
      var passed = 0
      for level in levels {
        passed += counts[level]
        if passed > rest { return level }
      }
      return 0
    }
    let lowest = end(0..<256)
    return lowest...max(end((0..<256).reversed()), lowest)
  }

  private static func isRough(_ picture: PixelBuffer) -> Bool {
    guard picture.width > 2, picture.height > 2 else { return false }
    // Nine times the difference of a pixel from the mean around it.
    var differences = [Int](repeating: 0, count: 9 * 255 + 1)
    var (count, sum, squares) = (0, 0, 0)
    for row in rows(of: picture) where row > 0 && row + 1 < picture.height {
      let lights = (row - 1...row + 1).map { row in
        (0..<picture.width).map {
          picture.lightness(at: (row * picture.width + $0) * PixelBuffer.channels)
        }
      }
      for column in 1..<picture.width - 1 {
        let own = lights[1][column]
        let around = lights.reduce(0) { $0 + $1[column - 1] + $1[column] + $1[column + 1] }
        differences[abs(9 * own - around)] += 1
        count += 1
        sum += own
        squares += own * own
      }
    }
    guard count > 0 else { return false }
    let mean = Double(sum) / Double(count)
    let spread = max(Double(squares) / Double(count) - mean * mean, 0).squareRoot()
    var passed = 0
    let median = differences.indices.first { difference in
      passed += differences[difference]
      return 2 * passed > count
    }
    return spread >= leastSpread && Double(median ?? 0) / 9 > leastRoughness * spread
  }

  /// Rows that stand for all.
  private static func rows(of picture: PixelBuffer) -> StrideTo<Int> {
    stride(from: 0, to: picture.height, by: max(1, picture.height / mostRows))
  }
}

extension PixelBuffer {
  /// How light the pixel is that begins at a byte, 0 to 255 (ITU-R BT.601).
  func lightness(at place: Int) -> Int {
    (77 * Int(bytes[place]) + 150 * Int(bytes[place + 1]) + 29 * Int(bytes[place + 2])) >> 8
  }

  /// Each level as a table of its channel has it.
  fileprivate func mapped(by tables: [[UInt8]]) -> PixelBuffer {
    PixelBuffer(width: width, height: height) { target in
      for place in target.indices { target[place] = tables[place % Self.channels][Int(bytes[place])] }
    }
  }

  /// Each pixel as the mean of those around it, across and down; at the edges the last one stands for those beyond.
  fileprivate func averaged(radius: Int) -> PixelBuffer {
    averaged(
      radius: radius, count: width, step: Self.channels, lines: height, lineStep: width * Self.channels
    )
    .averaged(
      radius: radius, count: height, step: width * Self.channels, lines: width, lineStep: Self.channels)
  }

  /// - Parameters:
  ///   - count: pixels in a line.
  ///   - step: bytes from one of them to the next.
  ///   - lines: how many there are.
  ///   - lineStep: bytes from one line to the next.
  private func averaged(radius: Int, count: Int, step: Int, lines: Int, lineStep: Int) -> PixelBuffer {
    PixelBuffer(width: width, height: height) { target in
      bytes.withUnsafeBufferPointer { source in
        for line in 0..<lines {
          for channel in 0..<Self.channels {
            let start = line * lineStep + channel
            func level(_ place: Int) -> Int { Int(source[start + min(max(place, 0), count - 1) * step]) }
            var sum = (-radius...radius).reduce(0) { $0 + level($1) }
            for place in 0..<count {
              target[start + place * step] = UInt8(clamping: (sum + radius) / (2 * radius + 1))
              sum += level(place + radius + 1) - level(place - radius)
            }
          }
        }
      }
    }
  }
}
