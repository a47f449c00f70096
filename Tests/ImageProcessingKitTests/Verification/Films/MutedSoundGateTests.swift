import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the gate takes for sound that is silent while somebody is hidden.
@Suite struct MutedSoundGateTests {
  private let film: SplicedFilm
  /// Packets of 128 ms, of which the first is heard before the pictures: somebody is hidden from 0.8 to 1.6 seconds, and packets reach into
  /// those beside them.
  private static let silent = 6...14
  /// One channel.
  private static let silence: [UInt8] = [0, 0, 0, 7]

  init() throws { film = try SplicedFilm.shared() }

  private func refusal(
    _ silent: ClosedRange<Int> = Self.silent, _ plan: FilmPlan? = nil,
    _ change: (inout [[UInt8]]) -> Void = { _ in }
  ) -> FaceBlurError.Kind? {
    var render = film.render
    for index in silent { render.tracks[1].samples[index] = Self.silence }
    change(&render.tracks[1].samples)
    return film.refusal(of: render.bytes, plan, audio: .whereNobodyIsHidden)?.kind
  }

  @Test func passesWhatIsSilentWhereItShouldBe() {
    #expect(refusal() == nil)
    // Those beside may be silent, too, and no others.
    #expect(refusal(4...15) == nil)
    #expect(refusal(3...14) == .leak(.sound))
    #expect(refusal(6...16) == .leak(.sound))
  }

  @Test(arguments: silent) func refusesAPacketThatIsHeard(index: Int) throws {
    let original = try RebuiltFilm(film.original).tracks[1].samples
    #expect(refusal { $0[index] = original[index] } == .leak(.sound))
    #expect(refusal { $0[index] = original[index == 14 ? 0 : 20] } == .leak(.sound))
  }

  @Test func refusesWhatIsChangedWhereNobodyIsHidden() {
    #expect(refusal { $0[1] = Self.silence } == .leak(.sound))
    #expect(refusal { $0[18][3] ^= 1 } == .leak(.sound))
    #expect(refusal { $0.swapAt(0, 1) } == .leak(.sound))
  }

  /// Every bit of a silent packet is the one that it must be, and there are no more.
  @Test func refusesSilenceThatSaysSomething() {
    for place in 0..<32 {
      var packet = Self.silence
      packet[place >> 3] ^= 0x80 >> UInt8(place & 7)
      #expect(refusal { $0[10] = packet } == .leak(.sound), "bit \(place)")
    }
    #expect(refusal { $0[10] = Self.silence + [0] } == .leak(.sound))
    #expect(refusal { $0[10].removeLast() } == .leak(.sound))
    #expect(refusal { $0[10] = [0x21, 0, 0, 0, 0, 0x1C] } == .leak(.sound))
  }

  @Test func readsWhatIsHiddenFromThePlan() {
    var plan = film.plan
    plan.tracks.append(
      PlannedTrack(
        id: "t2", points: [TrackPoint(time: 0, rect: NormalizedRect(x: 0, y: 0, width: 0.1, height: 0.1))],
        score: nil, origin: .manual, state: .excluded))
    #expect(refusal(Self.silent, plan) == nil)
    // A box that nobody sees: the picture is the same, and somebody is hidden all the same.
    plan.tracks[1].state = .applied
    plan.tracks[1].points = [TrackPoint(time: 0, rect: NormalizedRect(x: 9, y: 9, width: 0.1, height: 0.1))]
    #expect(refusal(Self.silent, plan) == .leak(.sound))
    #expect(
      refusal(Self.silent, plan) { samples in for index in 0...2 { samples[index] = Self.silence } } == nil)
  }

  /// Whatever is said of the sound of either film, by one byte of what describes it, neither reader comes to grief.
  @Test func survivesEveryByteThatDescribesTheSound() throws {
    for bytes in [film.original, film.render.bytes] {
      let movie = try #require(TestBox.list(bytes).first { $0.type == "moov" })
      let sound = try #require(TestBox.list(bytes, in: movie.content).last { $0.type == "trak" })
      for place in sound.range {
        var changed = bytes
        changed[place] = [0, 0xFF, bytes[place] ^ 0x41][place % 3]
        _ = try? MP4File(FileBytes(changed)).audioTracks(silentDuring: [24_000..<48_000])
        guard let one = try? ExaminedFilm(FileBytes(changed)),
          let other = try? ExaminedFilm(FileBytes(film.render.bytes)),
          let pictures = one.pictureTracks.first,
          let before = one.soundTracks.first, let after = other.soundTracks.first
        else { continue }
        _ = try? MutedSoundCheck(before, of: one, after, of: other, film.plan, pictures).check()
      }
    }
  }

  @Test func aRenderWithAllOfTheSoundIsNone() {
    #expect(film.refusal(of: film.render.bytes, audio: .whereNobodyIsHidden)?.kind == .leak(.sound))
    var render = film.render
    for index in Self.silent { render.tracks[1].samples[index] = Self.silence }
    #expect(film.refusal(of: render.bytes, audio: .all)?.kind == .leak(.sound))
  }
}
