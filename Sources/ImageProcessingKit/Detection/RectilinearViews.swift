internal import Glibc

/// What cameras that point obliquely down and up would show of an `EquirectangularPicture` (rectilinear projection), five around and side by side, those that
/// point down above the others. Whoever is seen in one stands upright there and is stretched as little as in any photo.
///
/// Formulas: a ray through a point of the image plane, turned by the camera's latitude about its horizontal axis, and its longitude and latitude then.
struct RectilinearViews {
  /// Around: so many that from 55 degrees below the camera on a face of 16 degrees is whole in one of them.
  private static let around = 5
  private static let latitude = 65 * Double.pi / 180
  /// The tangent of half the angle that one shows across and down: from 31 degrees below the horizon to behind the nadir. Of faces that are less than 50
  /// degrees below it as many are seen in the source itself as in any photo.
  private static let reach = tan(34 * Double.pi / 180)
  /// The side of one of them in pixels at most: whoever is so far below or above a camera is near it.
  private static let longestSide = 480
  /// Points of a face's outline that are followed.
  private static let outline = 32

  private let source: EquirectangularPicture
  /// Of one of them, in pixels.
  private let side: Int
  /// All of them.
  let picture: PixelBuffer

  init(of source: EquirectangularPicture) {
    let radius = Double(source.picture.width) / (2 * .pi)
    let side = min(max(Int(2 * Self.reach * radius), 1), Self.longestSide)
    // Brought down to what they show, so that nothing is skipped.
    let width = Int((Double(side) / (2 * Self.reach) * 2 * .pi).rounded())
    let shown = LookShrinker.shrink(source.picture, toLongSide: min(width, source.picture.width))
    self.source = source
    self.side = side
    picture = Self.drawn(shown, side: side)
  }

  private static func drawn(_ shown: PixelBuffer, side: Int) -> PixelBuffer {
    let channels = PixelBuffer.channels
    let (width, height) = (Double(shown.width), Double(shown.height))
    let line = around * side * channels
    return PixelBuffer(width: around * side, height: 2 * side) { target in
      shown.bytes.withUnsafeBufferPointer { bytes in
        for row in 0..<side {
          for column in 0..<side {
            let ray = direction(of: planePlace(column, side), planePlace(row, side))
            let y = min(max((0.5 - ray.latitude / .pi) * height - 0.5, 0), height - 1)
            for index in 0..<around {
              let turns = 0.5 + ray.longitude / (2 * .pi) + Double(index) / Double(around)
              let x = (turns - turns.rounded(.down)) * width - 0.5
              let place = (index * side + column) * channels
              let pixel = Bilinear(x: x, y: y, width: shown.width, height: shown.height)
              let mirrored = Bilinear(x: x, y: height - 1 - y, width: shown.width, height: shown.height)
              for channel in 0..<channels {
                target[row * line + place + channel] = pixel.level(of: bytes, channel)
                // Those that point up show what lies as far above, the other way round.
                target[(2 * side - 1 - row) * line + place + channel] = mirrored.level(of: bytes, channel)
              }
            }
          }
        }
      }
    }
  }

  /// Where the middle of a pixel lies on the image plane of a camera that points down, at distance 1: to the right or down.
  private static func planePlace(_ pixel: Int, _ side: Int) -> Double {
    ((Double(pixel) + 0.5) / Double(side) * 2 - 1) * reach
  }

  /// Where a place on the image plane of the first camera that points down lies around it, in radians; longitude 0 is ahead, and latitudes below the horizon
  /// are negative.
  private static func direction(of right: Double, _ down: Double) -> (longitude: Double, latitude: Double) {
    let (sine, cosine) = (sin(latitude), cos(latitude))
    let ahead = cosine - down * sine
    let up = -down * cosine - sine
    return (atan2(right, ahead), atan2(up, (right * right + ahead * ahead).squareRoot()))
  }

  /// Where a face in `picture` lies in the source: twice where it reaches beyond its edge, nowhere where another of the views shows it the right way
  /// round or whole.
  func rects(of rect: NormalizedRect) -> [NormalizedRect] {
    let columns = Double(Self.around)
    let middle = (x: (rect.x + rect.width / 2) * columns, y: (rect.y + rect.height / 2) * 2)
    let (column, row) = (middle.x.rounded(.down), middle.y.rounded(.down))
    guard (0..<columns).contains(column), (0...1).contains(row) else { return [] }
    // On the image plane of the camera that points down; what one that points up shows is the same upside down.
    let isUp = row == 1
    let centre = (
      right: (2 * (middle.x - column) - 1) * Self.reach,
      down: (2 * (middle.y - row) - 1) * Self.reach * (isUp ? -1 : 1)
    )
    let radii = (right: rect.width * columns * Self.reach, down: rect.height * 2 * Self.reach)
    let pole = cos(Self.latitude) / sin(Self.latitude)
    // Behind the pole people are upside down.
    guard centre.down < pole else { return [] }
    let places = (0...Self.outline).map { index in
      let angle = 2 * .pi * Double(index) / Double(Self.outline)
      return Self.direction(
        of: centre.right + radii.right * cos(angle), centre.down + radii.down * sin(angle))
    }
    let (right, down) = (centre.right / radii.right, (pole - centre.down) / radii.down)
    let holdsPole = right * right + down * down <= 1
    var longitude = places[0].longitude
    var longitudes = (least: longitude, most: longitude)
    for place in places {
      // The next point of the outline is near, whichever way its angle is said.
      longitude += remainder(place.longitude - longitude, 2 * .pi)
      longitudes = (min(longitudes.least, longitude), max(longitudes.most, longitude))
    }
    if holdsPole { longitudes = (-.pi, .pi) }
    let latitudes = places.map(\.latitude)
    let top = 0.5 - (latitudes.max() ?? 0) / .pi
    let bottom = holdsPole ? 1 : 0.5 - (latitudes.min() ?? 0) / .pi
    return EquirectangularPicture.within(
      NormalizedRect(
        x: 0.5 + longitudes.least / (2 * .pi) + column / columns, y: isUp ? 1 - bottom : top,
        width: (longitudes.most - longitudes.least) / (2 * .pi), height: bottom - top))
  }
}

/// The four pixels around a place in a picture whose columns go round, and how much of each is shown there.
private struct Bilinear {
  private let places: (Int, Int, Int, Int)
  private let weights: (Int, Int, Int, Int)

  /// - Parameters:
  ///   - x: of the first pixel's middle 0; below 0 and from the last one's on it lies between both.
  ///   - y: 0 to the last row.
  init(x: Double, y: Double, width: Int, height: Int) {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (right, down) = (Int((x - column) * 64), Int((y - row) * 64))
    let columns = ((Int(column) + width) % width, (Int(column) + 1 + width) % width)
    let lines = (Int(row) * width, min(Int(row) + 1, height - 1) * width)
    places = (lines.0 + columns.0, lines.0 + columns.1, lines.1 + columns.0, lines.1 + columns.1)
    weights = ((64 - right) * (64 - down), right * (64 - down), (64 - right) * down, right * down)
  }

  func level(of bytes: UnsafeBufferPointer<UInt8>, _ channel: Int) -> UInt8 {
    func level(_ place: Int) -> Int { Int(bytes[place * PixelBuffer.channels + channel]) }
    let sum =
      level(places.0) * weights.0 + level(places.1) * weights.1 + level(places.2) * weights.2
      + level(places.3) * weights.3
    return UInt8(clamping: (sum + 2048) >> 12)
  }
}
