import TestSupport
import Testing

@testable import ImageProcessingKit

/// Whoever is seen in a film is hidden in every frame in which somebody could see them.
@Suite struct FaceTrackerTests {
  private typealias Look = SyntheticFilm.Look

  /// Frames that are hidden before the first sighting and after the last one, at 30 in a second.
  private static let around = 15

  private func box(_ x: Double, _ y: Double, _ size: Double = 0.1) -> NormalizedRect {
    NormalizedRect(x: x, y: y, width: size, height: size)
  }

  /// A face that moves evenly, in pictures per frame.
  private func walker(
    from x: Double, by speed: Double, y: Double = 0.4, size: Double = 0.1, in frames: Range<Int>,
    score: @escaping (Int, SyntheticFilm.Look) -> Double? = { _, _ in 0.95 }
  ) -> SyntheticFilm.Actor {
    let place = { (frame: Int) -> NormalizedRect? in
      frames.contains(frame) ? self.box(x + speed * Double(frame - frames.lowerBound), y, size) : nil
    }
    return SyntheticFilm.Actor(place: place, score: score)
  }

  @Test func followsAFaceThroughTheWholeFilm() throws {
    let film = SyntheticFilm(frameCount: 90, actors: [walker(from: 0.1, by: 0.005, in: 0..<90)])
    let tracks = try film.tracks()
    #expect(tracks.map(\.id) == ["t1"] && tracks[0].boxes.map(\.frame) == Array(0..<90))
    #expect(tracks[0].boxes.map(\.time) == Array(0..<90))
    #expect(tracks[0].boxes.allSatisfy { $0.origin == .seen(score: 0.95) })
    #expect(!tracks[0].isDoubtful && tracks[0].seenCount == 90 && tracks[0].bestScore == 0.95)
    #expect(film.recall(of: tracks) == 1)
    // No box is much larger than the face.
    for box in tracks[0].boxes {
      #expect(film.actors[0].place(box.frame).map { box.rect.overlap($0) > 0.8 } == true)
    }
  }

  @Test func aFilmWithoutFacesHasNoTracks() throws {
    #expect(try SyntheticFilm(frameCount: 40).tracks().isEmpty)
    #expect(try SyntheticFilm(frameCount: 0).tracks().isEmpty)
    #expect(try SyntheticFilm(frameCount: 1).tracks().isEmpty)
    let film = SyntheticFilm(frameCount: 1, actors: [walker(from: 0.1, by: 0, in: 0..<1)])
    #expect(try film.tracks().map(\.boxes.count) == [1])
  }

  @Test func hidesBeforeTheFirstSightAndAfterTheLast() throws {
    let film = SyntheticFilm(
      frameCount: 120,
      actors: [
        walker(from: 0.1, by: 0.004, in: 0..<120) { frame, _ in (40..<80).contains(frame) ? 0.9 : nil }
      ])
    let track = try #require(try film.tracks().first)
    #expect(track.boxes.map(\.frame) == Array(40 - Self.around..<80 + Self.around))
    #expect(track.boxes.count { $0.origin == .extended } == 2 * Self.around)
    for box in track.boxes {
      let face = try #require(film.actors[0].place(box.frame))
      #expect(box.rect.intersection(face).area >= 0.8 * face.area, "\(box.frame)")
    }
  }

  @Test func twoFacesThatCrossAreHiddenAllTheTime() throws {
    // The one behind is not seen while they overlap.
    let right = walker(from: 0.1, by: 0.008, in: 0..<90)
    let left = walker(from: 0.8, by: -0.008, y: 0.42, in: 0..<90) { frame, _ in
      (38..<50).contains(frame) ? nil : 0.9
    }
    let film = SyntheticFilm(frameCount: 90, actors: [right, left])
    let tracks = try film.tracks()
    #expect(tracks.count == 2 && film.recall(of: tracks) == 1)
    // Each track stays with its face.
    for (track, actor) in zip(tracks.sorted { $0.boxes[0].rect.x < $1.boxes[0].rect.x }, film.actors) {
      for box in track.boxes where box.origin != .extended {
        let face = try #require(actor.place(box.frame))
        #expect(box.rect.intersection(face).area >= 0.8 * face.area, "\(box.frame)")
      }
    }
  }

