/// Shrinks pictures in planes by averaging, as `AreaResampler` does, so that colours are reckoned for the pixels that are wanted and no
/// others.
enum PlanarShrinker {
  /// - Parameters:
  ///   - bytes: plane by plane as `PlanarPicture` has them, a byte for each sample of 8 bits and else two in the machine's order; as
  ///     many as the shape has.
  ///   - shape: of the picture.
  ///   - width: of the target in pixels, not larger than the picture's.
  ///   - height: likewise.
  /// - Returns: a picture whose colours have a sample for each pixel.
  static func shrink(
    _ bytes: [UInt8], of shape: PlanarShape, width: Int, height: Int
  ) -> PlanarPicture {
    precondition(bytes.count == shape.sampleCount * (shape.depth > 8 ? 2 : 1), "the bytes are of the shape")
    let target = PlanarShape(
      width: width, height: height, chroma: shape.chroma == .gray ? .gray : .full, depth: shape.depth)
    var planes: [[UInt16]] = []
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for number in 0..<shape.planeCount {
        let (size, step) = (shape.size(ofPlane: number), shape.step(ofPlane: number))
        // What a last sample of colour stands for may reach beyond the picture.
        let extent = (Double(shape.width) / Double(step.x), Double(shape.height) / Double(step.y))
        let count = size.width * size.height
        if shape.depth > 8 {
          let samples = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 2 * count)])
          planes.append(shrink(samples.bindMemory(to: UInt16.self), size, extent, (width, height)))
          start += 2 * count
        } else {
          let samples = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
          planes.append(shrink(samples.bindMemory(to: UInt8.self), size, extent, (width, height)))
          start += count
        }
      }
    }
    guard let picture = PlanarPicture(target, planes: planes) else {
      preconditionFailure("each plane was made for the target")
    }
    return picture
  }

  /// - Parameters:
  ///   - samples: of a plane.
  ///   - size: of the plane in samples.
  ///   - extent: how much of it is the picture, in samples.
  ///   - target: in pixels.
  @inline(__always)
  private static func shrink<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<Sample>, _ size: (width: Int, height: Int),
    _ extent: (width: Double, height: Double), _ target: (width: Int, height: Int)
  ) -> [UInt16] {
    if extent == (Double(size.width), Double(size.height)) {
      if size == target { return samples.map { UInt16(truncatingIfNeeded: $0) } }
      if size == (2 * target.width, 2 * target.height) { return halved(samples, target) }
    }
    let columns = AreaResampler.Taps(from: size.width, extent: extent.width, to: target.width)
    let rows = AreaResampler.Taps(from: size.height, extent: extent.height, to: target.height)
    return [UInt16](unsafeUninitializedCapacity: target.width * target.height) { result, count in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size.width) { wide in
        for y in 0..<target.height {
          wide.update(repeating: 0)
          rows.forEach(of: y) { row, weight in
            let start = row * size.width
            AreaResampler.add(
              UnsafeBufferPointer(rebasing: samples[start..<(start + size.width)]), times: weight, to: wide)
          }
          for x in 0..<target.width {
            var sum: UInt64 = 1 << 31
            columns.forEach(of: x) { column, weight in sum &+= UInt64(wide[column]) &* UInt64(weight) }
            result[y * target.width + x] = UInt16(truncatingIfNeeded: sum &>> 32)
          }
        }
      }
      count = target.width * target.height
    }
  }

  /// The same at half the size, which is what nearly all films are looked at: in a simple loop.
  @inline(__always)
  private static func halved<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<Sample>, _ target: (width: Int, height: Int)
  ) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: target.width * target.height) { result, count in
      for y in 0..<target.height {
        let upper = 4 * y * target.width
        let lower = upper + 2 * target.width
        let start = y * target.width
        for x in 0..<target.width {
          let above =
            UInt32(truncatingIfNeeded: samples[upper &+ 2 &* x])
            &+ UInt32(truncatingIfNeeded: samples[upper &+ 2 &* x &+ 1])
          let below =
            UInt32(truncatingIfNeeded: samples[lower &+ 2 &* x])
            &+ UInt32(truncatingIfNeeded: samples[lower &+ 2 &* x &+ 1])
          result[start &+ x] = UInt16(truncatingIfNeeded: (above &+ below &+ 2) &>> 2)
        }
      }
      count = target.width * target.height
    }
  }
}
