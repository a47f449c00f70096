/// The rows of a PNG while areas are hidden in them.
struct PNGRenderWork: ~Copyable {
  private let header: PNGHeader
  private let file: PNGFile
  private let obscurer: RowObscurer
  /// Every row as it is filtered, pass by pass, led by its filter's number.
  private let memory: PictureMemory
  /// By entry of a palette, whether a pixel outside of the areas has it.
  private let isUsed: [Bool]
  /// What stood above the first of each run of hidden rows, by the pass and the row's number: from there on rows can be restored
  /// again without those before.
  private let checkpoints: [Checkpoint: [UInt8]]
  /// Whether a row has other bits than zeros behind its last pixel.
  private let hasPadding: Bool
  /// Whether rows may change in which nothing is hidden.
  private var isRewritten: Bool { hasPadding || header.colorType == .palette }

  private struct Checkpoint: Hashable {
    let pass: PNGHeader.Pass
    let row: Int
  }

  /// Reads the photo once: its rows, and what the areas' tones come from.
  init(
    _ photo: PNGPhoto, _ bytes: UnsafeBufferPointer<UInt8>, _ asked: RowObscurer
  ) throws(FaceBlurError) {
    let memory = try PictureMemory(count: photo.header.filteredBytes)
    var obscurer = asked
    var isUsed = [Bool](repeating: false, count: 256)
    var start = 0
    var wasHidden = false
    var hasPadding = false
    var checkpoints: [Checkpoint: [UInt8]] = [:]
    let pixelBits = photo.header.bitsPerPixel
    let samples = PNGSampleRow(photo.file)
    let target = memory.bytes
    try PNGRows.forEach(of: photo.file, in: bytes) { (row) throws(FaceBlurError) in
      let (raster, count) = (row.raster, row.filtered.count)
      _ = UnsafeMutableBufferPointer(rebasing: target[start..<(start + count)]).update(
        fromContentsOf: row.filtered)
      start += count
      if obscurer.concerns(raster.y) { samples.lend(row.packed, row.pass, raster, to: &obscurer) }
      let padding = PNGRows.paddingMask(pixelBits: pixelBits, width: row.pass.width)
      hasPadding = hasPadding || row.packed[row.packed.count - 1] & padding != 0
      let isHidden = obscurer.hides(raster, width: row.pass.width)
      if photo.header.colorType == .palette {
        samples.mark(&isUsed, in: row.packed, row.pass, isHidden ? obscurer : nil, raster)
      }
      if isHidden, !wasHidden {
        checkpoints[Checkpoint(pass: row.pass, row: row.number)] = Array(row.above)
      }
      wasHidden = isHidden
    }
    obscurer.settle()
    (header, file) = (photo.header, photo.file)
    self.memory = memory
    self.obscurer = obscurer
    self.isUsed = isUsed
    self.hasPadding = hasPadding
    self.checkpoints = checkpoints
  }

  /// Writes the hidden rows anew, and the row below each, which is filtered by it; of a picture with a palette, all rows: which of them its
  /// new numbers change would tell of the old ones.
  /// - Returns: the palette that they take, where there is one.
  mutating func hide() -> PNGPalette? {
    var palette =
      header.colorType == .palette ? PNGPalette(of: file, isUsed: isUsed, asked: askedColors()) : nil
    let clear: [UInt16] = if case .color(let color) = file.transparency { color } else { [] }
    let isTried = header.colorType != .palette && header.depth >= 8
    var start = 0
    for pass in header.passes {
      let passStart = start
      start += pass.filteredBytes
      rewrite(
        pass, in: UnsafeMutableBufferPointer(rebasing: memory.bytes[passStart..<start]), isTried: isTried,
        &palette, clear)
    }
    return palette
  }

