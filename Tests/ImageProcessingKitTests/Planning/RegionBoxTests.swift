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
}
