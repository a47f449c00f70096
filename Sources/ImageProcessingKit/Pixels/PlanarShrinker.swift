/// Shrinks parts of pictures in planes by averaging, as `AreaResampler` does, so that colours are reckoned for the pixels that are
/// wanted and no others.
enum PlanarShrinker {
  /// - Parameters:
  ///   - bytes: plane by plane as `PlanarPicture` has them, a byte for each sample of 8 bits and else two in the machine's order; as
  ///     many as the shape has.
  ///   - shape: of the picture.
  ///   - part: of the picture in pixels, which lies in it.
  ///   - width: of the target in pixels.
  ///   - height: likewise.
  /// - Returns: a picture whose colours have a sample for each pixel.
  static func shrink(
    _ bytes: [UInt8], of shape: PlanarShape, part: PixelRect, width: Int, height: Int
  ) -> PlanarPicture {
    precondition(bytes.count == shape.sampleCount * (shape.depth > 8 ? 2 : 1), "the bytes are of the shape")
    let target = PlanarShape(
      width: width, height: height, chroma: shape.chroma == .gray ? .gray : .full, depth: shape.depth)
    var planes: [[UInt16]] = []
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for plane in 0..<shape.planeCount {
        let (size, step) = (shape.size(ofPlane: plane), shape.step(ofPlane: plane))
        let source = PlanePart(
          width: size.width, x: part.x / step.x, y: part.y / step.y,
          // Whole samples at the edges: what a sample of colour stands for may reach beyond the part.
          columns: (part.maxX + step.x - 1) / step.x - part.x / step.x,
          rows: (part.maxY + step.y - 1) / step.y - part.y / step.y)
        let extent = (Double(part.width) / Double(step.x), Double(part.height) / Double(step.y))
        let count = size.width * size.height
        if shape.depth > 8 {
          let samples = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 2 * count)])
          planes.append(shrink(source, of: samples.bindMemory(to: UInt16.self), extent, width, height))
          start += 2 * count
        } else {
          let samples = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
          planes.append(shrink(source, of: samples.bindMemory(to: UInt8.self), extent, width, height))
          start += count
        }
      }
    }
    guard let picture = PlanarPicture(target, planes: planes) else {
      preconditionFailure("each plane was made for the target")
    }
    return picture
  }

  /// Where in a plane the samples are that are averaged.
  private struct PlanePart {
    /// Samples from one row of the plane to the next.
    let width: Int
    let x: Int
    let y: Int
    let columns: Int
    let rows: Int
  }

  @inline(__always)
  private static func shrink<Sample: FixedWidthInteger & UnsignedInteger>(
    _ part: PlanePart, of samples: UnsafeBufferPointer<Sample>, _ extent: (width: Double, height: Double),
    _ width: Int, _ height: Int
  ) -> [UInt16] {
    let columns = AreaResampler.Taps(from: part.columns, extent: extent.width, to: width)
    let rows = AreaResampler.Taps(from: part.rows, extent: extent.height, to: height)
    return [UInt16](unsafeUninitializedCapacity: width * height) { target, count in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: part.columns) { wide in
        for y in 0..<height {
          wide.update(repeating: 0)
          rows.forEach(of: y) { row, weight in
            let start = (part.y + row) * part.width + part.x
            AreaResampler.add(
              UnsafeBufferPointer(rebasing: samples[start..<(start + part.columns)]), times: weight, to: wide)
          }
          for x in 0..<width {
            var sum: UInt64 = 1 << 31
            columns.forEach(of: x) { column, weight in sum &+= UInt64(wide[column]) &* UInt64(weight) }
            target[y * width + x] = UInt16(truncatingIfNeeded: sum &>> 32)
          }
        }
      }
      count = width * height
    }
  }
}
