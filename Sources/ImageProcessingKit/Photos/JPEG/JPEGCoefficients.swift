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

  /// Makes every block of an area flat, in every component, and touches no other block.
  mutating func obscure(
    _ area: ObscuredArea, of header: fbj_header, with obscurer: any Obscuring
  ) throws(PhotoError) {
    let components = withUnsafeBytes(of: header.components) {
      Array($0.bindMemory(to: fbj_component.self).prefix(Int(header.component_count)))
    }
    for (index, component) in components.enumerated() {
      try obscure(area, component: UInt32(index), component, with: obscurer)
    }
  }

  private mutating func obscure(
    _ area: ObscuredArea, component index: UInt32, _ component: fbj_component, with obscurer: any Obscuring
  ) throws(PhotoError) {
    let perUnitX = Int(component.blocks_per_mcu_x)
    let perUnitY = Int(component.blocks_per_mcu_y)
    let x = area.bounds.x * perUnitX
    let y = area.bounds.y * perUnitY
    // The last MCU may hold blocks that carry no picture; the encoder makes those anew.
    let width = min(area.bounds.maxX * perUnitX, Int(component.width_in_blocks)) - x
    let height = min(area.bounds.maxY * perUnitY, Int(component.height_in_blocks)) - y
    guard width > 0, height > 0 else { return }

    var coefficients = [Int16](repeating: 0, count: width * height)
    _ = try JPEGStream.checked {
      fbj_coefficients_read_dc(
        handle, index, UInt32(x), UInt32(y), UInt32(width), UInt32(height), &coefficients, $0)
    }

    // A block's mean sample is 128 + DC · quantiser / 8 (ITU-T T.81, A.3.3).
    let step = Double(fbj_coefficients_dc_quantiser(handle, index)) / 8
    var mask = [UInt8](repeating: 0, count: width * height)
    var accumulator = CellAccumulator(area: area)
    for row in 0..<height {
      for column in 0..<width {
        let unitX = (x + column) / perUnitX
        let unitY = (y + row) / perUnitY
        guard area.contains(unitX: unitX, unitY: unitY) else { continue }
        let block = row * width + column
        mask[block] = 1
        accumulator.add(
          128 + Double(coefficients[block]) * step, toCell: area.cell(unitX: unitX, unitY: unitY))
      }
    }

    let means = accumulator.means
    for row in 0..<height {
      for column in 0..<width where mask[row * width + column] != 0 {
        let sample = obscurer.sample(
          in: means,
          x: (Double(column) + 0.5) / Double(perUnitX * area.cellWidth),
          y: (Double(row) + 0.5) / Double(perUnitY * area.cellHeight))
        coefficients[row * width + column] = Int16(clamping: Int(((sample - 128) / step).rounded()))
      }
    }
    _ = try JPEGStream.checked {
      fbj_coefficients_write_flat(
        handle, index, UInt32(x), UInt32(y), UInt32(width), UInt32(height), coefficients, mask, $0)
    }
  }

  /// The edited stream, from SOI to EOI, without application segments.
  consuming func encoded() throws(PhotoError) -> [UInt8] {
    var output = fbj_buffer()
    defer { fbj_buffer_free(&output) }
    _ = try JPEGStream.checked { fbj_coefficients_encode(handle, &output, $0) }
    return JPEGStream.copy(output)
  }
}
