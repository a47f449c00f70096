/// The rows of a PNG's picture, as they are stored: pass by pass, from the top, without their filters.
enum PNGRows {
  /// One row of a pass.
  struct Row {
    let pass: PNGHeader.Pass
    /// From the top of the pass.
    let number: Int
    /// The row's pixels, packed as they are stored.
    let packed: UnsafeBufferPointer<UInt8>
    /// Those of the row above in the same pass; zeros above the first.
    let above: UnsafeBufferPointer<UInt8>
    /// The row before its filter was taken back, led by the filter's number.
    let filtered: UnsafeBufferPointer<UInt8>

    var raster: RasterRow { pass.raster(number) }
  }

  /// Inflates and restores every row.
  /// - Parameters:
  ///   - bytes: of the file.
  ///   - use: is lent each row.
  /// - Throws: `FaceBlurError` where the picture is damaged or cut short, or what `use` throws.
  static func forEach(
    of file: PNGFile, in bytes: UnsafeBufferPointer<UInt8>,
    _ use: (borrowing Row) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    try forEachWanted(of: file, in: bytes) { (row) throws(FaceBlurError) -> Bool in
      try use(row)
      return true
    }
  }

  /// Inflates and restores rows as long as they are asked for.
  /// - Parameter use: is lent each row, and says whether it needs more.
  /// - Throws: `FaceBlurError` where what is read is damaged or cut short, or what `use` throws.
  static func forEachWanted(
    of file: PNGFile, in bytes: UnsafeBufferPointer<UInt8>,
    _ use: (borrowing Row) throws(FaceBlurError) -> Bool
  ) throws(FaceBlurError) {
    var inflater = try PNGInflater(bytes, data: file.data)
    let stride = file.header.filterStride
    for pass in file.header.passes {
      let filtered = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pass.rowBytes + 1)
      var packed = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pass.rowBytes)
      var above = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pass.rowBytes)
      defer {
        filtered.deallocate()
        packed.deallocate()
        above.deallocate()
      }
      above.initialize(repeating: 0)
      for number in 0..<pass.height {
        try inflater.next(into: filtered)
        guard let filter = PNGFilter(rawValue: filtered[0]) else {
          throw .damagedPhoto("a row is filtered in a way that there is not")
        }
        _ = packed.update(fromContentsOf: UnsafeBufferPointer(rebasing: filtered.dropFirst()))
        filter.restore(packed, above: UnsafeBufferPointer(above), stride: stride)
        let row = Row(
          pass: pass, number: number, packed: UnsafeBufferPointer(packed),
          above: UnsafeBufferPointer(above), filtered: UnsafeBufferPointer(filtered))
        guard try use(row) else { return }
        swap(&packed, &above)
      }
    }
    try inflater.finish()
  }

  /// Every row of the picture from the top, with a byte, or two, for each sample. An interlaced picture is put together in
  /// memory first.
  /// - Parameter use: is lent each row.
  static func forEachWhole(
    of file: PNGFile, in bytes: UnsafeBufferPointer<UInt8>,
    _ use: (_ y: Int, _ samples: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    let header = file.header
    let length = header.width * header.pixelBytes
    guard header.isInterlaced else {
      let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length)
      defer { row.deallocate() }
      try forEach(of: file, in: bytes) { (stored) throws(FaceBlurError) in
        unpack(stored.packed, depth: header.depth, into: row)
        try use(stored.number, UnsafeBufferPointer(row))
      }
      return
    }
    let memory = try PictureMemory(count: length * header.height)
    let picture = memory.bytes
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length)
    defer { row.deallocate() }
    try forEach(of: file, in: bytes) { (stored) throws(FaceBlurError) in
      let part = UnsafeMutableBufferPointer(rebasing: row.prefix(stored.pass.width * header.pixelBytes))
      unpack(stored.packed, depth: header.depth, into: part)
      let raster = stored.raster
      let start = raster.y * length
      for place in 0..<stored.pass.width {
        let target = start + raster.column(place) * header.pixelBytes
        for byte in 0..<header.pixelBytes { picture[target + byte] = part[place * header.pixelBytes + byte] }
      }
    }
    for y in 0..<header.height {
      try use(y, UnsafeBufferPointer(rebasing: picture[y * length..<(y + 1) * length]))
    }
  }

  /// Gives samples of less than a byte one each; the leftmost has the highest bits (7.2).
  /// - Parameter target: of as many bytes as there are samples, or as the row has, where they have bytes of their own.
  static func unpack(
    _ packed: UnsafeBufferPointer<UInt8>, depth: Int, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard depth < 8 else {
      _ = target.update(fromContentsOf: packed)
      return
    }
    let mask = UInt8(truncatingIfNeeded: 1 << depth - 1)
    let perByte = 8 / depth
    for place in target.indices {
      let shift = 8 - depth * (place % perByte + 1)
      target[place] = packed[place / perByte] >> UInt8(truncatingIfNeeded: shift) & mask
    }
  }

  /// Sets the bits behind the last pixel of a packed row to zero: nobody shows them.
  /// - Returns: whether any was another.
  static func clearPadding(_ packed: UnsafeMutableBufferPointer<UInt8>, pixelBits: Int, width: Int) -> Bool {
    guard let last = packed.last else { return false }
    let cleared = last & ~paddingMask(pixelBits: pixelBits, width: width)
    packed[packed.count - 1] = cleared
    return cleared != last
  }

  /// The bits of a row's last byte that belong to no pixel.
  static func paddingMask(pixelBits: Int, width: Int) -> UInt8 {
    let used = pixelBits * width % 8
    return used == 0 ? 0 : UInt8(truncatingIfNeeded: 0xFF >> used)
  }

  /// One sample of less than a byte, or of one, from its place in a packed row.
  static func sample(at place: Int, depth: Int, in packed: UnsafeMutableBufferPointer<UInt8>) -> UInt8 {
    let perByte = 8 / depth
    let shift = UInt8(truncatingIfNeeded: 8 - depth * (place % perByte + 1))
    return packed[place / perByte] >> shift & UInt8(truncatingIfNeeded: 1 << depth - 1)
  }

  /// Puts one sample of less than a byte, or of one, in its place of a packed row.
  static func put(
    _ sample: UInt8, at place: Int, depth: Int, in packed: UnsafeMutableBufferPointer<UInt8>
  ) {
    let perByte = 8 / depth
    let shift = UInt8(truncatingIfNeeded: 8 - depth * (place % perByte + 1))
    let mask = UInt8(truncatingIfNeeded: 1 << depth - 1) << shift
    packed[place / perByte] = packed[place / perByte] & ~mask | sample << shift & mask
  }
}
