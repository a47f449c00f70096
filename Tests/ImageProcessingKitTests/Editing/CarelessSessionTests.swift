import Foundation
import Glibc
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Programs that hand the library what no command would: nothing is shown for it, and nothing traps.
@Suite struct CarelessSessionTests {
  private let folder: ScratchFolder
  private let path: FilePath
  private static let face = NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22)
  private static let drawn = NormalizedRect(x: 0.05, y: 0.7, width: 0.1, height: 0.1)

  init() throws {
    folder = try ScratchFolder()
    path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
  }

  private func region(
    _ id: String, _ rect: NormalizedRect, _ origin: PlannedRegion.Origin = .detected,
    _ state: PlannedRegion.State = .applied
  ) -> PlannedRegion {
    PlannedRegion(id: id, rect: rect, score: nil, origin: origin, state: state)
  }

  private func hiding(_ regions: PlannedRegion...) -> Adjustment {
    let plan = RegionPlan(regions: regions, strength: .default)
    return .faceBlur(FaceBlurAdjustment(plan, foundBy: OneFaceDetector().identity))
  }

  private func edit(
    with options: EditSession.Options = .init(), reverting: Bool = false,
    lookingAgain look: SecondLook? = nil,
    force: Bool = false, to target: FilePath? = nil, meanwhile: () throws -> Void = {},
    _ adjustments: Adjustment...
  ) throws -> CommittedEdit {
    var session =
      try reverting ? EditSession.beginReverting(path, options) : EditSession.begin(path, options)
    for adjustment in adjustments { session.apply(adjustment) }
    try meanwhile()
    var outputs = OutputGuard(originals: [path], force: force)
    return try session.finish(
      to: target.map { .init(target: $0) }, lookingAgain: look, guardedBy: &outputs)
  }

  private func expect(
    _ kind: FaceBlurError.Kind, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) throws {
    let before = try folder.contents()
    do {
      try body()
      Issue.record("it was done", sourceLocation: sourceLocation)
    } catch let error as FaceBlurError {
      #expect(error.kind == kind, "\(error)", sourceLocation: sourceLocation)
    }
    #expect(try folder.contents() == before, sourceLocation: sourceLocation)
  }

  @Test func opensNothingThatTheRecordHides() throws {
    _ = try edit(hiding(region("f1", Self.face), region("m1", Self.drawn, .manual)))
    let sepia = Adjustment.tone(ToneAdjustment(ToneFilters(sepia: 0.3)))
    try expect(.wouldShow) { _ = try edit(hiding(region("f1", Self.face))) }
    try expect(.wouldShow) { _ = try edit(hiding(), sepia) }
    // Said by name, once of the region and once of the session.
    let excluded = try edit(
      hiding(region("f1", Self.face), region("m1", Self.drawn, .manual, .excluded)))
    #expect(excluded.plan.applied.map(\.id) == ["f1"])
    var options = EditSession.Options()
    options.showsUnhidden = true
    #expect(try edit(with: options, hiding(), sepia).plan.applied.isEmpty)
  }

  @Test func opensNothingThatAPersonDrewInAnOriginalThatHasChanged() throws {
    _ = try edit(hiding(region("f1", Self.face), region("m1", Self.drawn, .manual)))
    try folder.write(TestPhotos.astronaut() + [0], "IMG_1234.JPG")
    var options = EditSession.Options()
    options.rebasing = true
    try expect(.wouldShow) { _ = try edit(with: options, hiding(region("f1", Self.face))) }
    // Wherever it may lie in the photo that is there now.
    var session = try EditSession.begin(path, options)
    session.apply(hiding(region("f1", Self.face)))
    let shown = session.shownRegions
    #expect(!shown.isEmpty && shown.allSatisfy { $0.origin == .manual })
    let plan = RegionPlan(regions: [region("f1", Self.face)] + shown, strength: .default)
    session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: OneFaceDetector().identity)))
    var outputs = OutputGuard(originals: [path])
    let kept = try session.finish(lookingAgain: nil, guardedBy: &outputs)
    #expect(kept.plan.applied.count == 1 + shown.count)
  }

  @Test func rendersNothingWhereTheEditIsTakenBack() throws {
    _ = try edit(hiding(region("f1", Self.face)))
    try expect(.refused) { _ = try edit(reverting: true, hiding(region("f2", Self.drawn))) }
  }

  @Test func rendersNothingWhereNobodyHasLooked() throws {
    let nobody = FaceBlurAdjustment(RegionPlan(regions: [], strength: .default), foundBy: .byHand)
    try expect(.nobodyLooked) {
      _ = try edit(.faceBlur(nobody), .tone(ToneAdjustment(ToneFilters(sepia: 0.3))))
    }
  }

  private static let rects: [(Double, Double, Double, Double)] = [
    (.nan, 0.1, 0.2, 0.2), (0.1, 0.1, .nan, 0.2), (.infinity, 0.1, 0.2, 0.2), (0.1, 0.1, .infinity, 0.2),
    (0.1, 0.1, -0.2, 0.2), (0.1, 0.1, 0, 0), (1, 0.1, 0.2, 0.2), (-99, 0.1, 99.5, 0.2),
  ]

  @Test(arguments: [true, false])
  func rendersNoRegionThatNoRecordMayHold(isRecorded: Bool) throws {
    var options = EditSession.Options()
    if !isRecorded { options.record = .none }
    for (x, y, width, height) in Self.rects {
      let rect = NormalizedRect(x: x, y: y, width: width, height: height)
      try expect(.invalidArgument) { _ = try edit(with: options, hiding(region("f1", rect))) }
    }
    try expect(.invalidArgument) {
      _ = try edit(with: options, hiding(region("f1", Self.face), region("f1", Self.drawn)))
    }
    var cells = region("f1", Self.face)
    cells.cells = .min
    try expect(.invalidArgument) { _ = try edit(with: options, hiding(cells)) }
    try expect(.invalidArgument) {
      _ = try edit(
        with: options, hiding(region("f1", Self.face)), .tone(ToneAdjustment(ToneFilters(sepia: .nan))))
    }
  }

  @Test func whatIsNoNumberHidesAllOfThePicture() {
    let whole = NormalizedRect(x: 0, y: 0, width: 1, height: 1)
    for (x, width) in [(Double.nan, 1.0), (-.infinity, .infinity)] {
      let rect = NormalizedRect(x: x, y: 0, width: width, height: 1)
      #expect(rect.clampedToPicture() == whole)
    }
  }

  @Test func aPictureWhoseSizeOverflowsIsNone() {
    #expect(PixelBuffer(width: .max, height: 2, bytes: []) == nil)
    #expect(PixelBuffer(width: .max, height: .max, bytes: [1, 2, 3]) == nil)
  }

  @Test func doesNotLookAgainAtAnotherPicture() throws {
    let other = try #require(PixelBuffer(width: 3, height: 1, bytes: Array(repeating: 0, count: 9)))
    let look = SecondLook(detector: OneFaceDetector(), picture: other)
    try expect(.invalidArgument) { _ = try edit(lookingAgain: look, hiding(region("f1", Self.face))) }
  }

  @Test func commitsNothingWhereTheOriginalIsNotThereAnyMore() throws {
    let original = folder.path("IMG_1234.JPG")
    let changes: [() throws -> Void] = [
      { try FileManager.default.removeItem(atPath: original) },
      { try self.folder.write(TestPhotos.graceHopper(), "IMG_1234.JPG") },
    ]
    for change in changes {
      #expect(throws: FaceBlurError.self) {
        _ = try edit(meanwhile: change, hiding(region("f1", Self.face)))
      }
      #expect(try folder.contents().keys.allSatisfy { $0 == "IMG_1234.JPG" })
      try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    }
  }

  @Test func noDeviceAndNoOriginalThatWasSavedMeanwhileGivesWay() throws {
    let pipe = folder.path("pipe.jpg")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: FaceBlurError.self) {
      try edit(force: true, to: FilePath(pipe), hiding(region("f1", Self.face)))
    }
    #expect(FilePath(pipe).isSpecial && FilePath("/dev/null").isSpecial)
    let other = FilePath(try folder.write(TestPhotos.graceHopper(), "other.jpg"))
    let outputs = OutputGuard(originals: [other], force: true)
    // As editors save: the new file gets the name.
    try folder.write(TestPhotos.astronaut(), "new.jpg")
    try #require(rename(folder.path("new.jpg"), other.description) == 0)
    #expect(throws: FaceBlurError.self) { try outputs.refuseOriginals(other) }
  }
}

