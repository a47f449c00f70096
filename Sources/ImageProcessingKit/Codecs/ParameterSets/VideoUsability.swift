/// What vui_parameters begin with, the same in both standards (ITU-T H.264, E.1.1; ITU-T H.265, E.2.1).
struct VideoUsability {
  /// How pixels are shown where the container says nothing.
  private(set) var stretch = PixelStretch.none
  private(set) var colors = SampleColors()

  /// Shapes of pixels by their numbers; what has none here is not known (ITU-T H.264, table E-1; ITU-T H.265, table E.1).
  private static let shapes: [Int: (across: Int, down: Int)] = [
    2: (12, 11), 3: (10, 11), 4: (16, 11), 5: (40, 33), 6: (24, 11), 7: (20, 11), 8: (32, 11), 9: (80, 33),
    10: (18, 11), 11: (15, 11), 12: (64, 33), 13: (160, 99), 14: (4, 3), 15: (3, 2), 16: (2, 1),
  ]
  /// Of a shape that is said in numbers of its own.
  private static let ownShape = 255

  /// Of code that has none.
  init() {}

  /// - Parameter reader: before them; then behind what they say of colours.
  /// - Throws: `FaceBlurError` where they are cut short.
  init(_ reader: inout BitReader) throws(FaceBlurError) {
    if try reader.flag() {
      let number = try reader.bits(8)
      if number == Self.ownShape {
        stretch = PixelStretch(across: try reader.bits(16), down: try reader.bits(16))
      } else if let shape = Self.shapes[number] {
        stretch = PixelStretch(across: shape.across, down: shape.down)
      }
    }
    if try reader.flag() { _ = try reader.flag() }
    guard try reader.flag() else { return }
    _ = try reader.bits(3)
    colors.isFullRange = try reader.flag()
    guard try reader.flag() else { return }
    (colors.primaries, colors.transfer, colors.matrix) = (
      try reader.bits(8), try reader.bits(8), try reader.bits(8)
    )
  }
}
