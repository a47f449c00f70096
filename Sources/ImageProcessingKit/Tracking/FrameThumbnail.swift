/// A frame as small as cuts are looked for: its brightness, in 64 × 36 cells whatever the frame's form.
struct FrameThumbnail: Sendable, Hashable {
  static let width = 64
  static let height = 36
  /// Points of the picture across and down that make a cell.
  private static let points = 4
  /// Levels of brightness that one bar of the histogram counts.
  private static let barWidth = 8

  /// Rec. 601 luma of the cells, 0…255, row by row.
  private let cells: [UInt8]
  /// The same of 32 × 18 cells, to be compared at many places.
  private let coarse: [Int32]
  /// How many cells have which brightness.
  private let histogram: [Int]

  init(_ picture: PixelBuffer) {
    // The same columns in every row.
    let columns = (0..<Self.width * Self.points).map { column in
      (2 * column + 1) * picture.width / (2 * Self.width * Self.points) * PixelBuffer.channels
    }
    let stride = picture.width * PixelBuffer.channels
    var sums = [Int32](repeating: 0, count: Self.width * Self.height)
    picture.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<Self.height * Self.points {
        let start = (2 * row + 1) * picture.height / (2 * Self.height * Self.points) * stride
        let line = row / Self.points * Self.width
        for column in columns.indices {
          let at = start + columns[column]
          let luma = 77 * Int32(bytes[at]) + 150 * Int32(bytes[at + 1]) + 29 * Int32(bytes[at + 2])
          sums[line + column / Self.points] += luma >> 8
        }
      }
    }
    self.init(cells: sums.map { UInt8($0 / Int32(Self.points * Self.points)) })
  }

  private init(cells: [UInt8]) {
    self.cells = cells
    var histogram = [Int](repeating: 0, count: 256 / Self.barWidth)
    for cell in cells { histogram[Int(cell) / Self.barWidth] += 1 }
    self.histogram = histogram
    coarse = (0..<cells.count / 4).map { index in
      let corner = index / (Self.width / 2) * 2 * Self.width + index % (Self.width / 2) * 2
      return [0, 1, Self.width, Self.width + 1].reduce(0) { $0 + Int32(cells[corner + $1]) } / 4
    }
  }

  /// The mean difference of the cells, 0…255.
  func difference(from other: FrameThumbnail) -> Double {
    var sum = 0
    for index in cells.indices { sum += abs(Int(cells[index]) - Int(other.cells[index])) }
    return Double(sum) / Double(cells.count)
  }

  /// The part of the cells that would have to change to make one histogram the other, 0…1. A cell may be two bars brighter for nothing.
  func histogramDifference(from other: FrameThumbnail) -> Double {
    let (mine, theirs) = (smoothHistogram, other.smoothHistogram)
    let sum = mine.indices.reduce(0) { $0 + abs(mine[$1] - theirs[$1]) }
    return Double(sum) / Double(6 * cells.count)
  }

  private var smoothHistogram: [Int] {
    histogram.indices.map { bar in
      (max(bar - 1, 0)...min(bar + 1, histogram.count - 1)).reduce(0) { $0 + histogram[$1] }
    }
  }

  /// How well the one is the other moved, whatever their brightness and contrast: the highest correlation over all displacements up to
  /// three eighths of the width and a quarter of the height, -1…1.
  func likeness(to other: FrameThumbnail) -> Double {
    let (width, height) = (Self.width / 2, Self.height / 2)
    var best = -1.0
    for down in -height / 4...height / 4 {
      for across in -width * 3 / 8...width * 3 / 8 {
        best = max(best, correlation(with: other, across: across, down: down, width: width, height: height))
      }
    }
    return best
  }

  private func correlation(
    with other: FrameThumbnail, across: Int, down: Int, width: Int, height: Int
  ) -> Double {
    var (sum, otherSum, squares, otherSquares, products) = (Int32(0), Int32(0), Int32(0), Int32(0), Int32(0))
    let columns = max(0, -across)..<min(width, width - across)
    coarse.withUnsafeBufferPointer { mine in
      other.coarse.withUnsafeBufferPointer { theirs in
        for row in max(0, -down)..<min(height, height - down) {
          let (line, otherLine) = (row * width, (row + down) * width + across)
          for column in columns {
            let (a, b) = (mine[line + column], theirs[otherLine + column])
            sum &+= a
            otherSum &+= b
            squares &+= a &* a
            otherSquares &+= b &* b
            products &+= a &* b
          }
        }
      }
    }
    let count = Double(columns.count * (height - abs(down)))
    let variance = Double(squares) - Double(sum) * Double(sum) / count
    let otherVariance = Double(otherSquares) - Double(otherSum) * Double(otherSum) / count
    // What is of one colour is like nothing.
    guard variance > count, otherVariance > count else { return 0 }
    let covariance = Double(products) - Double(sum) * Double(otherSum) / count
    return covariance / (variance * otherVariance).squareRoot()
  }
}
