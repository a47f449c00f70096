import TestSupport
import Testing

@testable import ImageProcessingKit

/// Faces are found whichever way round a photo was stored.
@Suite struct DetectionEffortTests {
  private let models = ModelLocator(
    option: FilePath(TestPhotos.modelsFolder), environment: nil, executable: nil)

  private func detector(_ effort: DetectionEffort) throws -> NetworkDetector {
    try NetworkDetector(models: models, networks: [.yunet], effort: effort)
  }

  /// The group, turned, and where its faces are then.
  private func turnedGroup(_ turn: Orientation) throws -> (picture: PixelBuffer, faces: [NormalizedRect]) {
    let group = try TestPhotos.group(columns: 3, rows: 2)
    let faces = group.faces.map { $0.normalized(width: group.picture.width, height: group.picture.height) }
    return (turn.upright(group.picture), faces.map(turn.upright(fromStored:)))
  }

  @Test(arguments: [Orientation.up, .right, .down, .left])
  func findsEveryFaceOfAPhotoThatDoesNotSayHowItLies(turn: Orientation) throws {
    let (picture, faces) = try turnedGroup(turn)
    let found = try detector(.normal).faces(in: picture)
    for face in faces {
      #expect(found.contains { $0.rect.overlap(face) > 0.4 }, "turned \(turn): \(face)")
    }
    // Turned, more things look like faces, but few.
    let strangers = found.filter { box in !faces.contains { $0.intersection(box.rect).area > 0 } }
    #expect(strangers.count <= 1, "turned \(turn)")
  }

  // What one look is not enough for.
  @Test func oneLookLosesFacesThatLieOnTheirSide() throws {
    let (picture, faces) = try turnedGroup(.right)
    let found = try detector(.fast).faces(in: picture)
    #expect(faces.contains { face in !found.contains { $0.rect.overlap(face) > 0.4 } })
  }

  @Test(arguments: DetectionEffort.allCases)
  func looksAtPicturesOfEveryShape(effort: DetectionEffort) throws {
    for (width, height) in [(1, 1), (20, 20), (3000, 15), (15, 3000)] {
      _ = try detector(effort).faces(
        in: PixelBuffer(width: width, height: height, red: 90, green: 90, blue: 90))
    }
  }

  @Test func findsTheSameWhateverTheNumberOfThreads() throws {
    let (picture, _) = try turnedGroup(.left)
    defer { try? DetectionEngine.setThreadCount(2) }
    try DetectionEngine.setThreadCount(1)
    let one = try detector(.normal).faces(in: picture)
    try DetectionEngine.setThreadCount(2)
    #expect(try detector(.normal).faces(in: picture) == one)
  }
}