  @Test func bridgesAnOcclusionOfTenFrames() throws {
    let film = SyntheticFilm(
      frameCount: 90,
      actors: [
        walker(from: 0.1, by: 0.006, in: 0..<90) { frame, _ in (40..<50).contains(frame) ? nil : 0.9 }
      ])
    let tracks = try film.tracks()
    #expect(tracks.count == 1 && film.recall(of: tracks) == 1)
    #expect(tracks[0].boxes.filter { $0.origin == .bridged }.map(\.frame) == Array(40..<50))
  }

  @Test func whoIsAwayForLongIsAnotherTrack() throws {
    let film = SyntheticFilm(
      frameCount: 200,
      actors: [
        walker(from: 0.3, by: 0, in: 0..<200) { frame, _ in (50..<130).contains(frame) ? nil : 0.9 }
      ])
    let tracks = try film.tracks()
    #expect(tracks.map(\.id) == ["t1", "t2"])
    #expect(tracks.map { $0.boxes.map(\.frame) } == [Array(0..<65), Array(115..<200)])
  }

  @Test func followsFacesThatEnterAndLeaveAtTheEdges() throws {
    let film = SyntheticFilm(
      frameCount: 120,
      actors: [
        walker(from: -0.09, by: 0.01, in: 0..<109), walker(from: 0.99, by: -0.012, y: 0.1, in: 5..<90),
      ])
    let tracks = try film.tracks()
    #expect(tracks.count == 2 && film.recall(of: tracks) == 1)
    #expect(tracks.flatMap(\.boxes).allSatisfy { $0.rect.isValid })
  }

  @Test func aFaceThatIsSeenInEveryFifteenthFrameIsHiddenInAll() throws {
    for phase in 0..<15 {
      let film = SyntheticFilm(
        frameCount: 120,
        actors: [walker(from: 0.1, by: 0.004, in: 0..<120) { frame, _ in frame % 15 == phase ? 0.9 : nil }])
      let tracks = try film.tracks()
      #expect(tracks.count == 1 && film.recall(of: tracks) == 1, "\(phase)")
      #expect(tracks.first?.isDoubtful == true)
    }
  }

  @Test func twoPeopleAtOnePlaceInTwoScenesAreTwoTracks() throws {
    let film = SyntheticFilm(
      frameCount: 100, actors: [walker(from: 0.4, by: 0, in: 0..<100)], cuts: [50])
    let tracks = try film.tracks()
    #expect(tracks.map { $0.boxes.map(\.frame) } == [Array(0..<50), Array(50..<100)])
  }

