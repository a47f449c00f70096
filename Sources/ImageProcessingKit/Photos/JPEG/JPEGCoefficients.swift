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
  mutating func obscure(
    _ area: ObscuredArea, of header: fbj_header, _ geometry: PhotoGeometry, with obscurer: any Obscuring
  ) throws(FaceBlurError) {
    var grids: [BlockGrid] = []
    var quantizers: [[UInt16]] = []
    for (index, component) in header.componentList.enumerated() {
      grids.append(try grid(area, component, index: index))
      quantizers.append(self.quantizers(ofComponent: index))
    }
    BlockGrid.obscure(
      &grids, with: obscurer, quantizers: quantizers, colors: header.colorModel, of: geometry)
    for (index, grid) in grids.enumerated() { try write(grid, component: UInt32(index)) }
  }

  /// One row of a component's blocks, 64 coefficients each in natural order.
  borrowing func blocks(ofRow row: Int, component index: Int, width: Int) throws(FaceBlurError) -> [Int16] {
    var blocks = [Int16](repeating: 0, count: 64 * width)
    _ = try JPEGStream.checked {
      fbj_coefficients_read(handle, UInt32(index), 0, UInt32(row), UInt32(width), &blocks, $0)
    }
    return blocks
  }

  /// A component's 64 quantisers in natural order.
  borrowing func quantizers(ofComponent index: Int) -> [UInt16] {
    var quantizers = [UInt16](repeating: 1, count: 64)
    fbj_coefficients_quantizers(handle, UInt32(index), &quantizers)
    return quantizers
  }

  /// The blocks of an area in one component, and what lies beside them.
  private borrowing func grid(
    _ area: ObscuredArea, _ component: fbj_component, index: Int
  ) throws(FaceBlurError) -> BlockGrid {
    let width = Int(component.width_in_blocks)
    let height = Int(component.height_in_blocks)
    var grid = BlockGrid(
      area: area, blocksX: Int(component.blocks_per_mcu_x), blocksY: Int(component.blocks_per_mcu_y),
      widthInBlocks: width, heightInBlocks: height, takesSurroundings: true)
    // The last MCU may hold blocks that carry no picture; the encoder makes those anew.
    let columns = max(grid.x - grid.blocksX, 0)..<min(grid.x + grid.width + grid.blocksX, width)
    let rows = max(grid.y - grid.blocksY, 0)..<min(grid.y + grid.height + grid.blocksY, height)
    var dc = [Int16](repeating: 0, count: columns.count)
    for y in rows {
      _ = try JPEGStream.checked {
        fbj_coefficients_read_dc(
          handle, UInt32(index), UInt32(columns.lowerBound), UInt32(y), UInt32(columns.count), 1, &dc, $0)
      }
      for (x, value) in zip(columns, dc) { grid.take(dc: value, x: x, y: y) }
    }
    return grid
  }

  /// Writes the blocks of an area.
  private mutating func write(_ grid: BlockGrid, component index: UInt32) throws(FaceBlurError) {
    let width = UInt32(grid.visibleWidth)
    guard width > 0 else { return }
    for row in 0..<grid.visibleHeight {
      let blocks = (0..<grid.visibleWidth).flatMap { grid.block(at: row * grid.width + $0) }
      let mask = (0..<grid.visibleWidth).map { UInt8(grid.contains(column: $0, row: row) ? 1 : 0) }
      _ = try JPEGStream.checked {
        fbj_coefficients_write(
          handle, index, UInt32(grid.x), UInt32(grid.y + row), width, blocks, mask, $0)
      }
    }
  }

  /// Lends the edited stream, from SOI to EOI, without application segments, and how it stands in its middle, where that is known.
  consuming func encode(
    asProgressive isProgressive: Bool, _ use: (UnsafeRawBufferPointer, RenderSeam?) -> Void
  ) throws(FaceBlurError) {
    var seam = fbj_seam()
    try JPEGStream.lend({ use($0, RenderSeam(seam)) }) {
      fbj_coefficients_encode(handle, isProgressive, $0, &seam, $1)
    }
  }

  /// A component's rows of blocks, 64 coefficients each in natural order. They stay where they are as long as this lives.
  borrowing func rows(
    ofComponent index: Int, count: Int
  ) throws(FaceBlurError) -> [UnsafePointer<Int16>] {
    var rows = [UnsafePointer<Int16>?](repeating: nil, count: count)
    _ = try JPEGStream.checked { fbj_coefficients_lend(handle, UInt32(index), &rows, UInt32(count), $0) }
    return rows.compactMap { $0 }
  }
}

extension RenderSeam {
  /// What a writer tells; nil where it tells nothing.
  fileprivate init?(_ seam: fbj_seam) {
    guard seam.row > 0 else { return nil }
    self.init(
      row: Int(seam.row), original: nil, render: Place(byte: seam.byte, bit: Int(seam.bit)),
      dcs: withUnsafeBytes(of: seam.dcs) { $0.bindMemory(to: Int32.self).map(Int.init) })
  }
}

extension fbj_header {
  /// What the components mean.
  var colorModel: ColorModel {
    switch component_count {
    case 1: .gray
    case 3: standard_colors ? .yCbCr : .rgb
    // Adobe inverts inks: 255 is none. Its transform 2 is YCCK.
    default: has_adobe ? adobe_transform == 2 ? .yCCK : .adobeCMYK : .cmyk
    }
  }

  /// The components that there are: C has room for four.
  var componentList: [fbj_component] {
    withUnsafeBytes(of: components) {
      Array($0.bindMemory(to: fbj_component.self).prefix(Int(component_count)))
    }
  }
}
