/// What a planar picture must show once filters have been applied, as the gate reckons it.
///
/// Written for the gate alone, with the filters themselves (`Toner`) shared. Rounding on the way can differ by a level.
struct ExpectedPlanarTones {
  private let toner: Toner
  private let width: Int
  private let shape: PlanarShape
  /// Of red, green and blue in luma (ITU-T H.273, 8.3); nil where planes are green, blue and red themselves.
  private let weights: [Double]?
  private let isFullRange: Bool

  /// In levels of 8 bits.
  private static let tolerance = 1.0

  /// - Parameters:
  ///   - shape: of a tile.
  ///   - width: of the whole picture, in pixels, as is `height`.
  ///   - matrix: how colours become samples, a number of ITU-T H.273.
  init(
    _ filters: ToneFilters, _ shape: PlanarShape, width: Int, height: Int, matrix: Int, isFullRange: Bool
  ) {
    toner = Toner(filters, width: width, height: height)
    self.width = width
    self.shape = shape
    self.isFullRange = isFullRange
    let redAndBlue: [Int: (Double, Double)] = [
      1: (0.2126, 0.0722), 4: (0.3, 0.11), 7: (0.212, 0.087), 9: (0.2627, 0.0593), 10: (0.2627, 0.0593),
    ]
    let (red, blue) = redAndBlue[matrix] ?? (0.299, 0.114)
    weights = matrix == 0 && shape.chroma == .full ? nil : [red, 1 - red - blue, blue]
  }

  /// Whether a row of tiles shows another one with the filters applied.
  /// - Parameter y: of its upper edge, in pixels.
  func areShown(by shown: [PlanarPicture], of before: [PlanarPicture], y: Int) -> Bool {
    guard shape.planeCount == 3, shown.count == before.count else { return false }
    let step = shape.chroma.step
    var top = 0
    while top < shape.height {
      let lines = min(step.y, shape.height - top)
      var toned: [[Double]] = []
      for line in top..<(top + lines) {
        var row = before.flatMap { colors(of: $0, line) }
        row.withUnsafeMutableBufferPointer { toner.tone($0, y: y + line) }
        toned.append(row.map { Double($0) / 65535 })
      }
      for (index, part) in shown.enumerated()
      where !isShown(by: part, toned, top, column: index * shape.width) {
        return false
      }
      top += lines
    }
    return true
  }

  /// Where the scales of luma and of colour differences begin and how long they are, in samples.
  private var scales: (zero: Double, luma: Double, middle: Double, chroma: Double) {
    let unit = Double(1 << (shape.depth - 8))
    let all = Double(1 << shape.depth) - 1
    return isFullRange ? (0, all, 128 * unit, all) : (16 * unit, 219 * unit, 128 * unit, 224 * unit)
  }

  /// A line of a tile as red, green and blue of 16 bits.
  private func colors(of tile: PlanarPicture, _ line: Int) -> [UInt16] {
    let (step, scales) = (shape.chroma.step, scales)
    let chromaWidth = shape.size(ofPlane: 1).width
    var row: [UInt16] = []
    row.reserveCapacity(3 * shape.width)
    for x in 0..<shape.width {
      let samples = (0..<3).map { plane -> Double in
        let place = plane == 0 ? line * shape.width + x : line / step.y * chromaWidth + x / step.x
        return Double(tile.planes[plane][place])
      }
      var rgb = [samples[2], samples[0], samples[1]].map { ($0 - scales.zero) / scales.luma }
      if let weights {
        let luma = rgb[1]
        rgb[0] = luma + (2 - 2 * weights[0]) * (samples[2] - scales.middle) / scales.chroma
        rgb[2] = luma + (2 - 2 * weights[2]) * (samples[1] - scales.middle) / scales.chroma
        rgb[1] = (luma - weights[0] * rgb[0] - weights[2] * rgb[2]) / weights[1]
      }
      for color in rgb { row.append(UInt16(min(max((color * 65535).rounded(), 0), 65535))) }
    }
    return row
  }

  /// Whether the samples of some lines of a tile are those of toned colours.
  private func isShown(by tile: PlanarPicture, _ toned: [[Double]], _ top: Int, column: Int) -> Bool {
    let (step, scales) = (shape.chroma.step, scales)
    let tolerance = Self.tolerance * Double(1 << (shape.depth - 8)) + 1e-6
    let all = Double(1 << shape.depth) - 1
    func isNear(_ sample: UInt16, _ value: Double) -> Bool {
      abs(Double(sample) - min(max(value, 0), all)) <= tolerance
    }
    for first in stride(from: 0, to: shape.width, by: step.x) {
      var differences: [(blue: Double, red: Double)] = []
      for (line, row) in toned.enumerated() {
        for x in first..<min(first + step.x, shape.width) {
          let rgb = row[3 * (column + x)..<3 * (column + x) + 3].map { $0 }
          let luma = weights.map { $0[0] * rgb[0] + $0[1] * rgb[1] + $0[2] * rgb[2] } ?? rgb[1]
          guard isNear(tile.planes[0][(top + line) * shape.width + x], scales.zero + luma * scales.luma)
          else {
            return false
          }
          differences.append(
            weights.map { ((rgb[2] - luma) / (2 - 2 * $0[2]), (rgb[0] - luma) / (2 - 2 * $0[0])) }
              ?? (rgb[2], rgb[0]))
        }
      }
      let place = top / step.y * shape.size(ofPlane: 1).width + first / step.x
      let count = Double(differences.count)
      let blue = differences.reduce(0) { $0 + $1.blue } / count
      let red = differences.reduce(0) { $0 + $1.red } / count
      let (zero, scale) = weights == nil ? (scales.zero, scales.luma) : (scales.middle, scales.chroma)
      guard isNear(tile.planes[1][place], zero + blue * scale),
        isNear(tile.planes[2][place], zero + red * scale)
      else { return false }
    }
    return true
  }
}
