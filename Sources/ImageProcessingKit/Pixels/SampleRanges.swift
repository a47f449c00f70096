/// Between which values the colours of a picture of 16-bit samples lie.
struct SampleRanges {
  private let channels: Int
  private var lows: [UInt16]
  private var highs: [UInt16]

  /// Samples that lie as far apart show in 8 bits what they show when they are drawn apart.
  private static let wide = 1 << 14

  /// - Parameter channels: samples of a pixel: of red, green and blue, or of one kind alone.
  init(channels: Int = 3) {
    self.channels = channels
    lows = [UInt16](repeating: .max, count: channels)
    highs = [UInt16](repeating: 0, count: channels)
  }

  /// Takes the samples of a row.
  mutating func take(_ row: UnsafeBufferPointer<UInt16>) {
    for channel in 0..<channels where !isWide(channel) {
      var (low, high) = (lows[channel], highs[channel])
      for place in stride(from: channel, to: row.count, by: channels) {
        low = min(low, row[place])
        high = max(high, row[place])
      }
      (lows[channel], highs[channel]) = (low, high)
    }
  }

  private func span(_ channel: Int) -> Int { Int(highs[channel]) - Int(lows[channel]) }
  private func isWide(_ channel: Int) -> Bool { span(channel) >= Self.wide }

  /// Whether nothing can be drawn apart any more, whatever the rest of the picture holds.
  var areWide: Bool { (0..<channels).allSatisfy { isWide($0) } }

  /// Nil where no colour can be drawn apart.
  var stretch: SampleStretch? {
    let spans = (0..<channels).map { isWide($0) ? 0 : max(span($0), 0) }
    return spans.contains { $0 > 0 } ? SampleStretch(lows: lows, spans: spans) : nil
  }
}

/// Draws 16-bit samples apart that lie close together, each colour by itself, as viewers do that go by what there is.
struct SampleStretch {
  fileprivate let lows: [UInt16]
  /// From the least sample to the largest; 0 for a colour that stays as it is.
  fileprivate let spans: [Int]

  fileprivate init(lows: [UInt16], spans: [Int]) { (self.lows, self.spans) = (lows, spans) }

  /// - Parameter shown: takes a row in 8 bits.
  func show(_ row: UnsafeBufferPointer<UInt16>, into shown: UnsafeMutableBufferPointer<UInt8>) {
    for channel in lows.indices {
      let (low, span) = (Int(lows[channel]), spans[channel])
      for place in stride(from: channel, to: shown.count, by: lows.count) {
        let part = min(max(Int(row[place]) - low, 0), span)
        shown[place] =
          span == 0 ? row[place].inEightBits : UInt8(truncatingIfNeeded: (part * 255 + span / 2) / span)
      }
    }
  }
}
