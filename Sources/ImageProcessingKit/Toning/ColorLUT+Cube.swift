extension ColorLUT {
  /// Reads a .cube file (Adobe, Cube LUT Specification 1.0) and brings it into the form that is kept: at most 33 nodes a
  /// side, which divide 0…1, and values of 0…1.
  /// - Parameters:
  ///   - cube: the file, of at most `maxFileBytes`.
  ///   - name: the file's name.
  /// - Returns: the table, and notes on what was changed.
  /// - Throws: `FaceBlurError` where it is no 3D LUT of 2 to 256 nodes a side, or broken.
  public static func reading(
    cube: [UInt8], name: String
  ) throws(FaceBlurError) -> (lut: ColorLUT, notes: [String]) {
    let file = try CubeFile(cube)
    var notes: [String] = []
    var (size, values) = (file.size, file.values)
    let most = allowedSizes.upperBound
    let hasOwnDomain = file.lowest != [0, 0, 0] || file.highest != [1, 1, 1]
    if file.size > most || hasOwnDomain {
      size = most
      values = file.resampled(to: most)
      if file.size > most {
        notes.append("its colour table has \(file.size) nodes a side and was resampled to \(most)")
      }
      if hasOwnDomain { notes.append("its colour table is for other values than 0 to 1 and was resampled") }
    }
    if !values.allSatisfy({ (0...1).contains($0) }) {
      notes.append("its colour table holds values beyond 0 to 1, which were cut off")
    }
    let rounded = values.map { UInt16((Double(min(max($0, 0), 1)) * 65535).rounded()) }
    guard let lut = ColorLUT(size: size, name: name, values: rounded) else {
      throw .damagedColorTable("its values do not fit its size")
    }
    return (lut, notes)
  }
}

extension CubeFile {
  /// The values at the nodes of a cube that divides 0…1.
  fileprivate func resampled(to count: Int) -> [Float] {
    /// By input and new node, where it lies between the nodes.
    let places = (0..<3).map { input in
      (0..<count).map { node -> (cell: Int, fraction: Double) in
        let value = Double(node) / Double(count - 1)
        // Halved, so that no difference of two finite numbers is infinite.
        let share = (value / 2 - lowest[input] / 2) / (highest[input] / 2 - lowest[input] / 2)
        let place = min(max(share, 0), 1) * Double(size - 1)
        let cell = min(Int(place), size - 2)
        return (cell, place - Double(cell))
      }
    }
    var result: [Float] = []
    result.reserveCapacity(ColorLUT.valueCount(count))
    for blue in places[2] {
      for green in places[1] {
        for red in places[0] {
          let between = Tetrahedron(
            corner: 3 * (red.cell + size * (green.cell + size * blue.cell)), whole: 1,
            .init(fraction: red.fraction, step: 3), .init(fraction: green.fraction, step: 3 * size),
            .init(fraction: blue.fraction, step: 3 * size * size))
          for channel in 0..<3 { result.append(value(between, channel)) }
        }
      }
    }
    return result
  }

  private func value(_ between: Tetrahedron<Double>, _ channel: Int) -> Float {
    let (nodes, weights) = (between.nodes, between.weights)
    func part(_ node: Int, _ weight: Double) -> Double { Double(values[node + channel]) * weight }
    let sum =
      part(nodes.0, weights.0) + part(nodes.1, weights.1) + part(nodes.2, weights.2)
      + part(nodes.3, weights.3)
    return Float(sum)
  }
}
