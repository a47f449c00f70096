/// A picture with the levels of each part of it drawn apart: whoever is in haze, behind a curtain or in the dark beside something bright shows so, whom people see
/// and networks do not. Where the whole picture is flat, `RevealedPictures` do the same for all of it.
enum LocalLevels {
  /// Parts along the long side. Of faces in ten levels as many are seen with six as with sixteen.
  private static let parts = 8
  /// Levels that a part has at least, but for a hundredth at either end, once drawn apart: fewer are noise.
  private static let leastSpan = 6
  /// A part with fewer levels than this may hide somebody; where fewer than one in ten is such a part, none is drawn apart.
  private static let flatSpan = 48
  private static let leastShareOfFlat = 0.1

  /// - Returns: nil where hardly any part is flat.
  static func drawnApart(_ picture: PixelBuffer) -> PixelBuffer? {
    let side = Double(max(picture.width, picture.height)) / Double(parts)
    let columns = max(1, Int((Double(picture.width) / side).rounded()))
    let rows = max(1, Int((Double(picture.height) / side).rounded()))
    var spans: [ClosedRange<Int>] = []
    for row in 0..<rows {
      for column in 0..<columns {
        spans.append(
          span(
            of: picture, columns: part(column, of: columns, picture.width),
            rows: part(row, of: rows, picture.height)))
      }
    }
    let flat = spans.count { (leastSpan..<flatSpan).contains($0.count - 1) }
    guard Double(flat) >= leastShareOfFlat * Double(spans.count) else { return nil }
    return drawnApart(picture, spans, columns: columns, rows: rows)
  }

  private static func part(_ index: Int, of count: Int, _ length: Int) -> Range<Int> {
    index * length / count..<(index + 1) * length / count
  }

  /// The levels that all its pixels have but for a hundredth at either end.
  private static func span(of picture: PixelBuffer, columns: Range<Int>, rows: Range<Int>)
    -> ClosedRange<Int>
  {
    var counts = [Int](repeating: 0, count: 256)
    for row in rows {
      for column in columns {
        counts[picture.lightness(at: (row * picture.width + column) * PixelBuffer.channels)] += 1
      }
    }
    return RevealedPictures.span(counts)
  }

  /// Between the middles of parts their spans are mixed.
  private static func drawnApart(
    _ picture: PixelBuffer, _ spans: [ClosedRange<Int>], columns: Int, rows: Int
  ) -> PixelBuffer {
    let across = mixes(of: columns, along: picture.width)
    let down = mixes(of: rows, along: picture.height)
    return PixelBuffer(width: picture.width, height: picture.height) { target in
      for row in 0..<picture.height {
        let (above, below, belowShare) = down[row]
        let line = (0..<columns).map { column -> (low: Float, high: Float) in
          let (a, b) = (spans[above * columns + column], spans[below * columns + column])
          func mix(_ a: Int, _ b: Int) -> Float { Float(a) + (Float(b) - Float(a)) * belowShare }
          return (mix(a.lowerBound, b.lowerBound), mix(a.upperBound, b.upperBound))
        }
        for column in 0..<picture.width {
          let (left, right, rightShare) = across[column]
          var low = line[left].low + (line[right].low - line[left].low) * rightShare
          let high = line[left].high + (line[right].high - line[left].high) * rightShare
          let length = max(high - low, Float(leastSpan))
          if high - low < length { low = (low + high - length) / 2 }
          let place = (row * picture.width + column) * PixelBuffer.channels
          for channel in place..<place + PixelBuffer.channels {
            target[channel] = UInt8(min(max((Float(picture.bytes[channel]) - low) / length * 255, 0), 255))
          }
        }
      }
    }
  }

  /// For each pixel the parts whose middles it lies between, and the share of the second one.
  private static func mixes(of count: Int, along length: Int) -> [(first: Int, second: Int, share: Float)] {
    (0..<length).map { pixel in
      let place = (Float(pixel) + 0.5) / Float(length) * Float(count) - 0.5
      let first = min(max(Int(place.rounded(.down)), 0), count - 1)
      return (first, min(first + 1, count - 1), min(max(place - Float(first), 0), 1))
    }
  }
}
