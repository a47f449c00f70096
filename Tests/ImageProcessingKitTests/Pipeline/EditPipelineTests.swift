import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a detector is asked while an edit is corrected.
@Suite struct EditPipelineTests {
  private static let box = "100,100,60,60"
  private static let place = NormalizedRect(
    x: 100.0 / 512, y: 100.0 / 512, width: 60.0 / 512, height: 60.0 / 512)

  private let folder: ScratchFolder
  private let photo: FilePath

  init() throws {
    folder = try ScratchFolder()
    photo = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
  }

  private func edit(
    _ detector: SeeingDetector, redetecting: Bool = false, _ change: (inout PlanCorrections) throws -> Void
  ) throws -> PhotoReport {
    var corrections = PlanCorrections()
    try change(&corrections)
    var outputs = OutputGuard(originals: [photo], force: false)
    return try BlurPipeline(detector: detector, settings: BlurPipeline.Settings())
      .edit(photo, corrections, detectingAnew: redetecting, guardedBy: &outputs)
  }

  /// A region that a person drew is looked at again like any other, and looking is all that the detector does.
  @Test func looksAgainAtADrawnRegion() throws {
    let detector = SeeingDetector(Self.place, looks: 1)
    let report = try edit(detector) { $0.added = [try #require(RegionBox(Self.box))] }
    #expect(report.plan.regions.map(\.id) == ["m1"])
    #expect(report.plan.regions.map(\.cells) == [4])
    #expect(report.notes.contains { $0.contains("m1") && $0.contains("4 cells") })
    #expect(report.detector == .byHand)
    let recorded = try #require(try EditSession.begin(photo).state.faceBlur)
    #expect(recorded.detector == .byHand)
    #expect(recorded.regions == report.plan.regions)
    // Once for the render of six cells, once to foretell that four will do, once for the render of four.
    #expect(detector.looks == 3)

    // What was hardened stays so until it is moved.
    let same = try edit(SeeingDetector(Self.place, looks: 0)) { $0.included = ["m1"] }
    #expect(same.plan == report.plan)
    #expect(same.notes.contains("nothing has changed, so nothing was written"))
    let moved = try edit(SeeingDetector(Self.place, looks: 0)) {
      $0.moved = [.init(id: "m1", box: try #require(RegionBox("200,200,60,60")))]
    }
    #expect(moved.plan.regions.map(\.cells) == [nil])
  }

  @Test func looksForFacesOnlyWhereItIsAskedTo() throws {
    let first = try edit(SeeingDetector(Self.place, looks: 1), redetecting: true) { _ in }
    #expect(first.plan.regions.map(\.id) == ["f1"])
    #expect(first.plan.regions.map(\.rect) == [Self.place])
    #expect(first.detector.name == "seer")
    // The other detector sees nothing anywhere, but nobody asks it for faces.
    let other = SeeingDetector(Self.place, looks: 0, name: "blind")
    let drawn = try edit(other) { $0.added = [try #require(RegionBox("300,300,60,60"))] }
    #expect(drawn.plan.regions.map(\.id) == ["f1", "m1"])
    #expect(drawn.detector.name == "seer")
    let again = try edit(other, redetecting: true) { _ in }
    #expect(again.plan.regions.map(\.id) == ["m1"])
    #expect(again.detector.name == "blind")
    #expect(again.warnings.contains { $0.hasPrefix("f1: not found again") })
  }

  /// Whoever includes a region wants it hidden, whatever the detector says of it now.
  @Test func keepsARegionThatIsIncludedWhileLookingAnew() throws {
    _ = try edit(SeeingDetector(Self.place, looks: 1), redetecting: true) { _ in }
    let again = try edit(SeeingDetector(Self.place, looks: 0), redetecting: true) { $0.included = ["f1"] }
    #expect(again.plan.applied.map(\.id) == ["f1"])
  }
}

/// Sees a face a number of times.
private final class SeeingDetector: FaceDetecting {
  let identity: DetectorIdentity
  let longestLook = 1600
  private let face: NormalizedRect
  private let looksThatSee: Int
  private(set) var looks = 0

  init(_ face: NormalizedRect, looks: Int, name: String = "seer") {
    identity = DetectorIdentity(name: name, modelSHA256: "ab", longSides: [640], threshold: 0.6)
    self.face = face
    looksThatSee = looks
  }

  func faces(in picture: PixelBuffer) throws(DetectionError) -> [DetectedFace] {
    looks += 1
    return looks <= looksThatSee ? [DetectedFace(rect: face, score: 0.9)] : []
  }
}
