import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// An edit that goes on although its original has changed: of the same picture, saved anew or turned, nothing is opened, whatever a look
/// misses.
@Suite struct ChangedOriginalPipelineTests {
  private static let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
  private static let other = NormalizedRect(x: 0.1, y: 0.7, width: 0.2, height: 0.12)

  private let folder: ScratchFolder
  private let photo: FilePath

  init() throws {
    folder = try ScratchFolder()
    photo = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
    _ = try pipeline(seeing: [Self.face, Self.other]).blur(photo)
  }

  private struct Editor {
    let pipeline: BlurPipeline

    func blur(_ photo: FilePath) throws -> PhotoReport {
      var outputs = OutputGuard(originals: [photo], force: false)
      return try pipeline.blur(photo, to: nil, guardedBy: &outputs)
    }

    func edit(_ photo: FilePath, _ corrections: PlanCorrections) throws -> PhotoReport {
      var outputs = OutputGuard(originals: [photo], force: false)
      return try pipeline.edit(photo, corrections, detectingAnew: false, guardedBy: &outputs)
    }
  }

  private func pipeline(seeing rects: [NormalizedRect]) -> Editor {
    var settings = BlurPipeline.Settings()
    settings.rebasing = true
    return Editor(pipeline: BlurPipeline(detector: SureDetector(rects), settings: settings))
  }

  private func holds(_ rects: [NormalizedRect], _ report: PhotoReport) -> Bool {
    report.applied.count == rects.count
      && rects.allSatisfy { rect in report.applied.contains { $0.rect.overlap(rect) > 0.99 } }
  }

  /// Which part of the pixels in the middle of a place is in the render what it is in the photo, or hardly another.
  private func open(_ rect: NormalizedRect) throws -> Double {
    let (before, after) = (
      try TestPhotos.pixels(of: folder.read("IMG_1234.JPG")),
      try TestPhotos.pixels(of: folder.read("IMG_E1234.JPG"))
    )
    let middle = PixelRect(covering: rect.scaled(by: 0.6), width: before.width, height: before.height)
    var same = 0
    for y in middle.y..<middle.maxY {
      for x in middle.x..<middle.maxX where abs(Int(before[x, y].green) - Int(after[x, y].green)) < 3 {
        same += 1
      }
    }
    return Double(same) / Double(middle.width * middle.height)
  }

  @Test(arguments: Orientation.allCases)
  func keepsWhatIsHiddenInAPictureThatWasTurned(orientation: Orientation) throws {
    let turned = try TestJPEG.oriented(TestPhotos.astronaut(), orientation) + [0xFF, 0xD9]
    try folder.write(turned, "IMG_1234.JPG")
    let report = try pipeline(seeing: []).blur(photo)
    #expect(holds([Self.face, Self.other].map(orientation.upright), report), "\(report.applied)")
    #expect(report.cautions.isEmpty && report.shown.isEmpty)
    for rect in [Self.face, Self.other].map(orientation.upright) { #expect(try open(rect) < 0.2) }
    #expect(
      try open(orientation.upright(fromStored: NormalizedRect(x: 0.7, y: 0, width: 0.2, height: 0.2))) == 1)
  }

  @Test func keepsItInPoorerQualityAndBesideWhatIsAdded() throws {
    let poorer = try TestJPEG.encode(
      TestPhotos.pixels(of: TestPhotos.astronaut()), TestJPEG.Kind { $0.quality = 40 })
    try folder.write(poorer, "IMG_1234.JPG")
    var corrections = PlanCorrections()
    corrections.added = [try #require(RegionBox(x: 400, y: 20, width: 60, height: 60))]
    let report = try pipeline(seeing: []).edit(photo, corrections)
    #expect(report.applied.count == 3 && report.cautions.isEmpty)
    for rect in [Self.face, Self.other] { #expect(try open(rect) < 0.2) }
  }

  @Test func tellsWhatMayBeOpenInAnotherPicture() throws {
    try folder.write(TestPhotos.graceHopper(), "IMG_1234.JPG")
    let report = try pipeline(seeing: []).blur(photo)
    #expect(report.applied.isEmpty)
    #expect(report.cautions.contains { $0.contains("2 regions may be open") }, "\(report.cautions)")
  }

  /// Somebody else who is found where a face may lie if the photo was turned says nothing of that face.
  @Test func countsAFaceAsOpenWhereOneOfItsPlacesIs() throws {
    try folder.write(
      TestJPEG.encode(TestPhotos.withoutFaces(width: 512, height: 512)), "IMG_1234.JPG")
    let report = try pipeline(seeing: [Orientation.right.upright(fromStored: Self.face)]).blur(photo)
    #expect(report.cautions.contains { $0.contains("2 regions may be open") }, "\(report.cautions)")
  }

  /// A name is of what was found in the picture that was here before.
  @Test func excludesNothingByItsNameInAnotherPicture() throws {
    try folder.write(TestPhotos.graceHopper(), "IMG_1234.JPG")
    let before = try folder.contents()
    var corrections = PlanCorrections()
    corrections.excluded = ["f1"]
    #expect(throws: FaceBlurError.self) {
      try pipeline(seeing: [Self.face, Self.other]).edit(photo, corrections)
    }
    #expect(try folder.contents() == before)
    // In the same one it is the same.
    try folder.write(TestPhotos.astronaut() + [0xFF, 0xD9], "IMG_1234.JPG")
    let report = try pipeline(seeing: [Self.other]).edit(photo, corrections)
    #expect(holds([Self.other], report), "\(report.applied)")
  }

  /// A render that somebody has changed does not say what the original was.
  @Test func tellsWhatMayBeOpenWhereTheRenderWasChanged() throws {
    try folder.write(TestPhotos.astronaut() + [0xFF, 0xD9], "IMG_1234.JPG")
    try folder.write(folder.read("IMG_E1234.JPG") + [0], "IMG_E1234.JPG")
    let report = try pipeline(seeing: []).blur(photo)
    #expect(report.cautions.contains { $0.contains("2 regions may be open") }, "\(report.cautions)")
  }

  /// A blank wall shows nothing of how it was turned.
  @Test func hidesEachPlaceThatARegionMayHave() throws {
    let wall = FilePath(
      try folder.write(
        TestJPEG.encode(PixelBuffer(width: 384, height: 256, red: 90, green: 90, blue: 90)), "wall.jpg"))
    let corner = NormalizedRect(x: 0.1, y: 0.1, width: 0.1, height: 0.15)
    _ = try pipeline(seeing: [corner]).blur(wall)
    try folder.write(folder.read("wall.jpg") + [0xFF, 0xD9], "wall.jpg")
    let report = try pipeline(seeing: []).blur(wall)
    let ways = [Orientation.up, .upMirrored, .down, .downMirrored]
    #expect(holds(ways.map { $0.upright(fromStored: corner) }, report), "\(report.applied)")
    #expect(Set(report.applied.map(\.id)).count == 4)
  }
}

/// Sees the same in every picture.
private final class SureDetector: FaceDetecting {
  let identity = DetectorIdentity(name: "sure", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  let longestLook = 640
  private let seen: [DetectedFace]

  init(_ rects: [NormalizedRect]) {
    seen = rects.map { DetectedFace(rect: $0, score: 0.9, seenBy: ["sure 1"]) }
  }

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] { seen }
}
