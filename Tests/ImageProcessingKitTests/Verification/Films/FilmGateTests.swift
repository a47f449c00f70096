import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of films that are right pass the gate, and those whose pictures are wrong do not.
@Suite struct FilmGateTests {
  private let film: SplicedFilm

  init() throws { film = try SplicedFilm.shared() }

  @Test(arguments: [16, 23, 30]) func passesARightRender(quality: Int) throws {
    let render = try SplicedFilm.render(film.original, film.hiddenPictures, quality: quality)
    #expect(film.refusal(of: render.bytes, quality: quality) == nil)
  }

  @Test func passesARightRenderWithoutSound() {
    var render = film.render
    render.tracks.removeLast()
    #expect(film.refusal(of: render.bytes, audio: .none) == nil)
    #expect(film.refusal(of: render.bytes, audio: .all)?.kind == .leak(.sound))
    #expect(film.refusal(of: film.render.bytes, audio: .none)?.kind == .leak(.sound))
  }

  @Test func countsEveryPicture() throws {
    var count = 0
    try FilmGate(original: FileBytes(film.original), render: FileBytes(film.render.bytes))
      .check(film.plan, audio: .all) { () throws(FaceBlurError) in count += 1 }
    #expect(count == SplicedFilm.film.frames)
  }

  /// - Returns: why a render is refused that shows other pictures in the hidden group.
  private func refusal(_ change: (inout [[UInt8]]) throws -> Void) throws -> FaceBlurError.Kind? {
    var pictures = film.hiddenPictures
    try change(&pictures)
    return film.refusal(of: try SplicedFilm.render(film.original, pictures).bytes)?.kind
  }

  @Test(arguments: [0, 4, 7]) func refusesOneFrameLeftOpen(frame: Int) throws {
    #expect(try refusal { $0[frame] = film.pictures[8 + frame] } == .leak(.region))
  }

  @Test func refusesAFaceThatShinesThrough() throws {
    let kind = try refusal { pictures in
      for frame in pictures.indices {
        let before = film.pictures[8 + frame]
        for place in before.indices {
          pictures[frame][place] = UInt8((Int(pictures[frame][place]) * 2 + Int(before[place])) / 3)
        }
      }
    }
    #expect(kind == .leak(.region))
  }