  /// - Parameter rows: of the pass.
  private func rewrite(
    _ pass: PNGHeader.Pass, in rows: UnsafeMutableBufferPointer<UInt8>, isTried: Bool,
    _ palette: inout PNGPalette?, _ clear: [UInt16]
  ) {
    // The row and the one above it, as they were and as they become.
    var buffers = (0..<4).map { _ in UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pass.rowBytes) }
    defer { for buffer in buffers { buffer.deallocate() } }
    for buffer in buffers { buffer.initialize(repeating: 0) }
    var wasChanged = false
    for number in 0..<pass.height {
      let isHidden = obscurer.hides(pass.raster(number), width: pass.width)
      guard isRewritten || isHidden || wasChanged else { continue }
      let row = UnsafeMutableBufferPointer(
        rebasing: rows[number * (pass.rowBytes + 1)..<(number + 1) * (pass.rowBytes + 1)])
      let (old, new, oldAbove, newAbove) = (buffers[0], buffers[1], buffers[2], buffers[3])
      if !isRewritten, !wasChanged, let above = checkpoints[Checkpoint(pass: pass, row: number)] {
        _ = oldAbove.update(fromContentsOf: above)
        _ = newAbove.update(fromContentsOf: above)
      }
      _ = old.update(fromContentsOf: UnsafeBufferPointer(rebasing: row.dropFirst()))
      // Every row's filter has been found to be one.
      PNGFilter(rawValue: row[0])?.restore(
        old, above: UnsafeBufferPointer(oldAbove), stride: header.filterStride)
      _ = new.update(fromContentsOf: old)
      if let renumbered = palette?.renumbered {
        for place in new.indices { new[place] = renumbered[Int(new[place])] }
      }
      if isHidden { hide(pass.raster(number), width: pass.width, in: new, &palette, clear) }
      _ = PNGRows.clearPadding(new, pixelBits: header.bitsPerPixel, width: pass.width)
      let isChanged = isHidden || palette != nil || !new.elementsEqual(old)
      if isChanged || wasChanged {
        PNGFilter.choose(
          for: UnsafeBufferPointer(new), above: UnsafeBufferPointer(newAbove), stride: header.filterStride,
          isTried: isTried, into: row)
      }
      wasChanged = isChanged
      buffers = [oldAbove, newAbove, old, new]
    }
  }

  /// Writes the hidden pixels of a packed row.
  private func hide(
    _ raster: RasterRow, width: Int, in packed: UnsafeMutableBufferPointer<UInt8>,
    _ palette: inout PNGPalette?, _ clear: [UInt16]
  ) {
    let depth = header.depth
    let colors = header.colorType.samples - (header.colorType.hasAlpha ? 1 : 0)
    let pixelBytes = header.pixelBytes
    obscurer.forEachHiddenPixel(of: raster, width: width) { place, hidden in
      if palette != nil {
        let index = palette?.index(of: PNGPalette.Color(hidden)) ?? 0
        return PNGRows.put(index, at: place, depth: depth, in: packed)
      }
      // What the file calls transparent would be shown as such: one level beside it, nothing is.
      let isClear = clear.count == colors && (0..<colors).allSatisfy { hidden[$0] == Int(clear[$0]) }
      for component in 0..<colors {
        let sample = isClear && component == colors - 1 ? hidden[component] ^ 1 : hidden[component]
        switch depth {
        case 16:
          packed[place * pixelBytes + 2 * component] = UInt8(truncatingIfNeeded: sample >> 8)
          packed[place * pixelBytes + 2 * component + 1] = UInt8(truncatingIfNeeded: sample)
        case 8: packed[place * pixelBytes + component] = UInt8(truncatingIfNeeded: sample)
        default: PNGRows.put(UInt8(truncatingIfNeeded: sample), at: place, depth: depth, in: packed)
        }
      }
      // An outline in the alpha channel would tell, too.
      for byte in colors * header.sampleBytes..<pixelBytes { packed[place * pixelBytes + byte] = 255 }
    }
  }

  /// The colours that the areas show; no more than tell that they are too many.
  private func askedColors() -> Set<PNGPalette.Color> {
    var colors: Set<PNGPalette.Color> = []
    for pass in header.passes {
      for number in 0..<pass.height where colors.count <= 2 * 256 {
        obscurer.forEachHiddenPixel(of: pass.raster(number), width: pass.width) { _, hidden in
          colors.insert(PNGPalette.Color(hidden))
        }
      }
    }
    return colors
  }

  /// The rows as the data of a render.
  func deflated() throws(FaceBlurError) -> PNGDeflater.Stream {
    try PNGDeflater.deflate(UnsafeBufferPointer(memory.bytes), file.effort)
  }
}
