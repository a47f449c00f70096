/// How an encoder chooses the filter of a row (PNG 3rd edition, 9).
public enum TestPNGFilter: Sendable, Hashable, CustomStringConvertible {
  /// 0…4: none, sub, up, average, Paeth.
  case fixed(UInt8)
  /// The one whose bytes, as signed numbers, have the smallest sum (12.7): another inside of a row may give another filter.
  case minimumSum
  /// Another one for every row.
  case random(seed: UInt64)

  public static let all: [TestPNGFilter] = (0...4).map { .fixed($0) } + [.minimumSum, .random(seed: 7)]

  public var description: String {
    switch self {
    case .fixed(let number): "\(number)"
    case .minimumSum: "by sums"
    case .random: "at random"
    }
  }
}

/// The rows of a picture as they stand in the zlib stream.
public enum TestPNGRows {
  /// First column and row of an interlaced picture's passes, and how far the next ones are (PNG 3rd edition, 8.2).
  public static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  /// Every row with the byte that names its filter.
  public static func filtered(_ picture: TestPNG.Picture, _ isInterlaced: Bool, _ filter: TestPNGFilter)
    -> [UInt8]
  {
    var random = SplitMix(seed: 0)
    if case .random(let seed) = filter { random = SplitMix(seed: seed) }
    var result: [UInt8] = []
    for (left, top, across, down) in isInterlaced ? passes : [(0, 0, 1, 1)] {
      let columns = Array(stride(from: left, to: picture.width, by: across))
      guard !columns.isEmpty else { continue }
      var above = [UInt8](repeating: 0, count: (columns.count * picture.kind.bits + 7) / 8)
      for y in stride(from: top, to: picture.height, by: down) {
        let row = packed(picture, columns, y)
        switch filter {
        case .fixed(let number): result += coded(row, above, number, picture.kind)
        case .random:
          result += coded(row, above, UInt8.random(in: 0...4, using: &random), picture.kind)
        case .minimumSum:
          let candidates = (0...4).map { coded(row, above, UInt8($0), picture.kind) }
          result += candidates.min { cost($0) < cost($1) } ?? []
        }
        above = row
      }
    }
    return result
  }

  /// Some pixels of a row as bytes.
  private static func packed(_ picture: TestPNG.Picture, _ columns: [Int], _ y: Int) -> [UInt8] {
    let (depth, channels) = (picture.kind.depth, picture.kind.channels)
    var row = [UInt8](repeating: 0, count: (columns.count * picture.kind.bits + 7) / 8)
    picture.samples.withUnsafeBufferPointer { samples in
      row.withUnsafeMutableBufferPointer { row in
        var bit = 0
        for x in columns {
          for channel in 0..<channels {
            let sample = samples[(y * picture.width + x) * channels + channel]
            switch depth {
            case 16:
              row[bit / 8] = UInt8(sample >> 8)
              row[bit / 8 + 1] = UInt8(sample & 255)
            default: row[bit / 8] |= UInt8(truncatingIfNeeded: Int(sample) << (8 - depth - bit % 8))
            }
            bit += depth
          }
        }
      }
    }
    return row
  }

  private static func coded(_ row: [UInt8], _ above: [UInt8], _ filter: UInt8, _ kind: TestPNG.Kind)
    -> [UInt8]
  {
    let step = max(kind.bits / 8, 1)
    return [UInt8](unsafeUninitializedCapacity: row.count + 1) { target, count in
      row.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { above in
          target[0] = filter
          for index in 0..<row.count {
            let left = index >= step ? Int(row[index - step]) : 0
            let corner = index >= step ? Int(above[index - step]) : 0
            let expected =
              switch filter {
              case 1: left
              case 2: Int(above[index])
              case 3: (left + Int(above[index])) / 2
              case 4: paeth(left, Int(above[index]), corner)
              default: 0
              }
            target[index + 1] = row[index] &- UInt8(expected)
          }
        }
      }
      count = row.count + 1
    }
  }

  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let sum = left + above - corner
    let (byLeft, byAbove, byCorner) = (abs(sum - left), abs(sum - above), abs(sum - corner))
    return byLeft <= byAbove && byLeft <= byCorner ? left : byAbove <= byCorner ? above : corner
  }

  private static func cost(_ row: [UInt8]) -> Int {
    row.withUnsafeBufferPointer { row in
      var sum = 0
      for index in 1..<row.count { sum += min(Int(row[index]), 256 - Int(row[index])) }
      return sum
    }
  }
}
