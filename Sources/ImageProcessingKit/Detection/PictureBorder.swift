/// What some looks show a picture within: networks know a face by what is around it, and of one that fills the picture nothing is.
enum PictureBorder: Sendable, Hashable {
  /// In the mean colour of the picture.
  case mean
  /// The picture mirrored at its edges.
  case mirrored

  /// How wide it is on each side, as a part of the picture's long side. Of faces twice as high as the picture five times as many are seen so.
  private static let width = 0.25

  /// The long side of the picture in it, in pixels.
  /// - Parameter longSide: of both together.
  static func pictureSide(of longSide: Int) -> Int { max(1, Int(Double(longSide) / (1 + 2 * width))) }

  private static func pixels(around picture: PixelBuffer) -> Int {
    Int((Double(max(picture.width, picture.height)) * width).rounded())
  }

  /// Where both together lie, the picture being the unit square.
  static func rect(around picture: PixelBuffer) -> NormalizedRect {
    let across = Double(pixels(around: picture)) / Double(picture.width)
    let down = Double(pixels(around: picture)) / Double(picture.height)
    return NormalizedRect(x: -across, y: -down, width: 1 + 2 * across, height: 1 + 2 * down)
  }

  /// The picture and the border around it.
  func around(_ picture: PixelBuffer) -> PixelBuffer {
    let border = Self.pixels(around: picture)
    let channels = PixelBuffer.channels
    let mean = self == .mean ? picture.mean : []
    let columns = (-border..<picture.width + border).map { Self.mirrored($0, picture.width) }
    return PixelBuffer(width: picture.width + 2 * border, height: picture.height + 2 * border) { target in
      var place = 0
      for row in -border..<picture.height + border {
        let line = Self.mirrored(row, picture.height)
        for (index, column) in columns.enumerated() {
          let isInside = line == row && column == index - border
          let pixel = (line * picture.width + column) * channels
          for channel in 0..<channels {
            target[place] =
              self == .mean && !isInside ? mean[channel] : picture.bytes[pixel + channel]
            place += 1
          }
        }
      }
    }
  }

  /// The place of so many that is shown at one before the first or behind the last.
  private static func mirrored(_ place: Int, _ count: Int) -> Int {
    let turned = place < 0 ? -1 - place : place >= count ? 2 * count - 1 - place : place
    return min(max(turned, 0), count - 1)
  }
}

extension PixelBuffer {
  /// By channel, rounded.
  fileprivate var mean: [UInt8] {
    var sums = [Int](repeating: 0, count: Self.channels)
    for place in bytes.indices { sums[place % Self.channels] += Int(bytes[place]) }
    let count = max(1, width * height)
    return sums.map { UInt8(clamping: ($0 + count / 2) / count) }
  }
}
