/// Every other row of a frame of an interlaced film: players show the two fields one after the other, each stretched to the whole height.
enum FrameField: Int, Sendable, CaseIterable {
  /// The first row, and every other one from there.
  case top = 0
  case bottom = 1
}

extension ShownFrame {
  /// The frame and, where its two fields show different things, each of them alone.
  /// - Parameter isInterlaced: whether the film says that it has fields; a frame may say so of itself.
  func views(ofInterlaced isInterlaced: Bool) -> [ShownFrame] {
    guard isInterlaced || stored.isInterlaced, stored.hasUnlikeFields else { return [self] }
    return [self] + FrameField.allCases.map(only)
  }

  /// The frame as it is where one field is shown alone.
  func only(_ field: FrameField) -> ShownFrame { ShownFrame(stored: stored.only(field), showing: showing) }
}

extension VideoFrame {
  /// Whether its two fields show different things anywhere.
  var hasUnlikeFields: Bool {
    let size = shape.size(ofPlane: 0)
    return bytes.withUnsafeBytes { bytes in
      let luma = UnsafeRawBufferPointer(rebasing: bytes[..<(size.width * size.height * shape.sampleBytes)])
      return shape.depth > 8
        ? FieldDifference.isSeen(in: luma.bindMemory(to: UInt16.self), size, depth: shape.depth)
        : FieldDifference.isSeen(in: luma.bindMemory(to: UInt8.self), size, depth: shape.depth)
    }
  }

  /// The same with the rows of one field alone: those between them are the means of the rows above and below.
  func only(_ field: FrameField) -> VideoFrame {
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      var start = 0
      for number in 0..<shape.planeCount {
        let size = shape.size(ofPlane: number)
        let end = start + size.width * size.height * shape.sampleBytes
        let plane = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])
        if shape.depth > 8 {
          field.fill(plane.bindMemory(to: UInt16.self), size)
        } else {
          field.fill(plane.bindMemory(to: UInt8.self), size)
        }
        start = end
      }
    }
    return VideoFrame(shape: shape, bytes: bytes, time: time, isDamaged: isDamaged, isKey: isKey)
  }
}

extension FrameField {
  /// Replaces the rows of the other field in a plane.
  @inline(__always)
  fileprivate func fill<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeMutableBufferPointer<Sample>, _ size: (width: Int, height: Int)
  ) {
    // A single row of colour belongs to both.
    guard size.height > 1 else { return }
    for row in stride(from: 1 - rawValue, to: size.height, by: 2) {
      let above = (row > 0 ? row - 1 : row + 1) * size.width
      let below = (row + 1 < size.height ? row + 1 : row - 1) * size.width
      for column in 0..<size.width {
        let sum =
          UInt32(truncatingIfNeeded: samples[above + column])
          &+ UInt32(truncatingIfNeeded: samples[below + column])
        samples[row * size.width + column] = Sample(truncatingIfNeeded: (sum &+ 1) &>> 1)
      }
    }
  }
}
