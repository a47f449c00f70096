import TestSupport
import Testing

@testable import ImageProcessingKit

/// Pictures of planes before the gate, part by part, as they should be and with planted faults.
@Suite struct RasterPlanesTests {
  struct Form: Sendable, CustomStringConvertible {
    let chroma: ChromaFormat
    let depth: Int

    var description: String { "\(chroma), \(depth) bits" }

    static let all = [ChromaFormat.gray, .half, .halfWidth, .full].flatMap { chroma in
      [8, 10, 12].map { Form(chroma: chroma, depth: $0) }
    }
  }

  private struct Case {
    let original: PlanarPicture
    let render: PlanarPicture
    let geometry: PhotoGeometry
    let areas: [ObscuredArea]
    let style: ObscuringStyle

    init(_ form: Form, _ style: ObscuringStyle, cells: Int? = nil) throws {
      // Odd sides, so that the last samples of colour stand for less than the others.
      let shape = PlanarShape(width: 117, height: 91, chroma: form.chroma, depth: form.depth)
      var random = SplitMix(seed: UInt64(form.depth))
      var original = PlanarPicture(shape)
      for plane in original.planes.indices {
        for place in original.planes[plane].indices {
          original.planes[plane][place] = .random(in: 0...UInt16(1 << form.depth - 1), using: &random)
        }
      }
      geometry = PhotoGeometry(
        storedWidth: 117, storedHeight: 91, orientation: .up, unitWidth: 16, unitHeight: 16)
      areas = try GatedRender.plan(GatedRender.three, style, regionCells: cells).areas(on: geometry)
      var obscurer = PlaneObscurer(areas, in: geometry, shape, with: style.obscurer)
      obscurer.take(original, x: 0, y: 0)
      obscurer.settle()
      var render = original
      obscurer.hide(in: &render, x: 0, y: 0)
      (self.original, self.render, self.style) = (original, render, style)
    }

    /// The place of the first sample of a plane that lies in an area, or in none.
    func place(_ plane: Int, inside: Bool) -> Int {
      let (size, step) = (original.shape.size(ofPlane: plane), original.shape.step(ofPlane: plane))
      return original.planes[plane].indices.first { place in
        let (x, y) = (place % size.width * step.x / 16, place / size.width * step.y / 16)
        return areas.contains { $0.contains(unitX: x, unitY: y) } == inside
      } ?? 0
    }
  }

  /// A part of a picture.
  private func cut(_ picture: PlanarPicture, _ part: PixelRect) throws -> PlanarPicture {
    let shape = picture.shape.sized(width: part.width, height: part.height)
    let planes = picture.planes.indices.map { plane in
      let (size, step) = (shape.size(ofPlane: plane), shape.step(ofPlane: plane))
      let width = picture.shape.size(ofPlane: plane).width
      return (0..<size.height).flatMap { y in
        let start = (part.y / step.y + y) * width + part.x / step.x
        return picture.planes[plane][start..<start + size.width]
      }
    }
    return try #require(PlanarPicture(shape, planes: planes))
  }

  private static let whole = PixelRect(x: 0, y: 0, width: 117, height: 91)

  /// What the gate has against a picture.
  private func refusal(
    _ picture: PlanarPicture, of test: Case, alone: Bool = false, parts: [PixelRect] = [whole],
    leavesOut: Bool = false
  ) throws -> FaceBlurError? {
    var check = try RasterPlanes(
      test.geometry, picture.shape, test.areas, test.style, hasOriginal: !alone)
    do throws(FaceBlurError) {
      for part in parts {
        if leavesOut, check.interest(in: part) == .none {
          try check.leaveOut(
            picture.shape.sized(width: part.width, height: part.height), x: part.x, y: part.y)
          continue
        }
        guard let shown = try? cut(picture, part), let before = try? cut(test.original, part) else {
          throw .emptyPhoto
        }
        try check.take(shown, against: alone ? nil : before, x: part.x, y: part.y)
      }
      try check.prove()
      return nil
    } catch {
      return error
    }
  }

  private func parts(_ width: Int, _ height: Int) -> [PixelRect] {
    stride(from: 0, to: 91, by: height).flatMap { y in
      stride(from: 0, to: 117, by: width).map { x in
        PixelRect(x: x, y: y, width: min(width, 117 - x), height: min(height, 91 - y))
      }
    }
  }

  @Test(arguments: Form.all, ObscuringStyle.allCases)
  func passesWhatTheStyleMakes(form: Form, style: ObscuringStyle) throws {
    for cells in [nil, 0] {
      let test = try Case(form, style, cells: cells)
      #expect(try refusal(test.render, of: test) == nil)
      #expect(try refusal(test.render, of: test, alone: true) == nil)
    }
  }

