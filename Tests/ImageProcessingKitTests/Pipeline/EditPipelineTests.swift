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

  /// Of a region that a person drew, the detector says what it sees beside it, and that is all it does.
  @Test func looksAgainAtADrawnRegion() throws {
    let blind = SeeingDetector(Self.place, looks: 0, name: "blind")
    _ = try edit(blind) { $0.added = [try #require(RegionBox("300,300,60,60"))] }
    var beside = Self.place
    beside.x += beside.width
    let detector = SeeingDetector(beside, looks: 1)
    let report = try edit(detector) { $0.added = [try #require(RegionBox(Self.box))] }
    #expect(report.regions.map(\.id) == ["m2", "m1"])
    #expect(report.regions.allSatisfy { $0.rect.width == Self.place.width })
    #expect(report.warnings.contains { $0.contains("seen beside m2, which was drawn by hand") })
    #expect(report.detector.name == "blind")
    let recorded = try #require(try EditSession.begin(photo).state.faceBlur)
    #expect(recorded.detector.name == "blind")
    #expect(recorded.regions == report.regions)
    #expect(detector.looks == 1)

    let same = try edit(SeeingDetector(Self.place, looks: 0)) { $0.included = ["m2"] }
    #expect(same.plan == report.plan)
    #expect(same.notes.contains("nothing has changed, so nothing was written"))
    let moved = try edit(SeeingDetector(Self.place, looks: 0)) {
      $0.moved = [.init(id: "m2", box: try #require(RegionBox("200,200,60,60")))]
    }
    #expect(moved.regions.map(\.cells) == [nil, nil])
  }

  @Test func looksForFacesOnlyWhereItIsAskedTo() throws {
    // Where nobody has looked yet, it goes without saying.
    let first = try edit(SeeingDetector(Self.place, looks: 1)) { _ in }
    #expect(first.regions.map(\.id) == ["f1"])
    #expect(first.regions.map(\.rect) == [Self.place])
    #expect(first.detector.name == "seer")
    // The other detector sees nothing anywhere, but nobody asks it for faces.
    let other = SeeingDetector(Self.place, looks: 0, name: "blind")
    let drawn = try edit(other) { $0.added = [try #require(RegionBox("300,300,60,60"))] }
    #expect(drawn.regions.map(\.id) == ["f1", "m1"])
    #expect(drawn.detector.name == "seer")
    let again = try edit(other, redetecting: true) { _ in }
    #expect(again.regions.map(\.id) == ["f1", "m1"])
    #expect(again.detector.name == "blind")
    #expect(again.kept.notFoundAgain == ["f1"] && again.kept.drawn == ["m1"])
  }

  /// The picture is decoded beside the render, and what both warn of stands where the picture's warnings stand.
  @Test func saysOnceWhatPictureAndRenderWarnOf() throws {
    var settings = BlurPipeline.Settings()
    settings.reader = .wrapping { WarningPhoto(photo: $0) }
    var outputs = OutputGuard(originals: [photo], force: false)
    let pipeline = BlurPipeline(detector: SeeingDetector(Self.place, looks: 1), settings: settings)
    let blurred = try pipeline.blur(photo, to: nil, guardedBy: &outputs)
    #expect(blurred.warnings == ["both", "the picture", "the render"])

    var corrections = PlanCorrections()
    corrections.added = [try #require(RegionBox("300,300,60,60"))]
    var others = OutputGuard(originals: [photo], force: false)
    let edited = try BlurPipeline(detector: SeeingDetector(Self.place, looks: 0), settings: settings)
      .edit(photo, corrections, detectingAnew: false, guardedBy: &others)
    #expect(edited.warnings == ["both", "the picture", "the render"])
  }

  @Test func forgetsOnlyWhereItIsTold() throws {
    _ = try edit(SeeingDetector(Self.place, looks: 1)) {
      $0.added = [try #require(RegionBox("300,300,60,60"))]
    }
    var settings = BlurPipeline.Settings()
    settings.forgets = true
    var outputs = OutputGuard(originals: [photo], force: false)
    let elsewhere = SeeingDetector(NormalizedRect(x: 0.7, y: 0.7, width: 0.1, height: 0.1), looks: 1)
    let report = try BlurPipeline(detector: elsewhere, settings: settings)
      .blur(photo, to: nil, guardedBy: &outputs)
    #expect(report.regions.map(\.id) == ["f1"])
    #expect(report.shown == ["f1", "m1"] && report.kept.isEmpty)
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

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    looks += 1
    return looks <= looksThatSee ? [DetectedFace(rect: face, score: 0.9)] : []
  }
}

/// A photo that is warned of, when its picture is decoded and when it is rendered.
private struct WarningPhoto: WrappedPhoto {
  let photo: any EditablePhoto

  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    var image = try photo.displayImage(fitting: longSide)
    image.warnings += ["both", "the picture"]
    return image
  }

  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var summary = try photo.renderUnproven(areas, with: obscurer, options: options, into: sink)
    summary.warnings += ["the render", "both"]
    return summary
  }
}
