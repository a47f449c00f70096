/// How many samples of colour a planar picture has: the values of HEVC's chroma_format_idc (ITU-T H.265, 6.2).
enum ChromaFormat: Int, Sendable {
  /// Luma alone.
  case gray = 0
  /// 4:2:0: one of each difference for 2 × 2 pixels.
  case half = 1
  /// 4:2:2: one for 2 × 1.
  case halfWidth = 2
  /// 4:4:4: one for each pixel.
  case full = 3

  /// Pixels across and down that share a sample of colour.
  var step: (x: Int, y: Int) {
    switch self {
    case .gray, .full: (1, 1)
    case .half: (2, 2)
    case .halfWidth: (2, 1)
    }
  }
}

/// What colours the samples of a planar picture make: numbers of ITU-T H.273, 2 where nothing is said.
struct SampleColors: Sendable, Hashable {
  var primaries = 2
  var transfer = 2
  var matrix = 2
  /// Whether all of the samples' range is used.
  var isFullRange = false
}

/// The form of a planar picture.
struct PlanarShape: Sendable, Hashable {
  /// Of the luma plane, in pixels, at least 1 × 1.
  let width: Int
  let height: Int
  let chroma: ChromaFormat
  /// Bits of a sample, 8…12, in all planes.
  let depth: Int

  /// Luma, and Cb and Cr where there are colours.
  var planeCount: Int { chroma == .gray ? 1 : 3 }

  /// Pixels across and down that a sample of a plane stands for.
  func step(ofPlane plane: Int) -> (x: Int, y: Int) { plane == 0 ? (1, 1) : chroma.step }

  /// Samples across and down a plane.
  func size(ofPlane plane: Int) -> (width: Int, height: Int) {
    let step = step(ofPlane: plane)
    return ((width + step.x - 1) / step.x, (height + step.y - 1) / step.y)
  }

  /// Of all planes.
  var sampleCount: Int {
    (0..<planeCount).reduce(0) { sum, plane in
      let size = size(ofPlane: plane)
      return sum + size.width * size.height
    }
  }

  /// The same of another size.
  func sized(width: Int, height: Int) -> PlanarShape {
    PlanarShape(width: width, height: height, chroma: chroma, depth: depth)
  }
}

/// A picture in memory plane by plane: luma, or luma, Cb and Cr, as video codecs have it; rows from the top, no padding.
struct PlanarPicture: Sendable, Hashable {
  let shape: PlanarShape
  /// As many samples each as `shape` has.
  var planes: [[UInt16]]

  /// A picture of zeros.
  init(_ shape: PlanarShape) {
    self.shape = shape
    planes = (0..<shape.planeCount).map { plane in
      let size = shape.size(ofPlane: plane)
      return [UInt16](repeating: 0, count: size.width * size.height)
    }
  }

  /// - Parameter planes: of the shape.
  init(_ shape: PlanarShape, unchecked planes: [[UInt16]]) { (self.shape, self.planes) = (shape, planes) }

  /// - Returns: nil where the planes are not of the shape.
  init?(_ shape: PlanarShape, planes: [[UInt16]]) {
    guard planes.count == shape.planeCount,
      planes.indices.allSatisfy({
        let size = shape.size(ofPlane: $0)
        return planes[$0].count == size.width * size.height
      })
    else { return nil }
    self.shape = shape
    self.planes = planes
  }
}
