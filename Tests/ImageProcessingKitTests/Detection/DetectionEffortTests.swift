import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Faces are found whichever way round a photo was stored.
@Suite struct DetectionEffortTests {
  private func detector(_ effort: DetectionEffort) throws -> NetworkDetector {
    try NetworkDetector(networks: [.yunet], effort: effort)
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

  /// The portrait of the group's middle, leaning by some degrees against the clock, on grey.
  private func leaning(_ degrees: Double) throws -> (picture: PixelBuffer, center: (x: Double, y: Double)) {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    var picture = PixelBuffer(width: 720, height: 720, red: 118, green: 118, blue: 118)
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let half = Double(portrait.width) / 2
    for y in 0..<720 {
      for x in 0..<720 {
        let (dx, dy) = (Double(x) - 360, Double(y) - 360)
        let (sourceX, sourceY) = (Int(dx * cosine - dy * sine + half), Int(dx * sine + dy * cosine + half))
        guard (0..<portrait.width).contains(sourceX), (0..<portrait.height).contains(sourceY) else {
          continue
        }
        picture[x, y] = portrait[sourceX, sourceY]
      }
    }
    // The middle of the face, seen from the portrait's.
    let face = TestPhotos.astronautFace
    let (dx, dy) = (
      Double(face.x) + Double(face.width) / 2 - half, Double(face.y) + Double(face.height) / 2 - half
    )
    return (picture, (x: dx * cosine + dy * sine + 360, y: -dx * sine + dy * cosine + 360))
  }

  // Also where it is so large that the looks at a smaller size would have to see it, too.
  @Test(arguments: [-45, -30, 30, 45], [false, true])
  func findsAFaceThatLeans(degrees: Double, isLarge: Bool) throws {
    var (picture, center) = try leaning(degrees)
    if isLarge {
      let left = Int(center.x) - 150
      let top = Int(center.y) - 150
      let part = picture
      picture = PixelBuffer(width: 300, height: 300, red: 118, green: 118, blue: 118)
      picture.paste(part, x: -left, y: -top)
      center = (x: center.x - Double(left), y: center.y - Double(top))
    }
    let found = try detector(.normal).faces(in: picture).map { face in
      (
        x: (face.rect.x + face.rect.width / 2) * Double(picture.width),
        y: (face.rect.y + face.rect.height / 2) * Double(picture.height)
      )
    }
    #expect(found.contains { abs($0.x - center.x) < 20 && abs($0.y - center.y) < 20 }, "\(found) \(center)")
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
    defer { try? DetectionShim.setThreadCount(2) }
    try DetectionShim.setThreadCount(1)
    let one = try detector(.normal).faces(in: picture)
    try DetectionShim.setThreadCount(2)
    #expect(try detector(.normal).faces(in: picture) == one)
  }
}
