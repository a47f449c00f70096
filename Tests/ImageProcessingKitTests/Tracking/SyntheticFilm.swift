import Foundation
import TestSupport

@testable import ImageProcessingKit

/// A film of which it is known where every face is, and which looks see it.
struct SyntheticFilm {
  enum Look: CaseIterable {
    case quick, full, close
  }

  struct Actor {
    /// Where the face is in a frame; nil where it is not there.
    var place: (Int) -> NormalizedRect?
    /// How surely a look at a frame sees it; nil where it does not.
    var score: (Int, Look) -> Double? = { _, _ in 0.95 }
  }

  var frameCount: Int
  var actors: [Actor] = []
  /// First frames of scenes, but for the first one.
  var cuts: Set<Int> = []
  /// When frames are shown, in ticks; 30 of them are a second.
  var time: (Int) -> Int = { $0 }
  /// Boxes that looks see where no face is.
  var phantoms: (Int, Look) -> [FaceSighting] = { _, _ in [] }

  static let ticks = 30

  /// The number of the scene of a frame.
  func scene(of frame: Int) -> Int { cuts.count { $0 <= frame } }

  /// Neighbouring scenes are as different as day and night.
  private static func picture(ofScene scene: Int) -> PixelBuffer {
    Texture(seed: scene).picture { scene % 2 == 0 ? $0 / 3 : 90 + $0 / 2 }
  }

  /// All tracks, by their ids.
  func tracks(looks: (any FrameLooking)? = nil) throws -> [FaceTrack] {
    let tracker = FaceTracker(looks ?? SyntheticLooks(self), timescale: Self.ticks)
    var tracks: [FaceTrack] = []
    let pictures = (0...cuts.count).map(Self.picture)
    for frame in 0..<frameCount {
      let picture = pictures[scene(of: frame)]
      tracks += try tracker.add(
        [FrameView(picture: picture) { picture }], of: (1920, 1080), time: time(frame))
    }
    tracks += try tracker.finish()
    return tracks.sorted { ($0.id.count, $0.id) < ($1.id.count, $1.id) }
  }
}

extension SyntheticFilm {
  /// The part of faces × frames that is hidden: that a box of some track holds to four fifths.
  func recall(of tracks: [FaceTrack]) -> Double {
    var hidden: [Int: [NormalizedRect]] = [:]
    for box in tracks.lazy.flatMap(\.boxes) { hidden[box.frame, default: []].append(box.rect) }
    var (count, covered) = (0, 0)
    for frame in 0..<frameCount {
      for place in actors.compactMap({ $0.place(frame) }) {
        count += 1
        if hidden[frame, default: []].contains(where: { $0.intersection(place).area >= 0.8 * place.area }) {
          covered += 1
        }
      }
    }
    return count == 0 ? 1 : Double(covered) / Double(count)
  }
}

/// Sees what is to be seen in a synthetic film, and keeps count.
final class SyntheticLooks: FrameLooking {
  let threshold = 0.65
  let floor = 0.26
  private(set) var counts: [SyntheticFilm.Look: Int] = [:]
  private(set) var fullFrames: [Int] = []
  private let film: SyntheticFilm

  init(_ film: SyntheticFilm) { self.film = film }

  func quickLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] { seen(in: frame, by: .quick) }

  func fullLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] {
    for view in frame.views { _ = try view.large?() }
    fullFrames.append(frame.index)
    return seen(in: frame, by: .full)
  }

  func closeLook(
    at frame: FilmFrame, for expected: [ExpectedFace]
  ) throws(FaceBlurError) -> [FaceSighting] {
    seen(in: frame, by: .close).filter { sighting in
      expected.contains { $0.rect.scaled(by: 3).containsMiddle(of: sighting.rect) }
    }
  }

  private func seen(in frame: FilmFrame, by look: SyntheticFilm.Look) -> [FaceSighting] {
    counts[look, default: 0] += 1
    return film.actors.compactMap { actor in
      guard let rect = actor.place(frame.index), let score = actor.score(frame.index, look) else {
        return nil
      }
      return FaceSighting(rect: rect, score: score)
    } + film.phantoms(frame.index, look)
  }
}

/// A scene's picture: plates of random brightness, wider than the frame, so that a camera can pan over it.
struct Texture {
  private static let width = 640
  private let rows: [[UInt8]]

  init(seed: Int) {
    var random = SplitMix(seed: UInt64(seed) &* 7919 &+ 17)
    // Scenes are of different brightness, as scenes are.
    let base = Int.random(in: 0...160, using: &random)
    var rows = [[UInt8]](
      repeating: [UInt8](repeating: UInt8(base), count: Self.width), count: FrameThumbnail.height)
    for _ in 0..<220 {
      let (x, y) = (Int.random(in: 0..<Self.width, using: &random), Int.random(in: 0..<36, using: &random))
      let (width, height) = (Int.random(in: 4...24, using: &random), Int.random(in: 3...14, using: &random))
      let level = UInt8(base + Int.random(in: 0...95, using: &random))
      for row in y..<min(y + height, rows.count) {
        for column in x..<min(x + width, Self.width) { rows[row][column] = level }
      }
    }
    self.rows = rows
  }

  /// What a camera shows of it.
  /// - Parameters:
  ///   - pan: how far it has turned, in columns; a frame shows 64.
  ///   - light: what happens to the brightness of a point.
  func picture(pan: Int = 0, light: (Double) -> Double = { $0 }) -> PixelBuffer {
    PixelBuffer(width: FrameThumbnail.width, height: FrameThumbnail.height) { bytes in
      for index in 0..<FrameThumbnail.width * FrameThumbnail.height {
        let level = rows[index / FrameThumbnail.width][
          (index % FrameThumbnail.width + pan) % Self.width]
        let lit = UInt8(min(max(light(Double(level)), 0), 255))
        for channel in 0..<3 { bytes[3 * index + channel] = lit }
      }
    }
  }
}
