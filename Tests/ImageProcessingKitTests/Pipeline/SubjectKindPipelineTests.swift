import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A detector with a kind of its own needs no change anywhere else: what it finds is hidden, recorded, told and found again as what
/// it is.
@Suite struct SubjectKindPipelineTests {
  private static let plate = SubjectKind("licence-plate")
  private static let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
  private static let place = NormalizedRect(x: 0.1, y: 0.7, width: 0.3, height: 0.12)

  private let folder: ScratchFolder
  private let photo: FilePath

  init() throws {
    folder = try ScratchFolder()
    photo = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
  }

  private func blur(_ detector: RoadDetector, _ photo: FilePath? = nil) throws -> PhotoReport {
    let photo = photo ?? self.photo
    var settings = BlurPipeline.Settings()
    settings.hasSidecar = true
    var outputs = OutputGuard(originals: [photo], force: false)
    return try BlurPipeline(detector: detector, settings: settings)
      .blur(photo, to: nil, guardedBy: &outputs)
  }

  private var both: [DetectedFace] {
    [
      DetectedFace(rect: Self.face, score: 0.9, seenBy: ["road 1"]),
      DetectedFace(rect: Self.place, score: 0.7, seenBy: ["road 1"], kind: Self.plate),
    ]
  }

  @Test func isHiddenAndRecordedAsWhatItIs() throws {
    let report = try blur(RoadDetector(both))
    #expect(report.regions.map(\.id) == ["f1", "l1"])
    #expect(report.regions.map(\.kind) == [.face, Self.plate])

    let recorded = try #require(try EditSession.begin(photo).state.faceBlur)
    #expect(recorded.regions == report.regions)
    let data = try AdjustmentData(fileContent: try folder.read("IMG_1234.AAE"))
    #expect(data.formatVersion == "1.5.0")

    // The gate has proven the render; it is the one that would hide a face there, to the last byte.
    let twin = FilePath(try folder.write(TestPhotos.astronaut(), "twin/IMG_1234.JPG"))
    _ = try blur(RoadDetector(both.map { DetectedFace(rect: $0.rect, score: $0.score) }), twin)
    #expect(try folder.read("IMG_E1234.JPG") == folder.read("twin/IMG_E1234.JPG"))
    #expect(
      try AdjustmentData(fileContent: try folder.read("twin/IMG_1234.AAE")).formatVersion == "1.4.0")
  }

  /// No look that misses it, and none that sees a face in its place, makes something else of it.
  @Test func isFoundAgainAsWhatItIs() throws {
    let first = try blur(RoadDetector(both))
    #expect(try blur(RoadDetector(both)).plan == first.plan)
    #expect(try blur(RoadDetector([])).regions.map(\.kind) == [.face, Self.plate])
    let asFace = try blur(RoadDetector([DetectedFace(rect: Self.place, score: 0.9)]))
    #expect(asFace.applied.map(\.kind.rawValue).sorted() == ["face", "face", "licence-plate"])
  }

  @Test func isToldInJSONByItsSchema() throws {
    let report = try blur(RoadDetector(both))
    let schemas = try JSONSchema(
      folder: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Documentation/schemas"
      ).standardizedFileURL)
    for (region, kind) in zip(report.regions, ["face", "licence-plate"]) {
      let text = try JSONEncoder().encode(RegionObject(region, in: PictureFrame(width: 512, height: 512)))
      let object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
      #expect(object["kind"] as? String == kind)
      #expect(try schemas.problems(of: object, by: "region") == [])
    }
  }

  /// The schema of photo managers has no word for it, and it is to be taken for nobody's face.
  @Test func isNoFaceToPhotoManagers() throws {
    _ = try blur(RoadDetector(both))
    let text = String(decoding: try folder.read("IMG_1234.JPG.xmp"), as: UTF8.self)
    let items = text.components(separatedBy: "<rdf:li ").dropFirst()
    #expect(items.map { $0.contains("<mwg-rs:Type>Face</mwg-rs:Type>") } == [true, false])
    #expect(items.map { $0.contains("<mwg-rs:Type>") } == [true, false])
    #expect(text.contains("<mwg-rs:Description>f1, detected</mwg-rs:Description>"))
    #expect(text.contains("<mwg-rs:Description>l1, detected, licence-plate</mwg-rs:Description>"))
  }

  @Test func isMissedInARenderThatShowsIt() throws {
    let copy = FilePath(try folder.write(TestPhotos.astronaut(), "copy.jpg"))
    let verdict = try PhotoVerifier(detector: RoadDetector(both)).verify(copy, against: photo)
    #expect(verdict.problems.contains("a face of the original can still be seen: f1"))
    #expect(verdict.problems.contains("a licence-plate of the original can still be seen: l1"))
  }

  /// Whoever sees something in what stands in its place, and the file is as planned, sees nobody.
  @Test func isNotMissedInARenderThatIsAsPlanned() throws {
    _ = try blur(RoadDetector(both))
    let render = FilePath(folder.path("IMG_E1234.JPG"))
    let verdict = try PhotoVerifier(detector: RoadDetector(both)).verify(render, against: photo)
    #expect(verdict.problems == [] && verdict.faces.count == 2)
  }

  /// A person left a face open; what is seen in its place and is none is another thing, and what is hidden beside it grows.
  @Test func isNotLetBeBecauseAFaceInItsPlaceIs() throws {
    var beside = Self.face
    beside.x += beside.width
    var left = PlannedRegion(id: "f2", rect: beside, score: 0.9, origin: .detected, state: .excluded)
    let picture = try PhotoFormats.standard.open(TestPhotos.astronaut())
    let shown = try picture.displayImage(fitting: 512).pixels
    func grows(_ kind: SubjectKind) throws -> Bool {
      left.kind = kind
      let plan = RegionPlan(
        regions: [PlannedRegion(id: "f1", rect: Self.face, score: 0.9, origin: .detected), left],
        strength: .default)
      let detector = RoadDetector([DetectedFace(rect: beside, score: 0.9, kind: Self.plate)])
      return try SecondLook(detector: detector, picture: shown).findings(
        on: plan, of: RenderSource(picture, RenderOptions())
      ).grown != nil
    }
    #expect(try grows(.face))
    #expect(try !grows(Self.plate))
  }
}

/// Sees what it is told to, of any kind.
private final class RoadDetector: FaceDetecting {
  let identity = DetectorIdentity(name: "road", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  let longestLook = 640
  private let seen: [DetectedFace]

  init(_ seen: [DetectedFace]) {
    self.seen = seen
  }

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] { seen }
}
