import TestSupport
import Testing

@testable import ImageProcessingKit

/// The looks that films get, with the real networks.
@Suite(.serialized) struct FilmLookTests {
  /// Astronaut's portrait in a frame without other faces, at some size and place, and where the face is.
  private func frame(
    side: Int, x: Int, y: Int, turned: Orientation = .up
  ) throws -> (picture: PixelBuffer, face: NormalizedRect) {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let small = turned.upright(AreaResampler.shrink(portrait, toLongSide: side))
    var picture = TestPhotos.withoutFaces(width: 960, height: 540)
    picture.paste(small, x: x, y: y)
    let face = TestPhotos.astronautFace.normalized(width: portrait.width, height: portrait.height)
    let part = NormalizedRect(
      x: Double(x) / 960, y: Double(y) / 540, width: Double(small.width) / 960,
      height: Double(small.height) / 540)
    return (picture, turned.upright(fromStored: face).lying(in: part))
  }

  private func sees(_ sightings: [FaceSighting], _ face: NormalizedRect) -> Bool {
    sightings.contains {
      $0.rect.scaled(by: 1.3).intersection(face).area >= 0.8 * face.area && $0.score > 0.65
    }
  }

  @Test func aQuickLookSeesOrdinaryFacesAndNothingElse() throws {
    let detector = try NetworkDetector()
    for side in [120, 250, 540] {
      let film = try frame(side: side, x: 300, y: 0)
      let sightings = try detector.quickSightings(in: film.picture, floor: 0.26)
      #expect(sees(sightings, film.face) && sightings.count == 1, "\(side)")
    }
    #expect(
      try detector.quickSightings(
        in: TestPhotos.withoutFaces(width: 960, height: 540), floor: 0.26
      ).isEmpty)
  }

  @Test(arguments: [40, 60, 120, 400]) func aCloseLookSeesAFaceNearWhereItShouldBe(side: Int) throws {
    let detector = try NetworkDetector()
    let film = try frame(side: side, x: 300, y: 20)
    // It has moved by half its size.
    var place = film.face
    place.x += place.width / 2
    let sightings = try detector.closeSightings(
      in: film.picture, of: [ExpectedFace(rect: place)], floor: 0.26)
    #expect(sees(sightings, film.face) && sightings.allSatisfy { $0.degrees == 0 })
    let elsewhere = ExpectedFace(rect: NormalizedRect(x: 0.85, y: 0.8, width: 0.05, height: 0.1))
    #expect(try detector.closeSightings(in: film.picture, of: [elsewhere], floor: 0.26).isEmpty)
    #expect(try detector.closeSightings(in: film.picture, of: [], floor: 0.26).isEmpty)
  }

  @Test func aCloseLookLooksTheWayRoundThatItIsToldAndSaysSo() throws {
    let detector = try NetworkDetector()
    for (turned, degrees) in [(Orientation.up, 0), (.down, 180)] {
      let film = try frame(side: 300, x: 300, y: 100, turned: turned)
      let expected = ExpectedFace(rect: film.face, degrees: degrees)
      let sightings = try detector.closeSightings(in: film.picture, of: [expected], floor: 0.26)
      #expect(sees(sightings, film.face) && sightings.allSatisfy { $0.degrees == degrees })
    }
    // Where it is not seen the way that was told, the other ways are tried.
    let film = try frame(side: 300, x: 300, y: 100)
    let wrong = ExpectedFace(rect: film.face, degrees: 225, isLookedForTurned: true)
    #expect(sees(try detector.closeSightings(in: film.picture, of: [wrong], floor: 0.26), film.face))
  }

  @Test(arguments: [
    NormalizedRect(x: -15, y: -15, width: 16, height: 16),
    NormalizedRect(x: 0.999, y: 0.999, width: 15, height: 15),
    NormalizedRect(x: 0.5, y: 0.5, width: 1e-9, height: 1e-9),
    NormalizedRect(x: 0, y: 0, width: 1, height: 1),
  ]) func looksAroundAnyPlace(rect: NormalizedRect) throws {
    let detector = try NetworkDetector()
    let film = try frame(side: 200, x: 300, y: 20)
    _ = try detector.closeSightings(
      in: film.picture, of: [ExpectedFace(rect: rect, isLookedForTurned: true)], floor: 0.26)
    let tiny = PixelBuffer(width: 1, height: 1)
    _ = try detector.closeSightings(in: tiny, of: [ExpectedFace(rect: rect)], floor: 0.26)
    _ = try detector.quickSightings(in: tiny, floor: 0.26)
  }

  @Test(arguments: [DetectorChoice.networks, .yunet]) func followsAFaceThroughFrames(choice: DetectorChoice)
    throws
  {
    let tracker = FaceTracker(
      DetectorLooks(try choice.makeDetector(effort: .fast)), timescale: 30)
    var tracks: [FaceTrack] = []
    var faces: [NormalizedRect] = []
    for index in 0..<24 {
      let film = try frame(side: 200, x: 100 + 12 * index, y: 100)
      faces.append(film.face)
      tracks += try tracker.add(
        [FrameView(picture: film.picture) { film.picture }], of: (960, 540), time: index)
    }
    tracks += try tracker.finish()
    let track = try #require(tracks.first)
    #expect(tracks.count == 1 && track.boxes.count == 24 && !track.isDoubtful)
    for (box, face) in zip(track.boxes, faces) {
      #expect(box.rect.scaled(by: 1.3).intersection(face).area >= 0.8 * face.area)
    }
  }

  /// A screen at a slant of some 78 degrees that moves: only small looks see its face, and those are taken in few frames. It is hidden in all.
  @Test func followsAFaceThatOnlySmallLooksSee() throws {
    let detector = try NetworkDetector()
    let portrait = try HardPicture.Portrait.graceHopper()
    let (width, height) = (portrait.picture.width * 3 / 4, portrait.picture.height * 3 / 4)
    let narrow = AreaResampler.shrink(
      portrait.picture, extent: (Double(portrait.picture.width), Double(portrait.picture.height)),
      width: width / 5, height: height)
    let inPart = portrait.face.normalized(width: portrait.picture.width, height: portrait.picture.height)
    let tracker = FaceTracker(DetectorLooks(detector), timescale: 30)
    var tracks: [FaceTrack] = []
    var faces: [NormalizedRect] = []
    for index in 0..<24 {
      var picture = TestPhotos.withoutFaces(width: 960, height: 540)
      let x = 300 + 2 * index
      picture.paste(narrow, x: x, y: 10)
      faces.append(
        inPart.lying(
          in: NormalizedRect(
            x: Double(x) / 960, y: 10.0 / 540, width: Double(narrow.width) / 960,
            height: Double(narrow.height) / 540)))
      if index == 0 { #expect(!sees(try detector.quickSightings(in: picture, floor: 0.26), faces[0])) }
      tracks += try tracker.add([FrameView(picture: picture) { picture }], of: (960, 540), time: index)
    }
    tracks += try tracker.finish()
    for (index, face) in faces.enumerated() {
      let boxes = tracks.flatMap(\.boxes).filter { $0.frame == index }
      #expect(
        boxes.contains { $0.rect.scaled(by: 1.3).intersection(face).area >= 0.8 * face.area }, "\(index)")
    }
  }

  /// Flat and rough frames have further views, and ordinary ones have none.
  @Test func revealsFlatAndNoisyFrames() throws {
    let looks = DetectorLooks(try NetworkDetector())
    let film = try frame(side: 300, x: 300, y: 100)
    var ordinary = RevealedViews()
    for _ in 0..<12 { #expect(ordinary.next(of: FrameView(picture: film.picture)).isEmpty) }

    var state: UInt64 = 1
    let hard = { (level: UInt8, noise: Int) -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let random = noise > 0 ? Int(state >> 33) % (2 * noise + 1) - noise : 0
      return UInt8(clamping: (noise > 0 ? Int(level) / 8 + 20 : Int(level) / 32 + 100) + random)
    }
    for noise in [0, 24] {
      var picture = film.picture
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let (red, green, blue) = picture[x, y]
          picture[x, y] = (hard(red, noise), hard(green, noise), hard(blue, noise))
        }
      }
      var revealed = RevealedViews()
      let views = revealed.next(of: FrameView(picture: picture) { picture })
      #expect(!views.isEmpty)
      let seen = FilmFrame(
        index: 0, time: 0, size: (960, 540), views: [FrameView(picture: picture) { picture }] + views)
      #expect(sees(try looks.quickLook(at: seen), film.face), "quickly, noise \(noise)")
      #expect(sees(try looks.fullLook(at: seen), film.face), "in full, noise \(noise)")
      // The next frame is asked, too, and of what is ordinary again nothing is revealed.
      #expect(!revealed.next(of: FrameView(picture: picture)).isEmpty)
      #expect(revealed.next(of: FrameView(picture: film.picture)).isEmpty)
    }
  }

  /// A face that one kind of player shows is seen, whichever view it is in, and once where it is in all.
  @Test func looksAtEveryView() throws {
    let looks = DetectorLooks(try NetworkDetector())
    let film = try frame(side: 300, x: 300, y: 100)
    let white = PixelBuffer(width: 960, height: 540, red: 255, green: 255, blue: 255)
    for pictures in [[film.picture, white], [white, film.picture], [film.picture, film.picture]] {
      let views = pictures.map { picture in FrameView(picture: picture) { picture } }
      let seenIn = FilmFrame(index: 0, time: 0, size: (960, 540), views: views)
      let expected = [ExpectedFace(rect: film.face)]
      for sightings in [
        try looks.quickLook(at: seenIn), try looks.fullLook(at: seenIn),
        try looks.closeLook(at: seenIn.past, for: expected),
      ] {
        let sure = sightings.filter { $0.score > 0.65 }
        #expect(sees(sightings, film.face) && sure.count == 1, "\(sightings)")
      }
    }
    #expect(
      try looks.quickLook(
        at: FilmFrame(index: 0, time: 0, size: (960, 540), views: [FrameView(picture: white)])
      ).isEmpty)
  }
}
