internal import CJPEG

/// The quantised coefficients of one stream, open for editing.
struct JPEGCoefficients: ~Copyable {
  private let handle: OpaquePointer

  /// Takes over a handle from `JPEGStream.openCoefficients`.
  init(owning handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    fbj_coefficients_close(handle)
  }

  /// Obscures every block of an area, in every component, and touches no other block.
  /// - Parameter neutrals: by component, the sample that makes middle gray.
  mutating func obscure(
    _ area: ObscuredArea, of header: fbj_header, neutrals: [Double], with obscurer: any Obscuring
  ) throws(PhotoError) {
    for (index, component) in header.componentList.enumerated() {
      try obscure(area, component: UInt32(index), component, neutral: neutrals[index], with: obscurer)
    }
  }

  /// One row of a component's blocks, 64 coefficients each in natural order.
  borrowing func blocks(ofRow row: Int, component index: Int, width: Int) throws(PhotoError) -> [Int16] {
    var blocks = [Int16](repeating: 0, count: 64 * width)
    _ = try JPEGStream.checked {
      fbj_coefficients_read(handle, UInt32(index), 0, UInt32(row), UInt32(width), &blocks, $0)
    }
    return blocks
  }

  /// A component's 64 quantisers in natural order.
  borrowing func quantisers(ofComponent index: Int) -> [UInt16] {
    var quantisers = [UInt16](repeating: 1, count: 64)
    fbj_coefficients_quantisers(handle, UInt32(index), &quantisers)
    return quantisers
  }

  private mutating func obscure(
    _ area: ObscuredArea, component index: UInt32, _ component: fbj_component, neutral: Double,
    with obscurer: any Obscuring
  ) throws(PhotoError) {
    var grid = BlockGrid(
      area: area, blocksX: Int(component.blocks_per_mcu_x), blocksY: Int(component.blocks_per_mcu_y),
      widthInBlocks: Int(component.width_in_blocks), heightInBlocks: Int(component.height_in_blocks))
    // The last MCU may hold blocks that carry no picture; the encoder makes those anew.
    let width = UInt32(grid.visibleWidth)
    guard width > 0 else { return }
    let (x, y, stride) = (UInt32(grid.x), UInt32(grid.y), grid.width)
    for row in 0..<grid.visibleHeight {
      _ = try grid.dc.withUnsafeMutableBufferPointer { (dc) throws(PhotoError) in
        guard let base = dc.baseAddress else { throw PhotoError.outOfMemory }
        return try JPEGStream.checked {
          fbj_coefficients_read_dc(
            handle, index, x, y + UInt32(row), width, 1, base + row * stride, $0)
        }
      }
    }
    grid.obscure(with: obscurer, quantisers: quantisers(ofComponent: Int(index)), neutral: neutral)
    for row in 0..<grid.visibleHeight {
      let blocks = (0..<grid.visibleWidth).flatMap { grid.block(at: row * stride + $0) }
      let mask = (0..<grid.visibleWidth).map { UInt8(grid.contains(column: $0, row: row) ? 1 : 0) }
      _ = try JPEGStream.checked {
        fbj_coefficients_write(
          handle, index, x, y + UInt32(row), width, blocks, mask, $0)
      }
    }
  }

  /// Lends the edited stream, from SOI to EOI, without application segments.
  consuming func encode(
    asProgressive isProgressive: Bool, _ use: (UnsafeRawBufferPointer) -> Void
  ) throws(PhotoError) {
    try JPEGStream.lend(use) { fbj_coefficients_encode(handle, isProgressive, $0, $1) }
  }
}

extension fbj_header {
  /// The components that there are: C has room for four.
  var componentList: [fbj_component] {
    withUnsafeBytes(of: components) {
      Array($0.bindMemory(to: fbj_component.self).prefix(Int(component_count)))
    }
  }
}
