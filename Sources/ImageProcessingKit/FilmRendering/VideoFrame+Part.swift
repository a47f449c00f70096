extension VideoFrame {
  /// The same with other samples.
  /// - Parameters:
  ///   - bytes: of the shape.
  ///   - shape: of what they show.
  func with(_ bytes: [UInt8], _ shape: PlanarShape) -> VideoFrame {
    VideoFrame(shape: shape, bytes: bytes, time: time, isDamaged: isDamaged, isKey: isKey)
  }

  /// A part of the frame.
  /// - Parameters:
  ///   - units: of the stored frame, those at its edges without what lies beyond.
  ///   - unitWidth: of a unit in pixels: whole samples of all planes.
  ///   - unitHeight: likewise.
  func part(_ units: UnitRect, unitWidth: Int, _ unitHeight: Int) -> VideoFrame {
    let (x, y) = (units.x * unitWidth, units.y * unitHeight)
    let part = shape.sized(
      width: min(units.width * unitWidth, shape.width - x),
      height: min(units.height * unitHeight, shape.height - y))
    let sample = shape.sampleBytes
    var cut: [UInt8] = []
    cut.reserveCapacity(part.sampleCount * sample)
    var start = 0
    for plane in 0..<shape.planeCount {
      let (step, whole, size) = (
        shape.step(ofPlane: plane), shape.size(ofPlane: plane), part.size(ofPlane: plane)
      )
      for row in 0..<size.height {
        let place = start + ((y / step.y + row) * whole.width + x / step.x) * sample
        cut += bytes[place..<(place + size.width * sample)]
      }
      start += whole.width * whole.height * sample
    }
    return with(cut, part)
  }
}
