/// The picture at an eighth of its size, from nothing but the DC coefficients: a block's DC is its mean.
///
/// The scan that renders a photo reads them anyway, at twice the speed of the smallest decode of libjpeg.
enum DCPicture {
  /// - Returns: RGB in stored orientation, `ceil(size / 8)` pixels; nil where the data breaks the rules.
  /// - Parameter stream: grey, or YCbCr as JFIF defines it.
  static func picture(of stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>) -> PixelBuffer? {
    let everything = ObscuredArea(
      members: [
        ObscuredArea.Member(units: UnitRect(x: 0, y: 0, width: stream.mcuColumns, height: stream.mcuRows))
      ], cellWidth: stream.mcuColumns, cellHeight: stream.mcuRows)
    guard
      let grids = BaselineScanner.scan(
        stream, bytes, areas: [everything], takingSurroundings: false)?.grids.first
    else { return nil }

    let planes = zip(stream.components, grids).map { component, grid in
      Plane(
        grid, step: Float(stream.quantizers(of: component)[0]) / 8,
        across: (component.blocksX, stream.components.map(\.blocksX).max() ?? 1),
        down: (component.blocksY, stream.components.map(\.blocksY).max() ?? 1))
    }
    var picture = PixelBuffer(width: (stream.width + 7) / 8, height: (stream.height + 7) / 8)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let luma = planes[0].sample(x, y)
        guard planes.count == 3 else {
          picture[x, y] = (byte(luma), byte(luma), byte(luma))
          continue
        }
        // JFIF 1.02, page 3.
        let blue = planes[1].sample(x, y) - 128
        let red = planes[2].sample(x, y) - 128
        picture[x, y] = (
          byte(luma + 1.402 * red), byte(luma - 0.344_136 * blue - 0.714_136 * red), byte(luma + 1.772 * blue)
        )
      }
    }
    return picture
  }

  private static func byte(_ sample: Float) -> UInt8 { UInt8(min(max(sample.rounded(), 0), 255)) }

  /// One component's means, looked up by the pixels of the picture.
  private struct Plane {
    private let dc: [Int16]
    private let width: Int
    private let step: Float
    private let across: (own: Int, most: Int)
    private let down: (own: Int, most: Int)

    init(_ grid: BlockGrid, step: Float, across: (Int, Int), down: (Int, Int)) {
      dc = grid.dc
      width = grid.width
      self.step = step
      self.across = across
      self.down = down
    }

    func sample(_ x: Int, _ y: Int) -> Float {
      let column = x * across.own / across.most
      let row = y * down.own / down.most
      return min(max(128 + Float(dc[row * width + column]) * step, 0), 255)
    }
  }
}
