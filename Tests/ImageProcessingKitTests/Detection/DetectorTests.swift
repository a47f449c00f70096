import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite(.serialized) struct DetectorTests {
  private func covers(_ faces: [DetectedFace], _ box: PixelBox, in picture: PixelBuffer) -> Bool {
    let wanted = box.normalized(width: picture.width, height: picture.height)
    return faces.contains { $0.rect.scaled(by: 1.3).intersection(wanted).area >= 0.8 * wanted.area }
  }

  @Test func yuNetFindsEveryFaceOnceAndNothingElse() throws {
    let group = try TestPhotos.group(columns: 3, rows: 2)
    let detector = try NetworkDetector(networks: [.yunet])
    let faces = try detector.faces(in: group.picture)
    #expect(faces.count == group.faces.count)
    for box in group.faces { #expect(covers(faces, box, in: group.picture)) }
    #expect(detector.identity.name == "yunet" && detector.identity.modelSHA256 == Model.yuNet.sha256)
  }

  /// One scale alone loses faces at either end.
  @Test func yuNetFindsLargeAndSmallFacesInOnePicture() throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.graceHopper())
    var picture = TestPhotos.withoutFaces(width: 1600, height: 1200)
    let small = AreaResampler.shrink(portrait, extent: (512, 600), width: 51, height: 60)
    picture.paste(portrait, x: 100, y: 100)
    picture.paste(small, x: 1200, y: 900)
    let faces = try NetworkDetector(networks: [.yunet]).faces(in: picture)
    #expect(covers(faces, PixelBox(x: 279, y: 222, width: 175, height: 210), in: picture))
    #expect(covers(faces, PixelBox(x: 1218, y: 912, width: 17, height: 21), in: picture))
  }

  @Test func haarFindsFrontalFaces() throws {
    let group = try TestPhotos.group()
    let faces = try HaarDetector().faces(in: group.picture)
    for box in group.faces { #expect(covers(faces, box, in: group.picture)) }
  }

  @Test func findsNothingWhereThereIsNoFace() throws {
    #expect(
      try NetworkDetector(networks: [.yunet]).faces(in: TestPhotos.withoutFaces()).isEmpty)
    #expect(try HaarDetector().faces(in: TestPhotos.withoutFaces()).isEmpty)
  }

  @Test(arguments: [(1, 1), (20, 20), (3000, 15), (15, 3000)])
  func acceptsPicturesOfAnyShape(width: Int, height: Int) throws {
    _ = try NetworkDetector(networks: [.yunet]).faces(
      in: TestPhotos.withoutFaces(width: width, height: height))
    _ = try HaarDetector().faces(in: TestPhotos.withoutFaces(width: width, height: height))
  }

  @Test func findsTheSameWithAnyNumberOfThreads() throws {
    let picture = try TestPhotos.group().picture
    let detector = try NetworkDetector(networks: [.yunet], threshold: 0.1)
    try DetectionShim.setThreadCount(1)
    let alone = try detector.faces(in: picture)
    try DetectionShim.setThreadCount(2)
    #expect(try detector.faces(in: picture) == alone)
    #expect(!alone.isEmpty)
    #expect(throws: FaceBlurError.self) { try DetectionShim.setThreadCount(0) }
  }

  @Test func keepsTheSurestOfOverlappingBoxesAndEveryNeighbour() {
    func face(_ x: Double, _ score: Double) -> FaceCandidate {
      FaceCandidate(rect: NormalizedRect(x: x, y: 0.2, width: 0.2, height: 0.2), score: score)
    }
    let merged = [face(0.1, 0.7), face(0.11, 0.9), face(0.25, 0.8)].merged(overlap: 0.3)
    #expect(merged == [face(0.11, 0.9), face(0.25, 0.8)])
  }
}
