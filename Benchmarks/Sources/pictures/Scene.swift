import ImageProcessingKit
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// One picture of the page: a ground with people on it, whose faces are at known places.
struct Scene {
  let caption: String
  private(set) var picture: PixelBuffer
  var faces: [PixelBox] = []
  let kind: TestJPEG.Kind

  static let side = 512

  /// - Parameters:
  ///   - ground: by x and y, in pixels.
  ///   - kind: how the photo is stored.
  init(
    _ caption: String, on ground: (Double, Double) -> Color, _ kind: (inout TestJPEG.Kind) -> Void = { _ in }
  ) {
    self.caption = caption
    self.kind = TestJPEG.Kind(kind)
    picture = PixelBuffer(width: Self.side, height: Self.side)
    for y in 0..<Self.side {
      for x in 0..<Self.side { picture[x, y] = ground(Double(x) + 0.5, Double(y) + 0.5).pixel }
    }
  }

  /// How somebody stands in a scene.
  struct Place {
    /// The middle of the face, in pixels.
    var x: Double
    var y: Double
    /// The face's height in pixels.
    var height: Double
    /// Leaning to the right, in degrees.
    var angle = 0.0
    var isMirrored = false
    /// What the light does to colours.
    var light: (Color) -> Color = { $0 }
  }

  /// Draws somebody over what is there already and remembers the face.
  mutating func place(_ person: Portrait, _ place: Place) {
    let step = Double(person.face.height) / place.height
    let (sine, cosine) = (sin(place.angle * .pi / 180), cos(place.angle * .pi / 180))
    let middle = (
      x: Double(person.face.x) + Double(person.face.width) / 2,
      y: Double(person.face.y) + Double(person.face.height) / 2
    )
    // So many looks at each pixel along a side that none of the portrait's is left out.
    let looks = max(Int(step.rounded(.up)), 2)
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        var color = Color.zero
        var cover = 0.0
        for look in 0..<looks * looks {
          let across = Double(x) + (Double(look % looks) + 0.5) / Double(looks) - place.x
          let down = Double(y) + (Double(look / looks) + 0.5) / Double(looks) - place.y
          let turned = (across * cosine + down * sine, down * cosine - across * sine)
          let sample = person.sample(
            x: middle.x + turned.0 * (place.isMirrored ? -step : step), y: middle.y + turned.1 * step)
          guard let sample else { continue }
          color += sample.color * sample.cover
          cover += sample.cover
        }
        guard cover > 0 else { continue }
        let behind = Color(picture[x, y])
        picture[x, y] =
          behind.mixed(with: place.light(color / cover), cover / Double(looks * looks)).pixel
      }
    }
    faces.append(Self.box(of: person, at: place, step, sine, cosine))
  }

  /// The box around the ellipse of the face.
  private static func box(
    of person: Portrait, at place: Place, _ step: Double, _ sine: Double, _ cosine: Double
  ) -> PixelBox {
    let (across, down) = (Double(person.face.width) / step, Double(person.face.height) / step)
    let width = hypot(across * cosine, down * sine)
    let height = hypot(across * sine, down * cosine)
    return PixelBox(
      x: Int((place.x - width / 2).rounded()), y: Int((place.y - height / 2).rounded()),
      width: Int(width.rounded()), height: Int(height.rounded()))
  }
}
