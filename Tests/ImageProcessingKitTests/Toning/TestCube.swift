import ImageProcessingKit

/// Colour tables and their files, built for tests.
enum TestCube {
  typealias Color = (red: Double, green: Double, blue: Double)

  /// A .cube file of a function at the nodes.
  static func text(
    _ size: Int, header: String = "", _ color: (Color) -> Color = { $0 }
  ) -> String {
    let nodes = (0..<(size * size * size)).map { node -> String in
      let input = [node % size, node / size % size, node / size / size].map { Double($0) / Double(size - 1) }
      let output = color((input[0], input[1], input[2]))
      return "\(output.red) \(output.green) \(output.blue)"
    }
    return "LUT_3D_SIZE \(size)\n\(header)" + nodes.joined(separator: "\n") + "\n"
  }

  static func lut(_ text: String, name: String = "look.cube") throws(FaceBlurError) -> ColorLUT {
    try ColorLUT.reading(cube: Array(text.utf8), name: name).lut
  }

  /// A warm look with raised blacks, off every grid.
  static let warm: @Sendable (Color) -> Color = { color in
    (0.1 + 0.85 * color.red, 0.05 + 0.9 * color.green * color.green, 0.2 + 0.5 * color.blue)
  }
}