  @Test(arguments: Form.all, ObscuringStyle.allCases)
  func refusesOneOtherSample(form: Form, style: ObscuringStyle) throws {
    let test = try Case(form, style)
    for plane in test.render.planes.indices {
      for isInside in [true, false] {
        var picture = test.render
        // By more than what is left to the rounding.
        picture.planes[plane][test.place(plane, inside: isInside)] ^= 2
        #expect(try refusal(picture, of: test) == (isInside ? .leakingRegion : .changedOutside))
        if isInside {
          #expect(try (refusal(picture, of: test, alone: true) == nil) == (style == .smoothPixelate))
        }
      }
    }
    #expect(try refusal(test.original, of: test) == .leakingRegion)
  }

  @Test(arguments: ObscuringStyle.allCases)
  func takesPartsInAnyOrder(style: ObscuringStyle) throws {
    for form in Form.all {
      let test = try Case(form, style)
      for parts in [parts(48, 32), parts(6, 91), parts(64, 64).reversed()] {
        for leavesOut in [false, true] {
          #expect(try refusal(test.render, of: test, parts: parts, leavesOut: leavesOut) == nil)
          #expect(
            try refusal(test.original, of: test, parts: parts, leavesOut: leavesOut) == .leakingRegion)
        }
        #expect(try refusal(test.render, of: test, parts: parts.dropLast()) == .otherShape)
        #expect(try refusal(test.render, of: test, parts: parts + parts.prefix(1)) == .otherShape)
      }
    }
  }

  /// What lies beside an area counts, wherever it comes from.
  @Test func asksForWhatAnAreaShows() throws {
    let test = try Case(Form(chroma: .half, depth: 8), .mosaic)
    let fill = try Case(Form(chroma: .half, depth: 8), .fill)
    for part in parts(16, 16) {
      for test in [test, fill] {
        let check = try RasterPlanes(
          test.geometry, test.render.shape, test.areas, test.style, hasOriginal: true)
        let isInside = test.areas.contains { $0.contains(unitX: part.x / 16, unitY: part.y / 16) }
        let isBeside = test.areas.contains { $0.isBeside(unitX: part.x / 16, unitY: part.y / 16) }
        #expect((check.interest(in: part) == .areas) == isInside)
        #expect(
          (check.interest(in: part) == .surroundings) == (!isInside && isBeside && test.style == .mosaic))
        var other = check
        let shape = test.render.shape.sized(width: part.width, height: part.height)
        let isLeftOut: Void? = try? other.leaveOut(shape, x: part.x, y: part.y)
        #expect((isLeftOut != nil) == (check.interest(in: part) == .none))
      }
    }
  }

  @Test func refusesPartsThatDoNotFit() throws {
    let test = try Case(Form(chroma: .half, depth: 8), .mosaic)
    let check = try RasterPlanes(
      test.geometry, test.render.shape, test.areas, test.style, hasOriginal: true)
    for (shape, x, y) in [
      (PlanarShape(width: 16, height: 16, chroma: .full, depth: 8), 0, 0),
      (PlanarShape(width: 16, height: 16, chroma: .half, depth: 10), 0, 0),
      (PlanarShape(width: 15, height: 16, chroma: .half, depth: 8), 0, 0),
      (PlanarShape(width: 16, height: 16, chroma: .half, depth: 8), 1, 0),
      (PlanarShape(width: 16, height: 16, chroma: .half, depth: 8), 104, 0),
      (PlanarShape(width: 16, height: 16, chroma: .half, depth: 8), -2, 0),
    ] {
      var other = check
      #expect(throws: FaceBlurError.otherShape) {
        try other.take(PlanarPicture(shape), against: nil, x: x, y: y)
      }
    }
    #expect(throws: FaceBlurError.otherShape) {
      _ = try RasterPlanes(
        test.geometry, test.render.shape.sized(width: 116, height: 91), test.areas, .mosaic, hasOriginal: true
      )
    }
  }

  /// The numbers of the writer, to the last of their 256ths.
  @Test(arguments: [8, 10, 12])
  func reckonsWithWholeNumbers(depth: Int) throws {
    let plan = try GatedRender.plan([NormalizedRect(x: 0.4, y: 0.4, width: 0.1, height: 0.1)], cells: 1)
    let geometry = PhotoGeometry(
      storedWidth: 24, storedHeight: 24, orientation: .up, unitWidth: 8, unitHeight: 8)
    let area = try #require(plan.areas(on: geometry).first)
    var random = SplitMix(seed: 8)
    let step = 256 >> (depth - 8)
    for _ in 0..<2000 {
      let count = Int.random(in: 1...64, using: &random)
      let sum = Int.random(in: 0...count * (1 << depth - 1), using: &random)
      var expected = ExpectedSurroundings(area, .gray, isTextured: false, size: (24, 24))
      expected.take(sum: Double(sum), of: Double(count), component: 0, unitX: 0, unitY: 1)
      let gate = expected.values(zero: 0, steps: [65_280], divisor: Double(255 << (depth - 8)))
      let writer = SurroundingTones(of: area, colors: .gray).tones(isTextured: false, size: (24, 24)) {
        _, x, y in
        x == 0 && y == 1 ? min((sum * step + count / 2) / count, 65_280) : nil
      }
      #expect(gate[0].map { $0 ?? 128 } == writer[0].values)
    }
  }
}
