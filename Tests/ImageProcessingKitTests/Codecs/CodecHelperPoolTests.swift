import CCodec
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Who is given which helper, and who waits.
@Suite struct CodecHelperPoolTests {
  private static let obstacle = FaceBlurError.codecLost("it ended before", .decodingPhoto)

  private func helper(for purpose: fbc_purpose) throws -> CodecHelper {
    try CodecHelper(FilePath(BuiltCommand.program("faceblur-codec")), for: purpose, isConfined: false)
  }

  /// What a turn says, in a word.
  private func word(_ turn: CodecHelperPool.Turn?) -> String {
    switch turn {
    case .ask: "ask"
    case .start: "start"
    case .goWithout: "go without"
    case nil: "wait"
    }
  }

  /// A helper that another thread is asking is not lost: whoever needs it, too, comes after that one.
  @Test func aPhotoWaitsForTheOnlyHelper() throws {
    var pool = CodecHelperPool()
    let helper = try helper(for: .photos)
    pool.prepare([helper], obstacle: Self.obstacle)
    for _ in 0..<3 {
      let turns = [pool.takeTurn(), pool.takeTurn(), pool.takeTurn()].map(word)
      #expect(turns == ["ask", "wait", "wait"])
      pool.giveBack(helper)
      #expect(!pool.isLost)
    }
  }

  /// Nobody waits for a helper that does not come back.
  @Test func aPhotoGoesWithoutOnceAllAreLost() throws {
    var pool = CodecHelperPool()
    pool.prepare([try helper(for: .photos)], obstacle: Self.obstacle)
    var turns = [pool.takeTurn(), pool.takeTurn()].map(word)
    pool.lose()
    turns += [pool.takeTurn(), pool.takeTurn()].map(word)
    #expect(turns == ["ask", "wait", "go without", "go without"])
    #expect(pool.isLost)
    var empty = CodecHelperPool()
    empty.prepare([], obstacle: Self.obstacle)
    let turn = word(empty.takeTurn())
    #expect(turn == "go without" && !empty.isLost)
  }

  @Test func aProcessThatMayStartsAsManyAsAreNeeded() throws {
    var pool = CodecHelperPool()
    var turns = [pool.takeTurn(), pool.takeTurn()].map(word)
    pool.giveBack(try helper(for: .photos))
    pool.lose()
    turns += [pool.takeTurn(), pool.takeTurn()].map(word)
    #expect(turns == ["start", "start", "ask", "start"])
    #expect(!pool.isLost)
  }

  /// A film that holds one would wait for itself.
  @Test func noFilmWaits() throws {
    var pool = CodecHelperPool()
    let helper = try helper(for: .films)
    pool.prepare([helper], obstacle: Self.obstacle)
    var turns = [pool.takeForFilm(), pool.takeForFilm(), pool.takeTurn() ?? .start].map(word)
    pool.giveBackForFilms(helper)
    turns.append(word(pool.takeForFilm()))
    #expect(turns == ["ask", "go without", "go without", "ask"])
  }
}