  @Test func nothingIsHiddenAcrossACut() throws {
    let film = SyntheticFilm(
      frameCount: 100,
      actors: [
        walker(from: 0.4, by: 0.002, in: 0..<100) { frame, _ in (40..<60).contains(frame) ? 0.9 : nil },
        walker(from: 0.2, by: 0, y: 0.8, in: 0..<50), walker(from: 0.6, by: 0, y: 0.1, in: 50..<100),
      ], cuts: [50])
    let tracks = try film.tracks()
    #expect(tracks.count == 4)
    for track in tracks { #expect(Set(track.boxes.map { film.scene(of: $0.frame) }).count == 1) }
  }

  @Test func looksInFullWhereScenesBeginAndEndAndHalfASecondLaterAtTheLatest() throws {
    let film = SyntheticFilm(frameCount: 100, cuts: [41])
    let looks = SyntheticLooks(film)
    _ = try film.tracks(looks: looks)
    let full = Set(looks.fullFrames)
    #expect(full.isSuperset(of: [0, 40, 41, 99]))
    for frame in 1..<99 { #expect((frame...frame + 16).contains { full.contains($0) || $0 > 99 }) }
    // And no more than that.
    #expect(full.count <= 10 && looks.counts[.quick] == 100 - full.count && looks.counts[.close] == nil)
  }

  @Test func aFaceThatOnlyTheFullLookSeesIsFollowedCloselyBothWays() throws {
    // It is there from frame 37 on, and the next full look sees it.
    let film = SyntheticFilm(
      frameCount: 100,
      actors: [
        walker(from: 0.2, by: 0.003, size: 0.02, in: 37..<80) { _, look in look == .quick ? nil : 0.8 }
      ]
    )
    let tracks = try film.tracks()
    #expect(tracks.count == 1 && film.recall(of: tracks) == 1)
    let seen = tracks[0].boxes.filter { if case .seen = $0.origin { true } else { false } }
    #expect(seen.map(\.frame) == Array(37..<80))
  }

  @Test func aFaceThatOnlyFullLooksSeeAndNoCloseOneIsHiddenBetweenThem() throws {
    let film = SyntheticFilm(
      frameCount: 120,
      actors: [walker(from: 0.2, by: 0.002, in: 10..<110) { _, look in look == .full ? 0.8 : nil }])
    #expect(film.recall(of: try film.tracks()) == 1)
  }

  @Test func oneFalseBoxIsKeptAndDoubtful() throws {
    let film = SyntheticFilm(
      frameCount: 90,
      phantoms: { frame, look in
        frame == 40 && look != .close
          ? [FaceSighting(rect: NormalizedRect(x: 0.5, y: 0.5, width: 0.1, height: 0.1), score: 0.9)] : []
      })
    let tracks = try film.tracks()
    #expect(tracks.count == 1 && tracks[0].isDoubtful && tracks[0].seenCount == 1)
    #expect(tracks[0].boxes.map(\.frame) == Array(25...55))
  }

  @Test func whatIsNeverSureIsNoTrackAndAlongATrackCounts() throws {
    let faint = SyntheticFilm(
      frameCount: 60, actors: [walker(from: 0.2, by: 0, in: 0..<60) { _, _ in 0.3 }])
    #expect(try faint.tracks().isEmpty)
    let film = SyntheticFilm(
      frameCount: 60,
      actors: [walker(from: 0.2, by: 0.002, in: 0..<60) { frame, _ in frame == 30 ? 0.9 : 0.3 }])
    let tracks = try film.tracks()
    #expect(tracks.count == 1 && film.recall(of: tracks) == 1 && tracks[0].seenCount >= 40)
    // What is nearly good enough again and again is.
    let nearly = SyntheticFilm(
      frameCount: 60, actors: [walker(from: 0.2, by: 0.002, in: 0..<60) { _, _ in 0.55 }])
    let doubted = try nearly.tracks()
    #expect(doubted.count == 1 && nearly.recall(of: doubted) == 1 && doubted[0].isDoubtful)
  }

  @Test(arguments: [0.02, 0.05, 0.12]) func followsFastFaces(speed: Double) throws {
    let frames = Int(0.9 / speed)
    let film = SyntheticFilm(
      frameCount: 60,
      actors: [walker(from: 0, by: speed, in: 10..<10 + frames) { frame, _ in frame % 4 == 3 ? nil : 0.9 }])
    #expect(film.recall(of: try film.tracks()) == 1)
  }

  @Test func followsFiveHundredFaces() throws {
    let actors = (0..<500).map { (index: Int) -> SyntheticFilm.Actor in
      let (x, y) = (Double(index % 25) * 0.04, Double(index / 25) * 0.05)
      let speed = index % 2 == 0 ? 0.0005 : -0.0005
      return walker(from: x, by: speed, y: y, size: 0.02, in: 0..<30) { frame, _ in
        (frame + index) % 7 == 0 ? nil : 0.9
      }
    }
    let film = SyntheticFilm(frameCount: 30, actors: actors)
    let tracks = try film.tracks()
    #expect(tracks.count == 500 && film.recall(of: tracks) == 1)
    let ids = (1...500).map { "t\($0)" }
    #expect(tracks.map { $0.id } == ids)
  }

  @Test func moreFacesThanCanBeFollowedAreAnError() {
    let crowd = (0..<1001).map { (index: Int) -> FaceSighting in
      let (x, y) = (Double(index % 40) / 40, Double(index / 40) / 40)
      return FaceSighting(rect: NormalizedRect(x: x, y: y, width: 0.02, height: 0.02), score: 0.9)
    }
    let film = SyntheticFilm(frameCount: 5, phantoms: { _, _ in crowd })
    let error = #expect(throws: FaceBlurError.self) { try film.tracks() }
    #expect(error?.kind == .tooManyFaces && error?.advice != nil)
  }

  @Test func namesTracksInTheOrderOfTheirFirstSight() throws {
    // The second one to come ends first; the last two come together.
    let film = SyntheticFilm(
      frameCount: 300,
      actors: [
        walker(from: 0.7, by: 0, y: 0.7, in: 150..<290), walker(from: 0.1, by: 0, y: 0.7, in: 150..<290),
        walker(from: 0.5, by: 0, y: 0.1, in: 20..<60), walker(from: 0.1, by: 0, y: 0.1, in: 5..<250),
      ])
    let tracks = try film.tracks()
    #expect(tracks.map(\.id) == ["t1", "t2", "t3", "t4"])
    let places = tracks.map { track in track.boxes[track.boxes.count / 2].rect.x }
    #expect(places.map { ($0 * 10).rounded() } == [1, 5, 1, 7])
  }

  @Test func tracksComeOutAsSoonAsTheyAreOver() throws {
    let film = SyntheticFilm(frameCount: 200, actors: [walker(from: 0.2, by: 0, in: 10..<40)])
    let tracker = FaceTracker(SyntheticLooks(film), timescale: SyntheticFilm.ticks)
    let picture = Texture(seed: 0).picture()
    var out: [Int: [String]] = [:]
    for frame in 0..<200 {
      let tracks = try tracker.add(
        [FrameView(picture: picture) { picture }], of: (1920, 1080), time: frame)
      if !tracks.isEmpty { out[frame] = tracks.map(\.id) }
    }
    #expect(out.count == 1 && out.values.first == ["t1"])
    #expect(out.keys.allSatisfy { (70..<80).contains($0) })
    #expect(try tracker.finish().isEmpty)
  }

  @Test func bearsTimesOfAnyKind() throws {
    let times: [(Int) -> Int] = [
      { $0 * 2 + $0 % 3 }, { $0 * $0 }, { $0 / 4 * 9 }, { _ in 0 }, { -$0 }, { $0 * 1_000_000 },
      { $0 % 2 == 0 ? .max : .min },
    ]
    for time in times {
      let film = SyntheticFilm(
        frameCount: 200,
        actors: [walker(from: 0.1, by: 0.003, in: 0..<200) { frame, _ in frame % 5 < 3 ? 0.9 : nil }],
        time: time)
      let tracks = try film.tracks()
      #expect(film.recall(of: tracks) == 1)
      for track in tracks {
        let frames = track.boxes.map(\.frame)
        #expect(frames == Array(frames[0]..<frames[0] + frames.count))
        #expect(track.boxes.allSatisfy { $0.time == time($0.frame) })
      }
    }
  }

  @Test func bearsBoxesOfAnyKind() throws {
    let rects = [
      NormalizedRect(x: -15.9, y: -15.9, width: 16, height: 16),
      NormalizedRect(x: 0.9, y: 0.9, width: 16, height: 16),
      NormalizedRect(x: .nan, y: 0, width: 1, height: 1),
      NormalizedRect(x: 0, y: 0, width: .infinity, height: 1),
      NormalizedRect(x: 0.5, y: 0.5, width: -1, height: 1),
      NormalizedRect(x: 0.5, y: 0.5, width: 1e-300, height: 1e-300),
      NormalizedRect(x: 3, y: 3, width: 1, height: 1),
      NormalizedRect(x: -1, y: 0.2, width: 1.001, height: 0.3),
    ]
    for seed in 0..<20 {
      let film = SyntheticFilm(
        frameCount: 60,
        phantoms: { frame, _ in
          var random = SplitMix(seed: UInt64(seed * 1000 + frame))
          return (0..<4).map { _ in
            FaceSighting(rect: rects[Int(random.next() % UInt64(rects.count))], score: 0.9)
          } + [FaceSighting(rect: NormalizedRect(x: 0.2, y: 0.2, width: 0.1, height: 0.1), score: .nan)]
        })
      #expect(try film.tracks().flatMap(\.boxes).allSatisfy { $0.rect.isValid })
    }
  }

  @Test func findsTheSameEveryTime() throws {
    let film = RandomFilm(seed: 5).film
    #expect(try film.tracks() == film.tracks())
  }
}
