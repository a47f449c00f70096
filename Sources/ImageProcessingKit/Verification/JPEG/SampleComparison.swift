/// Compares what a JPEG file codes with the picture that it should be of, one row of pixels after another.
///
/// What an encoder makes of samples with known quantisers and sampling is known up to the rounding of each coefficient;
/// every coefficient must lie within that. It holds one row of units.
struct SampleComparison: ~Copyable {
  /// A block that is of other samples, by its place in its component.
  struct Mismatch: Hashable {
    let component: Int
    let x: Int
    let y: Int
  }

  private let coded: JPEGCoefficients
  private let components: [ComparedComponent]
  private let spectra: [BlockSpectrum]
  private let height: Int
  private let ignored: [ObscuredArea]
  private var expected: ExpectedComponents
  /// Rows that have been taken.
  private var count = 0

  /// - Parameters:
  ///   - coded: the file's coefficients.
  ///   - components: the file's.
  ///   - width: the picture's in pixels, as is the height.
  ///   - isYCbCr: whether rows are RGB and components those of JFIF; else rows are of the components themselves.
  ///   - ignored: areas that are not compared.
  init(
    _ coded: consuming JPEGCoefficients, _ components: [ComparedComponent], width: Int, height: Int,
    isYCbCr: Bool, except ignored: [ObscuredArea] = []
  ) {
    self.ignored = ignored
    self.coded = coded
    self.components = components
    self.height = height
    spectra = components.map { BlockSpectrum(quantizers: $0.quantizers) }
    expected = ExpectedComponents(width: width, isYCbCr: isYCbCr, components)
  }

  /// Takes the next row of the picture, and compares the file with the row of units that it completes.
  /// - Parameter row: interleaved, as many samples a pixel as there are components.
  /// - Returns: the first block that is of other samples.
  /// - Throws: `FaceBlurError` where the file's coefficients cannot be read.
  mutating func take(_ row: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) -> Mismatch? {
    let unitHeight = expected.unitHeight
    let unitRow = count / unitHeight
    expected.take(row, y: count % unitHeight)
    count += 1
    guard count % unitHeight == 0 || count == height else { return nil }
    expected.finish(rows: count - unitRow * unitHeight)
    for index in components.indices {
      if let mismatch = try mismatch(inUnitRow: unitRow, index) { return mismatch }
    }
    return nil
  }

  /// Compares what one component has in a row of units.
  private borrowing func mismatch(inUnitRow unitRow: Int, _ index: Int) throws(FaceBlurError) -> Mismatch? {
    let component = components[index]
    let width = component.widthInBlocks
    let first = unitRow * component.down
    let compared = ignored.stretches(
      ofRow: unitRow, columns: (width - 1) / component.across + 1, withBeside: false
    ).filter { $0.kind == .apart }.map(\.columns)
    for row in first..<max(first, min(first + component.down, component.heightInBlocks)) {
      let blocks = try coded.blocks(ofRow: row, component: index, width: width)
      let column = expected.samples[index].withUnsafeBufferPointer { samples in
        blocks.withUnsafeBufferPointer { blocks -> Int? in
          guard let start = samples.baseAddress, let coefficients = blocks.baseAddress else { return 0 }
          for stretch in compared {
            let columns =
              stretch.lowerBound * component.across..<min(stretch.upperBound * component.across, width)
            let wrong = columns.first { column in
              !spectra[index].holds(
                start + (row - first) * 64 * width + 8 * column, stride: 8 * width,
                for: coefficients + 64 * column)
            }
            if let wrong { return wrong }
          }
          return nil
        }
      }
      if let column { return Mismatch(component: index, x: column, y: row) }
    }
    return nil
  }
}
