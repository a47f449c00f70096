import TestSupport

/// What a render did to a photo's coefficients, unit (MCU) by unit, by libjpeg's own account.
struct RenderedCoefficients {
  let columns: Int
  let rows: Int
  /// Size of a unit in pixels.
  let unitWidth: Int
  let unitHeight: Int
  let original: TestJPEG.Image
  let render: TestJPEG.Image

  init(original: [UInt8], render: [UInt8]) throws {
    self.original = try TestJPEG.read(original)
    self.render = try TestJPEG.read(render)
    let sampling = self.original.components.map(\.blocksPerUnit)
    unitWidth = 8 * (sampling.map(\.h).max() ?? 1)
    unitHeight = 8 * (sampling.map(\.v).max() ?? 1)
    columns = (self.original.width + unitWidth - 1) / unitWidth
    rows = (self.original.height + unitHeight - 1) / unitHeight
  }

  /// Whether size, components, sampling and quantisers are the original's, so that coefficients compare.
  var isComparable: Bool {
    original.width == render.width && original.height == render.height
      && original.components.map(\.quantizers) == render.components.map(\.quantizers)
      && original.components.map(\.blocksPerUnit) == render.components.map(\.blocksPerUnit)
      && original.components.map(\.coefficients.count) == render.components.map(\.coefficients.count)
  }

  /// Whether no coefficient of a unit differs from the original's.
  func isUntouched(_ x: Int, _ y: Int) -> Bool {
    zip(original.components, render.components).allSatisfy { before, after in
      Self.blocks(of: before, x, y).allSatisfy { before.block($0.x, $0.y) == after.block($0.x, $0.y) }
    }
  }

  /// Whether no AC coefficient is left in a unit.
  func isFlat(_ x: Int, _ y: Int) -> Bool { Self.isFlat(render, x, y) }

  /// Whether a unit had nothing to hide in the first place.
  func wasFlat(_ x: Int, _ y: Int) -> Bool { Self.isFlat(original, x, y) }

  /// How much of the original's detail some units have: sums of what is no mean, of the luminance. Holds for a render whose
  /// tones were changed, too.
  func detailLeft(in units: [(x: Int, y: Int)]) -> Double {
    func detail(_ image: TestJPEG.Image) -> Double {
      guard let luminance = image.components.first else { return 0 }
      return units.flatMap { Self.blocks(of: luminance, $0.x, $0.y) }.reduce(0) { sum, place in
        zip(luminance.block(place.x, place.y), luminance.quantizers).dropFirst().reduce(sum) {
          $0 + abs(Double($1.0) * Double($1.1))
        }
      }
    }
    let before = detail(original)
    return before > 0 ? detail(render) / before : 0
  }

  /// The units that a box in stored pixels touches.
  func units(touching box: PixelBox) -> [(x: Int, y: Int)] {
    let across = max(0, box.x / unitWidth)...min(columns - 1, (box.x + box.width - 1) / unitWidth)
    let down = max(0, box.y / unitHeight)...min(rows - 1, (box.y + box.height - 1) / unitHeight)
    return down.flatMap { y in across.map { (x: $0, y: y) } }
  }

  var allUnits: [(x: Int, y: Int)] {
    (0..<rows).flatMap { y in (0..<columns).map { (x: $0, y: y) } }
  }

  /// The part of a box's pixels that a kind of unit covers.
  func coverage(of box: PixelBox, by matches: (Int, Int) -> Bool) -> Double {
    var covered = 0
    for unit in units(touching: box) where matches(unit.x, unit.y) {
      let left = max(box.x, unit.x * unitWidth)
      let right = min(box.x + box.width, (unit.x + 1) * unitWidth)
      let top = max(box.y, unit.y * unitHeight)
      let bottom = min(box.y + box.height, (unit.y + 1) * unitHeight)
      covered += (right - left) * (bottom - top)
    }
    return Double(covered) / Double(box.width * box.height)
  }

  /// The different DC values of one component in the units of a box.
  func tones(in box: PixelBox, component index: Int) -> Set<Int16> {
    let component = render.components[index]
    return Set(
      units(touching: box).flatMap { unit in
        Self.blocks(of: component, unit.x, unit.y).compactMap { component.block($0.x, $0.y).first }
      })
  }

  private static func isFlat(_ image: TestJPEG.Image, _ x: Int, _ y: Int) -> Bool {
    image.components.allSatisfy { component in
      blocks(of: component, x, y).allSatisfy {
        component.block($0.x, $0.y).dropFirst().allSatisfy { $0 == 0 }
      }
    }
  }

  private static func blocks(of component: TestJPEG.Component, _ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
    let sampling = component.blocksPerUnit
    let across = (x * sampling.h)..<max(x * sampling.h, min((x + 1) * sampling.h, component.widthInBlocks))
    let down = (y * sampling.v)..<max(y * sampling.v, min((y + 1) * sampling.v, component.heightInBlocks))
    return down.flatMap { row in across.map { (x: $0, y: row) } }
  }
}

/// Short, because a failed expectation prints what it looked at, and would print every coefficient.
extension RenderedCoefficients: CustomStringConvertible, CustomReflectable {
  var description: String { "\(columns) × \(rows) units" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
