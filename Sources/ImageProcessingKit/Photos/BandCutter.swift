/// How large the bands of a picture are.
struct BandLimits: Sendable {
  /// Bytes of a band's pixels, at most, unless its rows are so long that fewer of them than `leastRows` would be its own.
  var bytes = 18 << 20
  /// Rows above and below what is a band's own.
  var context = PictureBand.context
  /// Rows of a band's own, at least.
  var leastRows = 256
  /// Where fewer rows are left for the last band, they go to the one before.
  var leastRest = 128
}

/// Which rows of a picture are in which band.
struct BandLayout: Sendable {
  /// Rows of the picture.
  let height: Int
  /// Each band's own rows from the top, without a gap.
  let cores: [Range<Int>]
  private let context: Int

  /// - Parameters:
  ///   - width: of the picture in pixels, at least 1.
  ///   - height: likewise.
  init(width: Int, height: Int, _ limits: BandLimits) {
    self.height = height
    context = limits.context
    let rows = limits.bytes / (width * PixelBuffer.channels)
    guard height > rows else {
      cores = [0..<height]
      return
    }
    let step = max(rows - 2 * limits.context, limits.leastRows, 1)
    var starts = Array(stride(from: 0, to: height, by: step))
    if starts.count > 1, let last = starts.last, height - last < limits.leastRest { starts.removeLast() }
    cores = zip(starts, starts.dropFirst() + [height]).map { $0..<$1 }
  }

  /// The rows that a band shows: its own and those around.
  func rows(of band: Int) -> Range<Int> {
    let core = cores[band]
    return max(core.lowerBound - context, 0)..<min(core.upperBound + context, height)
  }
}

/// Cuts a picture into bands while it is read row by row. In memory there are never more rows than one band has.
struct BandCutter {
  private let geometry: PhotoGeometry
  private let width: Int
  /// Of the stored picture in pixels of the one that is read.
  private let extent: (width: Double, height: Double)
  private let layout: BandLayout
  /// The band that is being filled.
  private var band = 0
  /// Its rows so far.
  private var rows: [UInt8] = []
  private var rowCount = 0

  /// - Parameters:
  ///   - geometry: of the photo.
  ///   - size: of the picture that is read in stored orientation, in pixels.
  ///   - extent: how much of that is picture: the last pixels may reach beyond its edge.
  init(
    _ geometry: PhotoGeometry, size: (width: Int, height: Int), extent: (width: Double, height: Double),
    _ limits: BandLimits
  ) {
    self.geometry = geometry
    self.extent = extent
    width = size.width
    layout = BandLayout(width: size.width, height: size.height, limits)
    let tallest = layout.cores.indices.map { layout.rows(of: $0).count }.max() ?? 0
    rows.reserveCapacity(tallest * width * PixelBuffer.channels)
  }

  /// Takes the next row in stored orientation, interleaved RGB, and lends each band that is whole by it. Rows beyond the
  /// picture are ignored.
  mutating func append(
    _ row: UnsafeBufferPointer<UInt8>, _ use: (PictureBand) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    guard band < layout.cores.count else { return }
    rows.append(contentsOf: row.prefix(width * PixelBuffer.channels))
    rowCount += 1
    // One row may be the last one of two bands: both reach to the edge where the second has no more rows than the context.
    while band < layout.cores.count, rowCount == layout.rows(of: band).upperBound {
      try use(try current())
      advance()
    }
  }

  /// The band whose rows are all there.
  private func current() throws(FaceBlurError) -> PictureBand {
    let shown = layout.rows(of: band)
    guard let pixels = PixelBuffer(width: width, height: shown.count, bytes: rows) else {
      throw .internalError("the rows of a band are not as many as it has")
    }
    return PictureBand(
      views: [geometry.orientation.upright(pixels)],
      rect: geometry.orientation.upright(fromStored: rect(of: shown)),
      core: geometry.orientation.upright(fromStored: rect(of: layout.cores[band]).clampedToPicture()))
  }

  /// Goes on to the next band, which begins with what is there of it already.
  private mutating func advance() {
    let shown = layout.rows(of: band)
    band += 1
    let next = band < layout.cores.count ? layout.rows(of: band).lowerBound : layout.height
    rows.removeFirst(min((next - shown.lowerBound) * width * PixelBuffer.channels, rows.count))
  }

  /// Rows of the stored picture as a normalised rectangle.
  private func rect(of rows: Range<Int>) -> NormalizedRect {
    // So coarse that sums and differences of these numbers are exact, turned or not: between two cores there must be no gap
    // that a face could fall into. A hundred-thousandth of a pixel is less than that.
    func exact(_ pixels: Int, of extent: Double) -> Double {
      (Double(pixels) / extent * 0x1p32).rounded() * 0x1p-32
    }
    let top = exact(rows.lowerBound, of: extent.height)
    return NormalizedRect(
      x: 0, y: top, width: exact(width, of: extent.width),
      height: exact(rows.upperBound, of: extent.height) - top)
  }
}
