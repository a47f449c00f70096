import Testing

@testable import ImageProcessingKit

@Suite struct RegionBoxTests {
  private let geometry = PhotoGeometry(
    storedWidth: 400, storedHeight: 200, orientation: .up, unitWidth: 16, unitHeight: 16)

  @Test(arguments: [
    ("40,20,80,50", NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.25)),
    ("10%,10%,20%,25%", NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.25)),
    // What reaches beyond the picture is kept, as of a detected face.
    ("-40,-20,80,50", NormalizedRect(x: -0.1, y: -0.1, width: 0.2, height: 0.25)),
    ("399.5,199.5,10,10", NormalizedRect(x: 399.5 / 400, y: 199.5 / 200, width: 0.025, height: 0.05)),
  ])
  func liesInThePicture(_ text: String, _ expected: NormalizedRect) throws {
    let box = try #require(RegionBox(text))
    #expect(try box.rect(in: geometry.frame) == expected)
    #expect(box.description == text)
  }

  /// A photo that stands upright is measured as it stands.
  @Test func isMeasuredUpright() throws {
    let turned = PhotoGeometry(
      storedWidth: 200, storedHeight: 400, orientation: .right, unitWidth: 16, unitHeight: 16)
    let box = try #require(RegionBox("40,20,80,50"))
    #expect(try box.rect(in: turned.frame) == box.rect(in: geometry.frame))
  }

  @Test(arguments: [
    "", "1", "1,2,3", "1,2,3,4,5", "1,2,,4", "a,b,c,d", "1,2,0,4", "1,2,3,0", "1,2,-3,4", "1,2,3,-4",
    "nan,2,3,4",
    "1,2,inf,4", "1,2,1e999,4", "1%,2,3,4", "1%,2%,3%,4", "%,%,%,%", "1%%,2%,3%,4%", "1,2,3,4%",
  ])
  func isNothingElse(_ text: String) {
    #expect(RegionBox(text) == nil)
  }

  @Test(arguments: [
    "400,0,10,10", "0,200,10,10", "-10,0,10,10", "0,-10,10,10", "100%,0%,5%,5%", "0%,-5%,5%,5%",
    "0,0,6401,10",
    "1e300,0,1,1", "0,0,1,1e300",
  ])
  func refusesABoxThatIsNotInThePicture(_ text: String) throws {
    let box = try #require(RegionBox(text))
    #expect(throws: FaceBlurError.boxOutside(box, width: 400, height: 200)) {
      try box.rect(in: geometry.frame)
    }
  }

  /// It would be taken for a hidden face, and hide nothing.
  @Test(arguments: [
    "100,100,1e-300,1e-300", "100,100,1e-300,50", "100,100,80,1e-300", "100,100,0.49,50", "100,100,50,0.49",
    "0%,0%,1e-200%,5%", "399.6,20,10,10", "20,-10,10,10.4",
  ])
  func refusesABoxOfNoSize(_ text: String) throws {
    let box = try #require(RegionBox(text))
    #expect(throws: FaceBlurError.boxTooSmall(box, width: 400, height: 200)) {
      try box.rect(in: geometry.frame)
    }
  }

  /// The smallest box hides the whole units that it touches, wherever it lies.
  @Test(arguments: ["0,0,0.5,0.5", "399.5,199.5,0.5,0.5", "100.7,100.7,0.5,0.5", "15.75,15.75,0.5,0.5"])
  func hidesWholeUnits(_ text: String) throws {
    for (width, height) in [(1, 1), (8, 8), (16, 16)] {
      let geometry = PhotoGeometry(
        storedWidth: 400, storedHeight: 200, orientation: .up, unitWidth: width, unitHeight: height)
      let box = try #require(RegionBox(text))
      var corrections = PlanCorrections()
      corrections.added = [box]
      let strength = try #require(ObscuringStrength(style: .fill, margin: 1))
      let plan = try RegionPlan(regions: [], strength: strength).corrected(
        by: corrections, in: geometry.frame)
      let area = try #require(plan.areas(on: geometry).first)
      for x in [box.x, box.x + 0.49] {
        for y in [box.y, box.y + 0.49] {
          #expect(area.contains(unitX: Int(x) / width, unitY: Int(y) / height))
        }
      }
    }
  }
}
