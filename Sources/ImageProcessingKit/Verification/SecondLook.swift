/// Looks with the detector at each obscured region of a finished render: now and then six cells still make a face.
public struct SecondLook {
  private let detector: any FaceDetecting
  private let picture: PixelBuffer

  /// - Parameters:
  ///   - detector: what found the faces.
  ///   - picture: the picture they were found in. The regions of the render are drawn into it; outside them the gate
  ///     has proven that the render is the same.
  public init(detector: any FaceDetecting, picture: PixelBuffer) {
    self.detector = detector
    self.picture = picture
  }

  /// What comes after a number of cells where a face is still seen; 0 is a gray fill.
  private static let steps = [4, 3, 2, 0]

  /// - Parameters:
  ///   - colors: what the gate read from the render's areas; nil where it cannot tell.
  ///   - render: the file as it was written.
  /// - Returns: the plan with fewer cells for each region in which a face is still seen; nil where none is.
  func strongerPlan(
    than plan: RegionPlan, on geometry: PhotoGeometry, colors: [[CellColor]]?, in render: [UInt8]
  ) throws(DetectionError) -> RegionPlan? {
    let regions = plan.applied.filter { $0.cells != 0 && plan.strength.style != .fill }
    let places = regions.map {
      geometry.uprightRect(of: geometry.units(covering: $0.rect.scaled(by: plan.strength.reach)))
    }
    guard places.contains(where: { detector.couldSeeObscured($0, in: picture) }) else { return nil }
    guard let shown = shown(plan.areas(on: geometry), of: geometry, colors, in: render) else { return nil }
    let seen = try detector.seesFaces(in: shown, at: places)
    guard seen.contains(true) else { return nil }
    var stronger = plan
    for (region, isSeen) in zip(regions, seen) where isSeen {
      guard let index = stronger.regions.firstIndex(where: { $0.id == region.id }) else { continue }
      let cells = region.cells ?? plan.strength.cells
      stronger.regions[index].cells = Self.steps.first { $0 < cells } ?? 0
    }
    return stronger
  }

  /// The render at the picture's size.
  private func shown(
    _ areas: [ObscuredArea], of geometry: PhotoGeometry, _ colors: [[CellColor]]?, in render: [UInt8]
  ) -> PixelBuffer? {
    guard let colors else {
      return try? PhotoFormat.open(render, limits: .none).displayImage(
        fitting: max(picture.width, picture.height)
      )
      .pixels
    }
    var shown = picture
    for (area, cells) in zip(areas, colors) { shown.paint(area, of: geometry, with: cells) }
    return shown
  }
}

/// What one cell of a render's area shows.
struct CellColor: Sendable, Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

extension CellColor {
  init(_ pixel: (red: UInt8, green: UInt8, blue: UInt8)) {
    self.init(red: pixel.red, green: pixel.green, blue: pixel.blue)
  }

  /// JFIF's YCbCr (JFIF 1.02, page 3), or a gray.
  init(samples: [Double]) {
    let luma = samples.first ?? 128
    let blueness = samples.count == 3 ? samples[1] - 128 : 0
    let redness = samples.count == 3 ? samples[2] - 128 : 0
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    self.init(
      red: byte(luma + 1.402 * redness), green: byte(luma - 0.344136 * blueness - 0.714136 * redness),
      blue: byte(luma + 1.772 * blueness))
  }
}

extension PixelBuffer {
  /// Paints the cells of an area, as a picture at this size shows them: pixels at an edge are mixed.
  fileprivate mutating func paint(_ area: ObscuredArea, of geometry: PhotoGeometry, with cells: [CellColor]) {
    let place = geometry.uprightRect(of: area.bounds)
    let columns = Int(place.x * Double(width))..<min(width, Int((place.maxX * Double(width)).rounded(.up)))
    let rows = Int(place.y * Double(height))..<min(height, Int((place.maxY * Double(height)).rounded(.up)))
    for y in rows {
      for x in columns {
        var sum = (red: 0, green: 0, blue: 0)
        for part in 0..<4 {
          let point = geometry.unitPoint(
            uprightX: (Double(x) + (part & 1 == 0 ? 0.25 : 0.75)) / Double(width),
            uprightY: (Double(y) + (part & 2 == 0 ? 0.25 : 0.75)) / Double(height))
          let shown =
            area.contains(unitX: Int(point.x), unitY: Int(point.y))
            ? cells[area.cell(unitX: Int(point.x), unitY: Int(point.y))] : CellColor(self[x, y])
          sum = (sum.red + Int(shown.red), sum.green + Int(shown.green), sum.blue + Int(shown.blue))
        }
        self[x, y] = (UInt8((sum.red + 2) / 4), UInt8((sum.green + 2) / 4), UInt8((sum.blue + 2) / 4))
      }
    }
  }
}
