/// How a stored picture is turned to stand upright: the value of EXIF tag 0x0112 (Exif 2.32, 4.6.4 A).
public enum Orientation: Int, Sendable, Hashable, Codable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8

  /// Whether width and height change places.
  package var swapsAxes: Bool { rawValue >= 5 }

  /// Whether the upright x, after the axes were swapped, runs against the stored one.
  private var flipsX: Bool {
    switch self {
    case .upMirrored, .down, .right, .rightMirrored: true
    case .up, .downMirrored, .leftMirrored, .left: false
    }
  }

  private var flipsY: Bool {
    switch self {
    case .down, .downMirrored, .rightMirrored, .left: true
    case .up, .upMirrored, .leftMirrored, .right: false
    }
  }

  /// The size of the upright picture.
  package func uprightSize(storedWidth: Int, storedHeight: Int) -> (width: Int, height: Int) {
    swapsAxes ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
  }

  /// A stored, normalised rectangle that covers the same part of the photo as an upright one.
  func stored(fromUpright rect: NormalizedRect) -> NormalizedRect {
    let x = flipsX ? 1 - rect.maxX : rect.x
    let y = flipsY ? 1 - rect.maxY : rect.y
    return swapsAxes
      ? NormalizedRect(x: y, y: x, width: rect.height, height: rect.width)
      : NormalizedRect(x: x, y: y, width: rect.width, height: rect.height)
  }

  /// The inverse of `stored(fromUpright:)`.
  func upright(fromStored rect: NormalizedRect) -> NormalizedRect {
    let turned =
      swapsAxes
      ? NormalizedRect(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
      : rect
    return NormalizedRect(
      x: flipsX ? 1 - turned.maxX : turned.x,
      y: flipsY ? 1 - turned.maxY : turned.y,
      width: turned.width,
      height: turned.height
    )
  }

  /// The upright pixels that show the pixels of a stored picture.
  /// - Parameters:
  ///   - width: of the stored picture.
  ///   - height: likewise.
  func upright(fromStored rect: PixelRect, width: Int, height: Int) -> PixelRect {
    let size = uprightSize(storedWidth: width, storedHeight: height)
    let turned =
      swapsAxes ? PixelRect(x: rect.y, y: rect.x, width: rect.height, height: rect.width) : rect
    return PixelRect(
      x: flipsX ? size.width - turned.maxX : turned.x, y: flipsY ? size.height - turned.maxY : turned.y,
      width: turned.width, height: turned.height)
  }

  /// The stored pixels that some upright pixels show.
  /// - Parameters:
  ///   - width: of the upright picture.
  ///   - height: likewise.
  func stored(fromUpright rect: PixelRect, width: Int, height: Int) -> PixelRect {
    func place(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      storedPixel(uprightX: x, uprightY: y, uprightWidth: width, uprightHeight: height)
    }
    let (first, last) = (place(rect.x, rect.y), place(rect.maxX - 1, rect.maxY - 1))
    return PixelRect(
      x: min(first.x, last.x), y: min(first.y, last.y), width: abs(first.x - last.x) + 1,
      height: abs(first.y - last.y) + 1)
  }

  /// The stored pixel that an upright pixel shows.
  func storedPixel(uprightX x: Int, uprightY y: Int, uprightWidth: Int, uprightHeight: Int) -> (
    x: Int, y: Int
  ) {
    let a = flipsX ? uprightWidth - 1 - x : x
    let b = flipsY ? uprightHeight - 1 - y : y
    return swapsAxes ? (b, a) : (a, b)
  }

  /// Turns a stored picture upright.
  func upright(_ stored: PixelBuffer) -> PixelBuffer {
    guard self != .up else { return stored }
    let size = uprightSize(storedWidth: stored.width, storedHeight: stored.height)
    // How far apart in the stored picture neighbours of the upright one lie.
    let across = swapsAxes ? stored.width : 1
    let down = swapsAxes ? 1 : stored.width
    let strideX = (flipsX ? -across : across) * PixelBuffer.channels
    let strideY = (flipsY ? -down : down) * PixelBuffer.channels
    let corner = storedPixel(uprightX: 0, uprightY: 0, uprightWidth: size.width, uprightHeight: size.height)
    let start = (corner.y * stored.width + corner.x) * PixelBuffer.channels
    return PixelBuffer(width: size.width, height: size.height) { target in
      stored.bytes.withUnsafeBufferPointer { source in
        var write = 0
        for y in 0..<size.height {
          var read = start + y * strideY
          for _ in 0..<size.width {
            target[write] = source[read]
            target[write + 1] = source[read + 1]
            target[write + 2] = source[read + 2]
            write += PixelBuffer.channels
            read += strideX
          }
        }
      }
    }
  }
}