  @Test func refusesAShiftedRegion() throws {
    var plan = film.plan
    plan.tracks[0].points = plan.tracks[0].points.map { point in
      let rect = point.rect
      return TrackPoint(
        time: point.time,
        rect: NormalizedRect(x: rect.x + 0.1, y: rect.y, width: rect.width, height: rect.height))
    }
    #expect(
      try refusal { pictures in
        for frame in pictures.indices {
          pictures[frame] = try SplicedFilm.hide(film.pictures[8 + frame], 8 + frame, plan)
        }
      } == .leak(.region))
  }

  @Test func refusesFramesInAnotherOrder() throws {
    #expect(try refusal { $0.swapAt(2, 5) } != nil)
  }

  @Test func refusesADoubledFrame() throws {
    #expect(try refusal { $0[4] = $0[3] } != nil)
  }

  @Test func refusesAPictureBesideTheRegions() throws {
    let kind = try refusal { pictures in
      for row in 200..<232 {
        for column in 20..<52 {
          pictures[3][row * 320 + column] = UInt8(truncatingIfNeeded: 37 * (row ^ column))
        }
      }
    }
    #expect(kind == .leak(.changedOutside))
  }

  /// Whatever it is called: a group that is touched and not hidden differs from what the plan makes of it, in every plane.
  @Test(arguments: [6..<16, 8..<17, 23..<24]) func refusesACopiedGroupThatHoldsAFace(track: Range<Int>) {
    let kind = film.refusal(of: film.render.bytes, SplicedFilm.plan(track))?.kind
    #expect(kind == .leak(.region) || kind == .leak(.changedOutside))
  }

  @Test func refusesTheOriginalItself() throws {
    #expect(film.refusal(of: film.original) != nil)
    var render = try RebuiltFilm(film.original)
    render.tracks[0].samples = render.tracks[0].samples.map { packet in
      TestUnits.packet(TestUnits.list(packet).filter { $0[0] & 31 != 6 })
    }
    #expect(film.refusal(of: render.bytes)?.kind == .leak(.region))
    #expect(film.refusal(of: render.bytes, SplicedFilm.plan(0..<0)) == nil)
  }

  @Test func refusesAnotherStyle() throws {
    let fill = try #require(ObscuringStrength(style: .fill, margin: film.plan.strength.margin))
    #expect(
      film.refusal(of: film.render.bytes, SplicedFilm.plan(8..<16, strength: fill))?.kind == .leak(.region))
  }

  @Test func refusesAGroupThatIsCopiedInPart() throws {
    let refusal = try film.refusal { render in
      render.tracks[0].samples[12] = try RebuiltFilm(film.original).tracks[0].samples[12]
    }
    #expect(refusal?.kind == .leak(.damaged))
  }

  @Test func refusesACopiedPictureThatWasChanged() {
    let refusal = film.refusal { render in
      let last = render.tracks[0].samples[3].count - 1
      render.tracks[0].samples[3][last] ^= 0x40
    }
    #expect(refusal?.kind == .leak(.changedOutside))
  }

  @Test func refusesParameterSetsThatChangeCopiedPictures() {
    // Of the original's set of pictures, the first quantiser.
    let refusal = film.refusal { render in
      guard var sets = RebuiltFilm.content("avcC", of: render.tracks[0].entry) else { return }
      sets[12] ^= 1
      render.tracks[0].entry = RebuiltFilm.setting("avcC", to: sets, of: render.tracks[0].entry)
    }
    #expect(refusal != nil)
  }

  @Test func refusesNewSetsUnderTheNumberOfOldOnes() throws {
    let coded = try TestUnits.encoded(film.hiddenPictures, width: 320, height: 240, setNumber: 0)
    let refusal = film.refusal { render in
      guard
        let own = (try? RebuiltFilm(film.original)).flatMap({
          RebuiltFilm.content("avcC", of: $0.tracks[0].entry)
        })
      else { return }
      render.tracks[0].entry = RebuiltFilm.setting(
        "avcC", to: TestUnits.adding(coded, to: own), of: render.tracks[0].entry)
      for index in SplicedFilm.hidden { render.tracks[0].samples[index] = coded.packets[index - 8] }
    }
    #expect(refusal?.kind == .leak(.damaged))
  }

  @Test func passesAFilmThatWasCodedAnewAsAWhole() throws {
    let (right, _) = try wholeRender { _ in }
    #expect(film.refusal(of: right.bytes) == nil)
    let (wrong, _) = try wholeRender { $0[11] = film.pictures[11] }
    #expect(film.refusal(of: wrong.bytes)?.kind == .leak(.region))
    let (other, _) = try wholeRender { $0[20] = film.pictures[3] }
    #expect(film.refusal(of: other.bytes)?.kind == .leak(.changedOutside))
  }

  /// All pictures coded anew, by sets of their own alone.
  private func wholeRender(
    _ change: (inout [[UInt8]]) -> Void
  ) throws -> (render: RebuiltFilm, coded: TestUnits.Coded) {
    var pictures = film.pictures
    pictures.replaceSubrange(8..<16, with: film.hiddenPictures)
    change(&pictures)
    let coded = try TestUnits.encoded(pictures, width: 320, height: 240, setNumber: 0)
    var render = film.render
    func sized(_ unit: [UInt8]) -> [UInt8] { ByteOrder.bigEndian.number(unit.count, 2) + unit }
    let configuration =
      [1] + coded.sequenceSet[1..<4] + [0xFF, 0xE1] + sized(coded.sequenceSet) + [1] + sized(coded.pictureSet)
      + [0xFD, 0xF8, 0xF8, 0]
    render.tracks[0].entry = RebuiltFilm.setting("avcC", to: configuration, of: render.tracks[0].entry)
    render.tracks[0].samples = coded.packets
    render.tracks[0].syncs = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    return (render, coded)
  }
}
