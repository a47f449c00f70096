import Testing

@testable import ImageProcessingKit

@Suite struct CombinedDetectorTests {
  /// Sees what it is told to, at first and around regions.
  private final class Detector: FaceDetecting {
    let identity: DetectorIdentity
    let longestLook: Int
    let workingMemory: Int
    private let seen: Result<[DetectedFace], FaceBlurError>
    private let seesObscured: Bool

    init(
      _ name: String, sees seen: [DetectedFace] = [], failing error: FaceBlurError? = nil,
      sha256: String = "", longSide: Int = 100, memory: Int = 1, threshold: Double = 0.5,
      seesObscured: Bool = false
    ) {
      identity = DetectorIdentity(
        name: name, modelSHA256: sha256, longSides: [longSide], threshold: threshold)
      longestLook = longSide
      workingMemory = memory
      self.seen = error.map { .failure($0) } ?? .success(seen)
      self.seesObscured = seesObscured
    }

    func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] { try seen.get() }

    func couldSeeObscured(_ region: NormalizedRect, in picture: PixelBuffer) -> Bool { seesObscured }
  }

  private static let picture = PixelBuffer(width: 8, height: 8)
  private static let plate = SubjectKind("license-plate")

  private func face(
    _ x: Double, _ score: Double, by look: String, of kind: SubjectKind = .face, width: Double = 0.2
  ) -> DetectedFace {
    DetectedFace(
      rect: NormalizedRect(x: x, y: 0.2, width: width, height: 0.2), score: score, seenBy: [look], kind: kind)
  }

  @Test func findsWhatAnyOfThemFinds() throws {
    let one = Detector("one", sees: [face(0.1, 0.7, by: "one")])
    let two = Detector("two", sees: [face(0.6, 0.9, by: "two"), face(0.1, 0.8, by: "two", of: Self.plate)])
    for found in [
      try CombinedDetector(one, two).faces(in: Self.picture),
      try CombinedDetector(one, two).faces(in: Self.picture, around: []),
    ] {
      #expect(found.map(\.score) == [0.9, 0.8, 0.7])
      #expect(found.map(\.kind) == [.face, Self.plate, .face])
    }
  }

  /// Of two boxes around one thing no part is left open.
  @Test func hidesAllOfWhatTwoSeeInOnePlace() throws {
    let one = Detector("one", sees: [face(0.1, 0.7, by: "one", width: 0.25)])
    let two = Detector("two", sees: [face(0.14, 0.9, by: "two", width: 0.25)])
    let found = try CombinedDetector(one, two).faces(in: Self.picture)
    #expect(found.count == 1 && found[0].score == 0.9 && found[0].seenBy == ["two", "one"])
    #expect(found[0].rect.x == 0.1 && abs(found[0].rect.maxX - 0.39) < 1e-9)
  }

  /// What one of them could not look at is not taken for empty.
  @Test func failsWhereOneFails() {
    let seeing = Detector("one", sees: [face(0.1, 0.7, by: "one")])
    let failing = Detector("two", failing: .outOfMemoryForDetection)
    for detector in [CombinedDetector(seeing, failing), CombinedDetector(failing, seeing)] {
      #expect(throws: FaceBlurError.outOfMemoryForDetection) { try detector.faces(in: Self.picture) }
      #expect(throws: FaceBlurError.outOfMemoryForDetection) {
        try detector.faces(in: Self.picture, around: [])
      }
    }
  }

  @Test func isAllOfThem() {
    let one = Detector("one", sha256: "ab", longSide: 640, memory: 5, threshold: 0.7)
    let two = Detector("two", longSide: 320, memory: 7, seesObscured: true)
    let both = CombinedDetector(one, two)
    #expect(
      both.identity
        == DetectorIdentity(name: "one+two", modelSHA256: "ab", longSides: [320, 640], threshold: 0.5))
    #expect(both.longestLook == 640 && both.workingMemory == 12)
    let region = NormalizedRect(x: 0, y: 0, width: 1, height: 1)
    #expect(both.couldSeeObscured(region, in: Self.picture))
    #expect(!CombinedDetector(one).couldSeeObscured(region, in: Self.picture))

    // Another model is another detector, also where there are several.
    let hashes = ["cd", "ce"].map { CombinedDetector(one, Detector("two", sha256: $0)).identity.modelSHA256 }
    #expect(hashes[0] != hashes[1] && hashes.allSatisfy { $0.utf8.count == 64 })
  }
}
