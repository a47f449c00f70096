import Testing

@testable import ImageProcessingKit

/// What a frame shows in place of faces.
@Suite struct FrameHiderTests {
  static let shapes = [
    PlanarShape(width: 64, height: 48, chroma: .half, depth: 8),
    PlanarShape(width: 63, height: 47, chroma: .half, depth: 8),
    PlanarShape(width: 63, height: 48, chroma: .halfWidth, depth: 10),
    PlanarShape(width: 40, height: 33, chroma: .full, depth: 12),
    PlanarShape(width: 40, height: 33, chroma: .gray, depth: 8),
  ]

  private static func hider(_ shape: PlanarShape, _ orientation: Orientation = .up) -> FrameHider {
    FrameHider(shape, orientation)
  }

  private static func frame(_ shape: PlanarShape, seed: Int) -> PlanarPicture {
    var picture = PlanarPicture(shape)
    for plane in picture.planes.indices {
      for place in picture.planes[plane].indices {
        picture.planes[plane][place] = UInt16(
          (place * 7 + seed * place * place + plane * 31) % (1 << shape.depth))
      }
    }
    return picture
  }

  private static func plan(_ rects: [NormalizedRect]) -> RegionPlan {
    RegionPlan(
      regions: rects.enumerated().map { index, rect in
        PlannedRegion(id: "t\(index + 1)", rect: rect, score: nil, origin: .detected)
      }, strength: .default)
  }

  private static let faces = [
    NormalizedRect(x: 0.2, y: 0.25, width: 0.2, height: 0.3),
    NormalizedRect(x: 0.8, y: 0.7, width: 0.4, height: 0.5),
  ]

  /// The pixels that areas cover, plane by plane.
  private static func isHidden(_ shape: PlanarShape, _ plane: Int, _ place: Int, _ areas: [ObscuredArea])
    -> Bool
  {
    let (size, step) = (shape.size(ofPlane: plane), shape.step(ofPlane: plane))
    let unit = shape.chroma.step
    let (x, y) = (place % size.width * step.x / unit.x, place / size.width * step.y / unit.y)
    return areas.contains { $0.contains(unitX: x, unitY: y) }
  }

  @Test(arguments: shapes, Orientation.allCases)
  func changesWhatIsHiddenAlone(_ shape: PlanarShape, _ orientation: Orientation) throws {
    let hider = Self.hider(shape, orientation)
    let plan = Self.plan(Self.faces)
    let areas = plan.areas(on: hider.geometry)
    let before = Self.frame(shape, seed: 3)
    var bytes = before.bytes
    try hider.hide(plan, in: &bytes)
    let after = try #require(PlanarPicture(shape, bytes: bytes))
    var changed = 0
    for plane in before.planes.indices {
      for place in before.planes[plane].indices {
        if Self.isHidden(shape, plane, place, areas) {
          changed += before.planes[plane][place] == after.planes[plane][place] ? 0 : 1
        } else {
          #expect(before.planes[plane][place] == after.planes[plane][place])
        }
      }
    }
    #expect(changed > 100)
  }

  /// Whatever a region hides, the frame is the same to the last byte: there is nothing in it to add up over a film.
  @Test(arguments: shapes)
  func tellsNothingOfWhatItHides(_ shape: PlanarShape) throws {
    let hider = Self.hider(shape)
    let plan = Self.plan(Self.faces)
    let areas = plan.areas(on: hider.geometry)
    let (one, other) = (Self.frame(shape, seed: 3), Self.frame(shape, seed: 11))
    var mixed = one
    for plane in one.planes.indices {
      for place in one.planes[plane].indices where Self.isHidden(shape, plane, place, areas) {
        mixed.planes[plane][place] = other.planes[plane][place]
      }
    }
    #expect(mixed != one)
    var (first, second) = (one.bytes, mixed.bytes)
    try hider.hide(plan, in: &first)
    try hider.hide(plan, in: &second)
    #expect(first == second)
  }

  /// A part of the frame is hidden as the whole would be.
  @Test(arguments: shapes)
  func hidesAsThePhotosOfItWould(_ shape: PlanarShape) throws {
    let hider = Self.hider(shape)
    let plan = Self.plan(Self.faces)
    var whole = Self.frame(shape, seed: 5)
    var bytes = whole.bytes
    try hider.hide(plan, in: &bytes)
    let areas = plan.areas(on: hider.geometry)
    var obscurer = PlaneObscurer(areas, in: hider.geometry, shape, with: plan.strength.style.obscurer)
    obscurer.take(whole, x: 0, y: 0)
    obscurer.settle()
    obscurer.hide(in: &whole, x: 0, y: 0)
    #expect(whole.bytes == bytes)
  }

  @Test func leavesAFrameWithoutFacesAlone() throws {
    let shape = Self.shapes[0]
    let before = Self.frame(shape, seed: 3).bytes
    var bytes = before
    try Self.hider(shape).hide(Self.plan([]), in: &bytes)
    #expect(bytes == before)
  }
}
