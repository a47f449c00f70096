import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// People who walk about, turn round and are missed at random.
struct RandomFilm {
  let film: SyntheticFilm
  /// For each actor and scene, the frames between its first sight and its last, in which nobody may see it.
  let sights: [[ClosedRange<Int>]]

  /// No face is missed for longer, in frames: a second.
  private static let longestGap = 30

  init(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let frameCount = Int.random(in: 60...150, using: &random)
    var cuts: Set<Int> = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      cuts.insert(Int.random(in: 20..<frameCount - 10, using: &random))
    }
    // Scenes of fewer frames may be taken for flashes.
    cuts = cuts.filter { cut in !cuts.contains { $0 != cut && abs($0 - cut) < 10 } }
    var film = SyntheticFilm(frameCount: frameCount, cuts: cuts)
    var sights: [[ClosedRange<Int>]] = []
    for index in 0..<Int.random(in: 1...5, using: &random) {
      let isFast = Bool.random(using: &random)
      let place = Self.path(lane: index, isFast: isFast, &random)
      let there = Int.random(in: 0..<30, using: &random)..<Int.random(in: 45...frameCount, using: &random)
      let seen = Self.seenFrames(in: there, isFast: isFast, &random).filter { place(Double($0) / 30).isValid }
      film.actors.append(
        SyntheticFilm.Actor(
          place: { frame in
            let rect = place(Double(frame) / 30)
            return there.contains(frame) && rect.isValid ? rect : nil
          },
          score: { frame, _ in seen.contains(frame) ? 0.9 : nil }))
      let byScene = Dictionary(grouping: seen.sorted(), by: film.scene)
      // Who is fast and seen once or twice in a scene may have been anywhere before.
      let known = byScene.values.filter { !isFast || $0.count > 2 }
      sights.append(known.map { $0[0]...$0[$0.count - 1] })
    }
    self.film = film
    self.sights = sights
  }

  /// A path in a lane of its own: of people at most, whose acceleration is three sizes of the face per second squared. Who is slow moves
  /// a size and a half per second, so that one sighting tells where the face is half a second later.
  private static func path(lane: Int, isFast: Bool, _ random: inout SplitMix) -> (Double) -> NormalizedRect {
    let size = Double.random(in: 0.03...0.06, using: &random)
    let (fast, slow) = (
      Double.random(in: 0.5...4, using: &random), Double.random(in: 0.5...3, using: &random)
    )
    let across = (isFast ? min(2, 2 / (fast * fast)) : 0.7 / max(fast, 1)) * size
    let drift = Double.random(in: -1...1, using: &random) * size * (isFast ? 4 : 0.7)
    let (x, phase) = (
      Double.random(in: 0.3...0.7, using: &random), Double.random(in: 0...6, using: &random)
    )
    let y = 0.05 + 0.19 * Double(lane)
    return { time in
      NormalizedRect(
        x: x + drift * (time - 2) + across * sin(fast * time + phase),
        y: y + 0.2 * size * sin(slow * time), width: size, height: size)
    }
  }

  /// The frames in which it is seen: anywhere, with gaps up to a second; of who is fast in most frames, with gaps up to a quarter.
  private static func seenFrames(in there: Range<Int>, isFast: Bool, _ random: inout SplitMix) -> Set<Int> {
    var seen: Set<Int> = []
    var frame = there.lowerBound + Int.random(in: 0..<15, using: &random)
    let share = Double.random(in: isFast ? 0.6...1 : 0.05...1, using: &random)
    while there.contains(frame) {
      seen.insert(frame)
      let isNext = Double.random(in: 0..<1, using: &random) < share
      frame += isNext ? 1 : Int.random(in: 2...(isFast ? 7 : longestGap), using: &random)
    }
    return seen
  }
}

/// What holds for any film: no frame between shows who was seen on both sides, and no box is beyond a cut.
@Suite struct FaceTrackPropertyTests {
  /// Frames that are hidden around sightings: half a second.
  private static let around = 15

  @Test(arguments: 0..<300) func everyFrameAroundSightingsIsCoveredByOneTrack(seed: Int) throws {
    let random = RandomFilm(seed: seed)
    let film = random.film
    let tracks = try film.tracks()
    for track in tracks {
      #expect(Set(track.boxes.map { film.scene(of: $0.frame) }).count == 1)
      let frames = track.boxes.map(\.frame)
      #expect(frames == Array(frames[0]..<frames[0] + frames.count))
      #expect(track.boxes.allSatisfy { $0.rect.isValid })
    }
    for (actor, sights) in zip(film.actors, random.sights) {
      for sight in sights {
        let around = sight.lowerBound - Self.around...sight.upperBound + Self.around
        let frames = around.filter {
          actor.place($0) != nil && (0..<film.frameCount).contains($0)
            && film.scene(of: $0) == film.scene(of: sight.lowerBound)
        }
        // One track covers them all.
        let missed = tracks.map { track -> [Int] in
          frames.filter { frame in
            let first = track.boxes[0].frame
            guard let face = actor.place(frame), track.boxes.indices.contains(frame - first) else {
              return true
            }
            return track.boxes[frame - first].rect.intersection(face).area < 0.8 * face.area
          }
        }
        #expect(
          missed.contains([]),
          "\(sight) of \(actor.place(sight.lowerBound).map(\.y) ?? 0): \(missed.min { $0.count < $1.count } ?? [])"
        )
      }
    }
  }

  /// What counts: the share of faces × frames that is hidden.
  @Test func nearlyAllFacesAreHiddenInNearlyAllFrames() throws {
    var (sum, count) = (0.0, 0)
    for seed in 1000..<1050 {
      let film = RandomFilm(seed: seed).film
      sum += film.recall(of: try film.tracks())
      count += 1
    }
    #expect(sum / Double(count) > 0.97)
  }
}