/// Detectors of other programs that give what is no face.
@Suite struct CarelessDetectorTests {
  private final class Detector: FaceDetecting {
    let identity = DetectorIdentity(name: "careless", modelSHA256: "", longSides: [], threshold: 0)
    let longestLook = 640
    let workingMemory = Int.max
    let found: [DetectedFace]

    init(_ found: DetectedFace...) { self.found = found }

    func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] { found }
  }

  private static let rect = NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2)

  private func faces(_ detector: Detector) throws -> [DetectedFace] {
    let picture = try #require(PixelBuffer(width: 2, height: 1, bytes: [1, 2, 3, 4, 5, 6]))
    return try detector.faces(in: DisplayImage(pixels: picture, warnings: []))
  }

  @Test func whatIsNoNumberIsAnError() throws {
    for rect in [
      NormalizedRect(x: .nan, y: 0, width: 1, height: 1), .init(x: 0, y: 0, width: .infinity, height: 1),
      .init(x: 0, y: 0, width: -1, height: 1),
    ] {
      #expect(throws: FaceBlurError.self) { try faces(Detector(DetectedFace(rect: rect, score: 0.9))) }
    }
    for score in [Double.nan, 60, -0.1] {
      #expect(throws: FaceBlurError.self) {
        try faces(Detector(DetectedFace(rect: Self.rect, score: score)))
      }
    }
  }

  @Test func whatLiesBesideThePictureIsNothing() throws {
    let below = NormalizedRect(x: 0.2, y: 1, width: 0.1, height: 0.1)
    let found = try faces(
      Detector(DetectedFace(rect: below, score: 0.9), DetectedFace(rect: Self.rect, score: 0.8)))
    #expect(found.map(\.rect) == [Self.rect])
  }

  @Test func theMemoryOfSeveralIsNoTrap() {
    #expect(CombinedDetector(Detector(), Detector()).workingMemory == .max)
  }

  @Test func aThresholdIsANumberFromZeroToOne() {
    for threshold in [Double.nan, 5, -1] {
      #expect(throws: FaceBlurError.self) { try DetectorChoice.yunet.makeDetector(threshold: threshold) }
    }
  }

  @Test func whatIsHiddenIsWrittenDownOrThrown() {
    var regions = ReportedRegions()
    regions.regions = [PlannedRegion(id: "f1", rect: Self.rect, score: .nan, origin: .detected)]
    #expect(throws: FaceBlurError.self) { try regions.text() }
  }
}
