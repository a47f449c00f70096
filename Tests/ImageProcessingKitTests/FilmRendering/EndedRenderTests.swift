import TestSupport
import Testing

@testable import ImageProcessingKit

/// Work on a film that somebody ends: nobody waits until a picture is done.
@Suite struct EndedRenderTests {
  private static let film = TestFilm { $0.frames = 24 }

  /// What was asked and told, in its order: nil for a question.
  private func asked(endingAt last: Int? = nil) throws -> (steps: [FilmProgress?], kind: FaceBlurError.Kind?)
  {
    let bytes = FileBytes(try Self.film.bytes())
    let plan = try SplicedRenderTests.Spliced.plan(Self.film, 8..<16)
    let steps = Monitor<[FilmProgress?]>([])
    let watch = FilmWatch { progress in
      steps.update {
        $0.append(progress)
        return $0.count - 1 != last
      }
    }
    var kind: FaceBlurError.Kind?
    do throws(FaceBlurError) {
      let file = try MP4File(bytes)
      _ = try FilmRenderer(file, bytes, plan, FilmRenderOptions(), watch).render(into: MemorySink())
    } catch {
      kind = error.kind
    }
    return (steps.update { $0 }, kind)
  }

  @Test func endsWhereverItIsAsked() throws {
    let (steps, kind) = try asked()
    let first = try #require(steps.firstIndex { $0 != nil })
    #expect(kind == nil && steps.compactMap(\.self).map(\.done) == Array(1...8))
    // Each of eight pictures is decoded and coded at least once until it is known how finely; sixteen are copied.
    #expect(first > 16 && steps.count { $0 == nil } >= first + 16)
    for end in [0, first / 2, first - 1, first, steps.count - 1] {
      let ended = try asked(endingAt: end)
      #expect(ended.kind == .cancelled && ended.steps == Array(steps.prefix(end + 1)), "\(end)")
    }
  }
}
