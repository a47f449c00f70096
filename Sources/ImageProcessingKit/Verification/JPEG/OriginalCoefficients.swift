internal import CJPEG

/// An original's coefficients as libjpeg reads them, of which nothing changes any more.
final class OriginalCoefficients: @unchecked Sendable {
  let width: Int
  let height: Int
  let components: [ComparedComponent]
  /// By component and row of blocks, 64 coefficients each in natural order.
  let rows: UnsafePointer<UnsafePointer<UnsafePointer<Int16>>>

  // Both keep what the pointers point to. Nobody writes to that or asks libjpeg for anything any more, which makes it safe to share.
  private let coefficients: JPEGCoefficients
  private let memory = ScanMemory()

  /// - Throws: `FaceBlurError` where libjpeg cannot read them, or warns.
  init(_ original: FileBytes) throws(FaceBlurError) {
    let stream = JPEGStream(bytes: original, limits: .none)
    let coefficients = try CoefficientComparison.opened(stream)
    let header = try stream.header()
    let components = CoefficientComparison.components(of: header, coefficients)
    var rows: [UnsafePointer<UnsafePointer<Int16>>] = []
    for (index, component) in components.enumerated() {
      rows.append(
        memory.keep(try coefficients.rows(ofComponent: index, count: component.heightInBlocks)))
    }
    width = Int(header.width)
    height = Int(header.height)
    self.components = components
    self.rows = memory.keep(rows)
    self.coefficients = coefficients
  }

  /// One row of a component's blocks.
  func blocks(ofRow row: Int, component index: Int, width: Int) -> [Int16] {
    Array(UnsafeBufferPointer(start: rows[index][row], count: 64 * width))
  }
}

/// The same, read while a render is made.
struct CoefficientReading: OriginalReading {
  private let coefficients: Future<OriginalCoefficients>

  /// Begins to read.
  init(_ original: FileBytes) {
    coefficients = Future { () throws(FaceBlurError) in try OriginalCoefficients(original) }
  }

  /// Waits until they are read.
  func value() throws(FaceBlurError) -> OriginalCoefficients { try coefficients.value() }
}
