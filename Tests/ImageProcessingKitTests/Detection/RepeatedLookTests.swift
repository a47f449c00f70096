import TestSupport
import Testing

@testable import ImageProcessingKit

/// Where all other looks leave doubt, what CenterFace sees again and again on the average decides.
@Suite struct RepeatedLookTests {
  private let look = FaceFusion.Look(
    network: .yunet, degrees: 0, scale: 1, caution: 0, trusted: 0 ..< .infinity, size: "0")
  private let everywhere = NormalizedRect(x: 0, y: 0, width: 1, height: 1)
  /// Of YuNet alone: neither a face nor none.
  private let doubtful = 0.55

  private func fusion(_ boxes: (rect: NormalizedRect, score: Double)...) throws -> FaceFusion {
    var fusion = FaceFusion(width: 512, height: 512)
    try fusion.add(boxes.map { FaceCandidate(rect: $0.rect, score: $0.score) }, of: look)
    return fusion
  }

  private func box(_ x: Double, _ y: Double, _ size: Double = 0.1) -> NormalizedRect {
    NormalizedRect(x: x, y: y, width: size, height: size)
  }

  @Test func whatRepeatedLooksSeeDecides() throws {
    for (score, isFace) in [(0.6, true), (0.45, true), (0.1, false), (0, false)] {
      var fusion = try fusion((box(0.2, 0.2), doubtful))
      let place = try #require(fusion.openPlaces(in: everywhere).first)
      fusion.add(repeated: score, at: place)
      #expect(fusion.faces(threshold: NetworkDetector.defaultThreshold).isEmpty != isFace, "\(score)")
      #expect(fusion.openPlaces(in: everywhere).isEmpty, "a place is decided about once")
    }
  }

  @Test func onlyPlacesInDoubtAreOpenAndNoOtherPlaceChanges() throws {
    let sure = box(0.7, 0.7)
    var fusion = try fusion(
      (box(0.1, 0.1), doubtful), (box(0.4, 0.4), 0.25), (sure, 0.95),
      // A second box within the sure face, too small for the same one.
      (box(0.72, 0.72, 0.05), doubtful))
    let open = fusion.openPlaces(in: everywhere)
    #expect(open.map(\.box) == [box(0.1, 0.1)])
    #expect(fusion.openPlaces(in: NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)).isEmpty)
    let before = fusion.places()
    fusion.add(repeated: 0, at: try #require(open.first))
    for (earlier, later) in zip(before, fusion.places()) where earlier.box != box(0.1, 0.1) {
      #expect(later.probability == earlier.probability)
    }
  }

  /// What lies on its side was not looked at by looks at it upright, and of what later looks are sure earlier ones do not say otherwise.
  @Test func whatIsSeenAnotherWayRoundOrSurerIsAnotherPlace() throws {
    for (degrees, score) in [(90, doubtful), (0, 0.95), (90, 0.95)] {
      var fusion = try fusion((box(0.2, 0.2), 0.5))
      fusion.add(repeated: 0, at: try #require(fusion.openPlaces(in: everywhere).first))
      var later = look
      later.degrees = degrees
      later.size = "later"
      try fusion.add([FaceCandidate(rect: box(0.2, 0.2), score: score)], of: later)
      let place = try #require(fusion.places().first)
      #expect(place.repeated == nil && place.probability >= place.probabilityAlone, "\(degrees)°, \(score)")
    }
  }

  /// Shows a detector a part of a portrait, which lies somewhere in a photo, with a doubtful place in it.
  private func probability(
    of place: PixelBox, in portrait: PixelBuffer, lying rect: NormalizedRect, degrees: Int = 0,
    threads: Int = 1
  ) throws -> Double {
    let (width, height) = (Double(portrait.width), Double(portrait.height))
    let box = NormalizedRect(
      x: Double(place.x) / width, y: Double(place.y) / height, width: Double(place.width) / width,
      height: Double(place.height) / height
    ).lying(in: rect)
    let size = (width: Int(width / rect.width), height: Int(height / rect.height))
    var view = ViewLooks(ofPhoto: size, evidence: .fitted)
    var look = look
    look.degrees = degrees
    try view.fusion.add([FaceCandidate(rect: box, score: doubtful)], of: look)
    let detector = try NetworkDetector(threads: threads)
    try detector.lookRepeatedly(in: .init(picture: portrait, rect: rect, own: rect, scale: 1), for: &view)
    let found = view.fusion.places()
    #expect(found.count == 1 && found.allSatisfy { $0.repeated != nil })
    return try #require(found.first).probability
  }

  @Test func aFaceIsSeenAgainWhereverThePictureLiesAndHoweverManyLook() throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let places = [everywhere, NormalizedRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)]
    for place in places {
      let face = try probability(of: TestPhotos.astronautFace, in: portrait, lying: place)
      #expect(face > DetectedFace.sureScore)
      #expect(try probability(of: TestPhotos.astronautFace, in: portrait, lying: place, threads: 2) == face)
      // A part of the flag and of the shuttle.
      for other in [
        PixelBox(x: 20, y: 200, width: 90, height: 90), PixelBox(x: 350, y: 200, width: 80, height: 80),
      ] {
        #expect(try probability(of: other, in: portrait, lying: place) < 0.3)
      }
    }
  }

  /// The same way round as the look that saw it, mirrored or not.
  @Test func aFaceThatLiesOnItsSideIsSeenAgain() throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let (side, face) = (portrait.width, TestPhotos.astronautFace)
    var turned = portrait
    // Clockwise by a quarter.
    for y in 0..<side { for x in 0..<side { turned[side - 1 - y, x] = portrait[x, y] } }
    let place = PixelBox(x: side - face.y - face.height, y: face.x, width: face.height, height: face.width)
    #expect(try probability(of: place, in: turned, lying: everywhere, degrees: 90) > DetectedFace.sureScore)
  }

  @Test func withoutCenterFaceNothingIsLookedAtAgain() throws {
    var view = ViewLooks(ofPhoto: (512, 512), evidence: .fitted)
    try view.fusion.add([FaceCandidate(rect: box(0.2, 0.2), score: doubtful)], of: look)
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    try NetworkDetector(networks: [.yunet]).lookRepeatedly(
      in: .init(picture: portrait, scale: 1), for: &view)
    #expect(view.fusion.places().allSatisfy { $0.repeated == nil })
  }
}
