/// The samples of one block of a TIFF's picture: of a strip or a tile, or of those of all planes that cover the same pixels.
final class TIFFBlock {
  /// The pixels that it codes; a tile may reach beyond the picture.
  let rect: PixelRect
  /// Those of them that are the picture's, across and down.
  let width: Int
  let height: Int
  private let layout: TIFFLayout
  private let isLittleEndian: Bool
  /// Plane after plane, as they are stored when nothing is compressed.
  private let memory: PictureMemory
  private let planeBytes: Int
  private let rowBytes: Int

  /// - Throws: `FaceBlurError` where there is not enough memory.
  init(_ index: Int, of layout: TIFFLayout, _ form: TIFFForm) throws(FaceBlurError) {
    rect = layout.block(index)
    width = min(rect.width, layout.width - rect.x)
    height = min(rect.height, layout.height - rect.y)
    self.layout = layout
    isLittleEndian = form.isLittleEndian
    rowBytes = layout.rowBytes(rect)
    planeBytes = rowBytes * rect.height
    memory = try PictureMemory(count: planeBytes * layout.planes)
  }

  /// All bytes of one plane.
  private func plane(_ index: Int) -> UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(rebasing: memory.bytes[index * planeBytes..<(index + 1) * planeBytes])
  }

  func clear() { memory.bytes.update(repeating: 0) }

  /// Takes the samples of one of its chunks.
  /// - Returns: whether the chunk's code and what lies beyond the picture's edge hold nothing that nobody sees.
  func decode(
    plane index: Int, _ code: UnsafeBufferPointer<UInt8>, by coder: borrowing TIFFChunkCoder
  ) throws(FaceBlurError) -> Bool {
    let isTight = try coder.decode(code, rowBytes: rowBytes, into: plane(index))
    return isTight && hasPlainPadding(plane(index))
  }

  /// The code of one of its chunks; its samples are gone then.
  func encode(plane index: Int, by coder: borrowing TIFFChunkCoder) throws(FaceBlurError) -> CodedChunk {
    try coder.encode(plane(index), rowBytes: rowBytes)
  }

  /// One row of the picture's pixels.
  /// - Parameters:
  ///   - y: from the top of the block.
  ///   - samples: takes all samples pixel by pixel; a gray one is brighter the larger it is.
  func read(row y: Int, into samples: UnsafeMutableBufferPointer<UInt16>) {
    let (count, step) = (layout.chunkSamples, layout.samples)
    for index in 0..<layout.planes {
      let row = UnsafeMutableBufferPointer(rebasing: plane(index)[y * rowBytes..<(y + 1) * rowBytes])
      if layout.bits == 8 {
        if count == step {
          for place in 0..<(width * count) { samples[place] = UInt16(row[place]) }
        } else {
          for x in 0..<width { samples[x * step + index] = UInt16(row[x]) }
        }
      } else {
        let (high, low) = isLittleEndian ? (1, 0) : (0, 1)
        for place in 0..<(width * count) {
          let sample = UInt16(row[2 * place + high]) << 8 | UInt16(row[2 * place + low])
          samples[count == step ? place : place * step + index] = sample
        }
      }
    }
    guard layout.photometric == .whiteIsZero else { return }
    let most = UInt16(layout.maxSample)
    for x in 0..<width { samples[x * step] = most - samples[x * step] }
  }

  /// Writes one sample of the picture, as `read` tells them.
  func put(_ sample: Int, x: Int, y: Int, component: Int) {
    let stored = layout.photometric == .whiteIsZero && component == 0 ? layout.maxSample - sample : sample
    let place =
      layout.isPlanar
      ? component * planeBytes + y * rowBytes + x * layout.sampleBytes
      : y * rowBytes + (x * layout.samples + component) * layout.sampleBytes
    let (high, low) = (UInt8(truncatingIfNeeded: stored >> 8), UInt8(truncatingIfNeeded: stored))
    if layout.bits == 8 {
      memory.bytes[place] = low
    } else {
      (memory.bytes[place], memory.bytes[place + 1]) = isLittleEndian ? (low, high) : (high, low)
    }
  }

  /// Writes one row of the picture's pixels, as `read` tells them.
  func write(row y: Int, _ samples: UnsafeBufferPointer<UInt16>) {
    for x in 0..<width {
      for component in 0..<layout.samples {
        put(Int(samples[x * layout.samples + component]), x: x, y: y, component: component)
      }
    }
  }

  /// Sets what lies beyond the picture's edge to zero.
  func clearPadding() {
    guard (width, height) != (rect.width, rect.height) else { return }
    let used = width * layout.chunkSamples * layout.sampleBytes
    for index in 0..<layout.planes {
      let plane = plane(index)
      for y in 0..<rect.height {
        let start = y * rowBytes + (y < height ? used : 0)
        for place in start..<(y + 1) * rowBytes { plane[place] = 0 }
      }
    }
  }

  /// Whether what lies beyond the picture's edge is zero, or all the nearest pixel of the picture: whatever else stands there, nobody
  /// sees it.
  private func hasPlainPadding(_ plane: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    guard (width, height) != (rect.width, rect.height) else { return true }
    let pixelBytes = layout.chunkSamples * layout.sampleBytes
    let used = width * pixelBytes
    var isZero = true
    var isNearest = true
    for y in 0..<rect.height where isZero || isNearest {
      let nearest = min(y, height - 1) * rowBytes
      for place in (y < height ? used : 0)..<rowBytes {
        let byte = plane[y * rowBytes + place]
        if byte != 0 { isZero = false }
        let source = place < used ? place : used - pixelBytes + place % pixelBytes
        if byte != plane[nearest + source] { isNearest = false }
      }
    }
    return isZero || isNearest
  }
}
