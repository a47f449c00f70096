import Foundation
import TestSupport

@testable import ImageProcessingKit

extension ScratchFolder {
  /// Writes a film and an edit of it, as `blur` would; the render is made without a renderer, of the same pictures at the same times, in groups
  /// of another length.
  /// - Parameters:
  ///   - name: of the film.
  ///   - film: with twenty pictures.
  ///   - target: of the render; nil for beside the film.
  func writeEditedFilm(
    _ name: String = "film.mp4", _ film: TestFilm = TestFilm(), to target: String? = nil
  ) throws {
    let path = FilePath(try write(film.bytes(), name))
    var regrouped = film
    regrouped.groupLength = 5
    let edit = try FilmEdit.open(path, reader: FilmPipeline.reader)
    var outputs = OutputGuard(originals: [path])
    let staged = try edit.stage(for: target.map { FilePath(self.path($0)) }, guardedBy: outputs)
    staged.file.sink.append(try regrouped.bytes())
    _ = try edit.commit(
      staged, hiding: Self.plan,
      foundBy: DetectorIdentity(
        name: "yunet", modelSHA256: String(repeating: "ab", count: 32), longSides: [640], threshold: 0.6),
      FilmRecord.Making(audio: .drop, quality: 19, way: .spliced),
      at: Date(timeIntervalSince1970: 1_700_000_000), guardedBy: &outputs)
  }

  /// A face that moves for a second, of 30,000 ticks, and one that a person has excluded.
  private static let plan: FilmPlan = {
    func point(_ time: Int, _ x: Double) -> TrackPoint {
      TrackPoint(time: time, rect: NormalizedRect(x: x, y: 0.25, width: 0.125, height: 0.25))
    }
    return FilmPlan(
      tracks: [
        PlannedTrack(
          id: "t1", points: [point(0, 0.25), point(30_000, 0.5)], score: 0.8764, origin: .detected),
        PlannedTrack(
          id: "t2", points: [point(15_000, 0.75)], score: 0.5, origin: .detected, state: .excluded),
      ], strength: .default)
  }()
}
