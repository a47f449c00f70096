import Synchronization
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A look at a film that somebody watches, and ends.
@Suite struct WatchedFilmTests {
  private static func look(_ isWanted: @escaping @Sendable (Double) -> Bool) throws -> (
    told: [Double], error: FaceBlurError?
  ) {
    let told = Monitor<[Double]>([])
    let watch = WatchedFilm.Watch(
      tell: { part in told.update { $0.append(part) } },
      isWanted: { isWanted(told.update { $0.last ?? 0 }) })
    var failure: FaceBlurError?
    do throws(FaceBlurError) {
      let film = WatchedFilm(FileBytes(try bytes()), watch)
      _ = try FilmPipeline(detector: SquareDetector()).detect(try MP4File(film), named: "film.mp4")
    } catch {
      failure = error
    }
    return (told.update { $0 }, failure)
  }

  private static func bytes() throws(FaceBlurError) -> [UInt8] {
    do { return try TestFilm().bytes() } catch { throw .internalError("\(error)") }
  }

  @Test func tellsHowFarItIs() throws {
    let look = try Self.look { _ in true }
    #expect(look.error == nil && look.told.count >= 20)
    #expect(
      look.told == look.told.sorted() && (look.told.last ?? 0) > 0.8 && look.told.allSatisfy { $0 <= 1 })
  }

  @Test func endsWhereItIsNotWantedAnyMore() throws {
    let look = try Self.look { $0 < 0.5 }
    #expect(look.error?.kind == .cancelled && (look.told.last ?? 1) < 0.9)
  }
}
