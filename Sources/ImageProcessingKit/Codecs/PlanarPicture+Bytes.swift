extension PlanarShape {
  /// Bytes of a sample as they go to a helper.
  var sampleBytes: Int { depth > 8 ? 2 : 1 }
}

extension PlanarPicture {
  /// As they go to a helper: plane by plane, in the machine's own order.
  var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: shape.sampleCount * shape.sampleBytes) { buffer, count in
      for plane in planes {
        if shape.sampleBytes == 1 {
          for sample in plane {
            buffer[count] = UInt8(truncatingIfNeeded: sample)
            count += 1
          }
        } else {
          plane.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
              .copyMemory(from: $0)
          }
          count += 2 * plane.count
        }
      }
    }
  }

  /// - Returns: nil where they are more or fewer than a picture of the shape has, or a sample is larger than its depth allows.
  init?(_ shape: PlanarShape, bytes: [UInt8]) {
    guard let packed = PackedPicture(shape, bytes: bytes) else { return nil }
    self = packed.planar
  }

  /// - Parameter bytes: as many as a picture of the shape has, of samples that its depth allows.
  init(_ shape: PlanarShape, packed bytes: [UInt8]) {
    var planes: [[UInt16]] = []
    var start = 0
    for plane in 0..<shape.planeCount {
      let size = shape.size(ofPlane: plane)
      let count = size.width * size.height
      planes.append(
        bytes.withUnsafeBytes { bytes in
          [UInt16](unsafeUninitializedCapacity: count) { samples, filled in
            if shape.sampleBytes == 1 {
              for place in 0..<count { samples[place] = UInt16(bytes[start + place]) }
            } else {
              UnsafeMutableRawBufferPointer(samples).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 2 * count)]))
            }
            filled = count
          }
        })
      start += count * shape.sampleBytes
    }
    self.init(shape, unchecked: planes)
  }
}
