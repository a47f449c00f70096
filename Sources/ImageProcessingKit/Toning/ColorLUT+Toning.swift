extension ColorLUT: ToneFilter {
  var isNeutral: Bool { isIdentity }

  /// A table is checked when it is made.
  func validate() {}

  func prepared(width: Int, height: Int) -> any RowToner {
    let cells = (0...255).map { sample in
      // 255 is the upper end of the last cell.
      let cell = min(sample * (size - 1) / 255, size - 2)
      return CubeCell(index: Int32(cell), fraction: Int32(sample * (size - 1) - cell * 255))
    }
    return CubeToner(size: size, cells: cells, values: values)
  }
}

/// Where a sample lies between the nodes of one input.
private struct CubeCell {
  let index: Int32
  /// In 1/255, 0…255: exact, whatever the size.
  let fraction: Int32
}

private struct CubeToner: RowToner {
  let size: Int
  /// By sample.
  let cells: [CubeCell]
  let values: [UInt16]

  func tone(_ row: UnsafeMutableBufferPointer<UInt8>, y: Int) {
    cells.withUnsafeBufferPointer { cells in
      values.withUnsafeBufferPointer { values in
        for pixel in stride(from: 0, to: row.count, by: PixelBuffer.channels) {
          let (red, green, blue) = (
            cells[Int(row[pixel])], cells[Int(row[pixel + 1])], cells[Int(row[pixel + 2])]
          )
          let strides = (3, 3 &* size, 3 &* size &* size)
          let corner =
            Int(red.index) &* strides.0 &+ Int(green.index) &* strides.1 &+ Int(blue.index) &* strides.2
          let between = Tetrahedron(
            corner: corner, whole: 255, .init(fraction: red.fraction, step: strides.0),
            .init(fraction: green.fraction, step: strides.1), .init(fraction: blue.fraction, step: strides.2))
          for channel in 0..<PixelBuffer.channels {
            row[pixel &+ channel] = Self.sample(values, between, channel)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func sample(
    _ values: UnsafeBufferPointer<UInt16>, _ between: Tetrahedron<Int32>, _ channel: Int
  ) -> UInt8 {
    let (nodes, weights) = (between.nodes, between.weights)
    func part(_ node: Int, _ weight: Int32) -> UInt32 {
      UInt32(values[node &+ channel]) &* UInt32(truncatingIfNeeded: weight)
    }
    // Values of 0…65535 and weights that add up to 255: 65535 is one level.
    let sum =
      part(nodes.0, weights.0) &+ part(nodes.1, weights.1) &+ part(nodes.2, weights.2)
      &+ part(nodes.3, weights.3)
    return UInt8(truncatingIfNeeded: (sum &+ 32767) / 65535)
  }

  func tone(_ row: UnsafeMutableBufferPointer<UInt16>, y: Int) {
    let strides = (3, 3 &* size, 3 &* size &* size)
    values.withUnsafeBufferPointer { values in
      for pixel in stride(from: 0, to: row.count, by: PixelBuffer.channels) {
        let (red, green, blue) = (wideCell(row[pixel]), wideCell(row[pixel + 1]), wideCell(row[pixel + 2]))
        let corner = red.index &* strides.0 &+ green.index &* strides.1 &+ blue.index &* strides.2
        let between = Tetrahedron<Int64>(
          corner: corner, whole: 65_535, .init(fraction: red.fraction, step: strides.0),
          .init(fraction: green.fraction, step: strides.1), .init(fraction: blue.fraction, step: strides.2))
        let (nodes, weights) = (between.nodes, between.weights)
        for channel in 0..<PixelBuffer.channels {
          func part(_ node: Int, _ weight: Int64) -> Int64 { Int64(values[node &+ channel]) &* weight }
          let sum =
            part(nodes.0, weights.0) &+ part(nodes.1, weights.1) &+ part(nodes.2, weights.2)
            &+ part(nodes.3, weights.3)
          row[pixel &+ channel] = UInt16(truncatingIfNeeded: (sum &+ 32_767) / 65_535)
        }
      }
    }
  }

  /// Where a sample of 16 bits lies between the nodes of one input; the fraction is in 1/65535.
  @inline(__always)
  private func wideCell(_ sample: UInt16) -> (index: Int, fraction: Int64) {
    let place = Int(sample) &* (size &- 1)
    let index = min(place / 65_535, size &- 2)
    return (index, Int64(place &- index &* 65_535))
  }
}
