import ImageProcessingKit
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// What is behind the people of a scene: the colour by x and y, in pixels.
enum Ground {
  typealias Drawing = (Double, Double) -> Color

  static func plain(_ color: Color) -> Drawing {
    // A wall is never the same all over.
    let unevenness = Noise(seed: 1)
    return { x, y in color + .gray((unevenness.value(x / 90, y / 90) - 0.5) * 12) }
  }

  static func gradient(_ above: Color, _ below: Color) -> Drawing {
    let unevenness = Noise(seed: 2)
    return { x, y in
      above.mixed(with: below, y / Double(Scene.side)) + .gray((unevenness.value(x / 60, y / 20) - 0.5) * 14)
    }
  }

  static func stripes(_ first: Color, _ second: Color, width: Double) -> Drawing {
    { x, _ in Int(x / width).isMultiple(of: 2) ? first : second }
  }

  static func bricks() -> Drawing {
    let tones = Noise(seed: 3)
    return { x, y in
      let row = (y / 40).rounded(.down)
      let along = x + (Int(row).isMultiple(of: 2) ? 0 : 48)
      let column = (along / 96).rounded(.down)
      let isMortar = y - row * 40 < 6 || along - column * 96 < 6
      if isMortar { return Color(196, 188, 178) }
      return Color(150, 70, 52) + .gray((tones.value(column * 7.3 + 0.5, row * 5.1 + 0.5) - 0.5) * 70)
    }
  }

  /// Drawn on a wall: discs in full colours.
  static func pattern() -> Drawing {
    let colors = [Color(214, 60, 70), Color(240, 190, 40), Color(40, 120, 190), Color(30, 140, 90)]
    return { x, y in
      let (column, row) = ((x / 64).rounded(.down), (y / 64).rounded(.down))
      let distance = hypot(x - column * 64 - 32, y - row * 64 - 32)
      guard distance < 26 else { return Color(244, 236, 220) }
      return colors[(Int(column) + 3 * Int(row)) % colors.count].mixed(
        with: Color(244, 236, 220), distance < 12 ? 1 : 0)
    }
  }

  static func foliage() -> Drawing {
    let (leaves, light) = (Noise(seed: 4), Noise(seed: 5))
    return { x, y in
      let leaf = leaves.sum(x / 40, y / 40, octaves: 4)
      let sun = max(light.sum(x / 70, y / 70, octaves: 3) - 0.55, 0) * 4
      return Color(22, 44, 16).mixed(with: Color(120, 160, 60), leaf * leaf * 1.6)
        .mixed(with: Color(238, 244, 210), min(sun, 1))
    }
  }

  static func snow() -> Drawing {
    var random = SplitMix(seed: 6)
    let flakes = (0..<260).map { _ in
      (
        x: Double.random(in: 0..<Double(Scene.side), using: &random),
        y: Double.random(in: 0..<Double(Scene.side), using: &random),
        radius: Double.random(in: 1.5..<4.5, using: &random)
      )
    }
    let (drifts, trees) = (Noise(seed: 7), Noise(seed: 8))
    return { x, y in
      var color = Color(206, 214, 226).mixed(with: Color(246, 248, 252), y / Double(Scene.side))
      let trunk = trees.value(x / 26, 0.5)
      if trunk > 0.72, y < 330 + 60 * trees.value(x / 50, 3.5) {
        color = color.mixed(with: Color(86, 84, 92), 0.7)
      }
      color += .gray((drifts.sum(x / 80, y / 24, octaves: 3) - 0.5) * 20)
      for flake in flakes where hypot(x - flake.x, y - flake.y) < flake.radius {
        color = Color(253, 254, 255)
      }
      return color
    }
  }

  static func night() -> Drawing {
    let lamps: [(x: Double, y: Double, radius: Double, color: Color)] = [
      (60, 90, 34, Color(255, 214, 130)), (150, 40, 22, Color(255, 180, 90)),
      (430, 70, 40, Color(255, 226, 160)), (480, 180, 26, Color(240, 90, 70)),
      (360, 150, 18, Color(120, 220, 150)), (40, 240, 24, Color(130, 170, 255)),
      (470, 300, 20, Color(255, 200, 110)), (110, 170, 16, Color(255, 240, 200)),
    ]
    let haze = Noise(seed: 9)
    return { x, y in
      var color = Color(12, 14, 26) + .gray(haze.sum(x / 90, y / 90, octaves: 2) * 12)
      for lamp in lamps {
        let distance = hypot(x - lamp.x, y - lamp.y)
        let edge = min(max((lamp.radius - distance) / 3 + 0.5, 0), 1)
        let glow = 0.25 * exp(-distance / (2 * lamp.radius))
        color = color.mixed(with: lamp.color, max(0.85 * edge, glow))
      }
      return color
    }
  }
}

/// Random values that run smoothly from one whole number to the next (value noise).
struct Noise {
  let seed: UInt64

  /// 0…1.
  func value(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func eased(_ share: Double) -> Double { share * share * (3 - 2 * share) }
    let (across, down) = (eased(x - left), eased(y - top))
    func row(_ y: Double) -> Double { corner(left, y) * (1 - across) + corner(left + 1, y) * across }
    return row(top) * (1 - down) + row(top + 1) * down
  }

  /// Coarse noise with finer and weaker ones on it, 0…1.
  func sum(_ x: Double, _ y: Double, octaves: Int) -> Double {
    var (sum, weight, most) = (0.0, 1.0, 0.0)
    for octave in 0..<octaves {
      let scale = Double(1 << octave)
      sum += weight * value(x * scale, y * scale)
      most += weight
      weight /= 2
    }
    return sum / most
  }

  private func corner(_ x: Double, _ y: Double) -> Double {
    let place = UInt64(bitPattern: Int64(x)) &* 0x1F12_3BB5 &+ UInt64(bitPattern: Int64(y)) &* 0x5F35_6495
    var random = SplitMix(seed: place &+ seed << 40)
    return Double(random.next() >> 11) / Double(1 << 53)
  }
}
