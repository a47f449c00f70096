/// Makes samples of the packed rows of a PNG, for what hides areas of it.
struct PNGSampleRow {
  private let file: PNGFile
  private let pixels: PNGPixels

  init(_ file: PNGFile) {
    self.file = file
    pixels = PNGPixels(file)
  }

  /// Shows a row to what takes the areas' tones from it.
  func lend(
    _ packed: UnsafeBufferPointer<UInt8>, _ pass: PNGHeader.Pass, _ raster: RasterRow,
    to obscurer: inout RowObscurer
  ) {
    let header = file.header
    let count = header.colorType.samples
    if header.colorType == .palette {
      withUnpacked(packed, pass) { indices in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * pass.width) { target in
          let rgb = UnsafeMutableBufferPointer(rebasing: target[..<(3 * pass.width)])
          pixels.expand(
            indices, into: rgb, alpha: UnsafeMutableBufferPointer(rebasing: target[(3 * pass.width)...]))
          obscurer.take(UnsafeBufferPointer(rgb), pixelStride: 3, raster)
        }
      }
    } else if header.depth == 16 {
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count * pass.width) { samples in
        for place in samples.indices {
          samples[place] = UInt16(packed[2 * place]) << 8 | UInt16(packed[2 * place + 1])
        }
        obscurer.take(UnsafeBufferPointer(samples), pixelStride: count, raster)
      }
    } else {
      withUnpacked(packed, pass) { obscurer.take($0, pixelStride: count, raster) }
    }
  }

  /// Marks the entries of a palette that pixels of a row have.
  /// - Parameter obscurer: what hides pixels of the row, whose entries do not count; nil for none.
  func mark(
    _ isUsed: inout [Bool], in packed: UnsafeBufferPointer<UInt8>, _ pass: PNGHeader.Pass,
    _ obscurer: RowObscurer?, _ raster: RasterRow
  ) {
    withUnpacked(packed, pass) { indices in
      guard let obscurer else {
        for index in indices { isUsed[Int(index)] = true }
        return
      }
      obscurer.forEachOpenPlace(of: raster, width: pass.width) { isUsed[Int(indices[$0])] = true }
    }
  }

  private func withUnpacked(
    _ packed: UnsafeBufferPointer<UInt8>, _ pass: PNGHeader.Pass, _ use: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard file.header.depth < 8 else { return use(packed) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: pass.width) { samples in
      PNGRows.unpack(packed, depth: file.header.depth, into: samples)
      use(UnsafeBufferPointer(samples))
    }
  }
}
