/// Changes the tones of a planar picture: each pixel becomes red, green and blue of 16 bits, which is toned, and luma and colour
/// differences again. A sample of colour is the mean of those of its pixels (ITU-T H.273, 8.3).
struct PlanarToner {
  private let toner: Toner
  private let width: Int
  private let weights: (red: Double, green: Double, blue: Double)
  private let isIdentity: Bool
  private let lumaZero: Double
  private let lumaRange: Double
  private let chromaZero: Double
  private let chromaRange: Double
  private let largest: Double

  /// - Parameter shape: of the whole picture, in colour.
  init(_ filters: ToneFilters, _ shape: PlanarShape, _ colors: SampleColors) {
    let isFullRange = colors.isFullRange
    toner = Toner(filters, width: shape.width, height: shape.height)
    width = shape.width
    let (red, blue) = LumaChroma.weights(ofMatrix: colors.matrix)
    weights = (red, 1 - red - blue, blue)
    isIdentity = colors.matrix == 0 && shape.chroma == .full
    let unit = Double(1 << (shape.depth - 8))
    largest = Double((1 << shape.depth) - 1)
    lumaZero = isFullRange ? 0 : 16 * unit
    lumaRange = isFullRange ? largest : 219 * unit
    chromaZero = 128 * unit
    chromaRange = isFullRange ? largest : 224 * unit
  }

  /// Tones pictures that stand side by side and are as wide together as the whole.
  /// - Parameter y: of their first row in the whole picture.
  func tone(_ parts: inout [PlanarPicture], y: Int) {
    guard let shape = parts.first?.shape else { return }
    let step = shape.step(ofPlane: 1)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 3 * width * step.y) { rgb in
      rgb.initialize(repeating: 0)
      for first in stride(from: 0, to: shape.height, by: step.y) {
        let lines = first..<min(first + step.y, shape.height)
        for line in lines {
          let row = UnsafeMutableBufferPointer(
            rebasing: rgb[3 * width * (line - first)..<3 * width * (line - first + 1)])
          for (index, part) in parts.enumerated() { widen(part, line, into: row, from: index * shape.width) }
          toner.tone(row, y: y + line)
        }
        for index in parts.indices { narrow(rgb, lines, into: &parts[index], from: index * shape.width) }
      }
    }
  }

  private func widen(
    _ part: PlanarPicture, _ line: Int, into row: UnsafeMutableBufferPointer<UInt16>, from column: Int
  ) {
    let (shape, step) = (part.shape, part.shape.step(ofPlane: 1))
    let chromaStart = line / step.y * shape.size(ofPlane: 1).width
    func wide(_ value: Double) -> UInt16 { UInt16(min(max((value * 65535).rounded(), 0), 65535)) }
    for x in 0..<shape.width {
      let luma = (Double(part.planes[0][line * shape.width + x]) - lumaZero) / lumaRange
      let (blueSample, redSample) = (
        Double(part.planes[1][chromaStart + x / step.x]), Double(part.planes[2][chromaStart + x / step.x])
      )
      let place = 3 * (column + x)
      if isIdentity {
        row[place] = wide((redSample - lumaZero) / lumaRange)
        row[place + 1] = wide(luma)
        row[place + 2] = wide((blueSample - lumaZero) / lumaRange)
        continue
      }
      let red = luma + 2 * (1 - weights.red) * (redSample - chromaZero) / chromaRange
      let blue = luma + 2 * (1 - weights.blue) * (blueSample - chromaZero) / chromaRange
      row[place] = wide(red)
      row[place + 1] = wide((luma - weights.red * red - weights.blue * blue) / weights.green)
      row[place + 2] = wide(blue)
    }
  }

  private func narrow(
    _ rgb: UnsafeMutableBufferPointer<UInt16>, _ lines: Range<Int>, into part: inout PlanarPicture,
    from column: Int
  ) {
    let (shape, step) = (part.shape, part.shape.step(ofPlane: 1))
    let chromaStart = lines.lowerBound / step.y * shape.size(ofPlane: 1).width
    func sample(_ value: Double) -> UInt16 { UInt16(min(max(value.rounded(), 0), largest)) }
    for first in stride(from: 0, to: shape.width, by: step.x) {
      var (blueSum, redSum, count) = (0.0, 0.0, 0.0)
      for line in lines {
        for x in first..<min(first + step.x, shape.width) {
          let place = 3 * (width * (line - lines.lowerBound) + column + x)
          let (red, green, blue) = (
            Double(rgb[place]) / 65535, Double(rgb[place + 1]) / 65535, Double(rgb[place + 2]) / 65535
          )
          let luma = isIdentity ? green : weights.red * red + weights.green * green + weights.blue * blue
          part.planes[0][line * shape.width + x] = sample(lumaZero + luma * lumaRange)
          blueSum += isIdentity ? blue : (blue - luma) / (2 * (1 - weights.blue))
          redSum += isIdentity ? red : (red - luma) / (2 * (1 - weights.red))
          count += 1
        }
      }
      let (zero, range) = isIdentity ? (lumaZero, lumaRange) : (chromaZero, chromaRange)
      part.planes[1][chromaStart + first / step.x] = sample(zero + blueSum / count * range)
      part.planes[2][chromaStart + first / step.x] = sample(zero + redSum / count * range)
    }
  }
}
