internal import CCodec

/// The processes in which this one has pictures decoded and encoded by other people's libraries: each is kept for the next request,
/// and as many run as threads have asked at once.
public enum CodecHelpers {
  private static let pool = Monitor(CodecHelperPool())

  /// Lets them run from now on where the kernel cannot confine them, which is an error else: a photo that breaks a decoder is free
  /// to do what this process may.
  public static func allowUnconfined() { pool.update { $0.isConfined = false } }

  /// Whether the program that they run is there.
  package static var isInstalled: Bool { places.contains(where: \.exists) }

  /// Whether nothing that reads photos for another process may run unconfined.
  static var areConfined: Bool { pool.update { $0.isConfined } }

  /// What a process will ask for after it has given up the right to start helpers.
  enum Need: String, Sendable, Codable {
    case photos, films
  }

  /// Helpers that one film is given at once: what decodes the original and what encodes or decodes the render, and one that is on its way
  /// back.
  private static let helpersForFilms = 3

  /// Starts helpers that are asked later: for a process that is about to give up the right to start any. Where there is none, that
  /// is said when one is needed.
  static func prepareForConfinement(needing need: Need) {
    var started: [CodecHelper] = []
    var obstacle = FaceBlurError.codecLost("it ended before", .decodingPhoto)
    do {
      switch need {
      case .photos: started = [try start()]
      case .films: for _ in 0..<helpersForFilms { started.append(try start(for: .films)) }
      }
    } catch {
      obstacle = error
    }
    pool.update { $0.prepare(started, obstacle: obstacle) }
  }

  /// Whether this process had helpers, has lost one and can have no other one. Nothing is in work when it is asked.
  static var isLost: Bool { pool.update { $0.isLost } }

  /// Asks a helper, as soon as one is free where no other one can be started.
  /// - Parameter count: how many bytes may come out.
  /// - Throws: `FaceBlurError` where there is none, or it could not do what was asked.
  static func perform(
    _ request: fbc_request, _ input: [UInt8], count: Int, of codec: CodecName
  ) throws(FaceBlurError) -> [UInt8] {
    while true {
      let turn = pool.wait { $0.takeTurn() }
      let helper: CodecHelper
      switch turn {
      case .ask(let idle): helper = idle
      case .start:
        do { helper = try start() } catch {
          pool.update { $0.lose() }
          throw error
        }
      case .goWithout(let obstacle): throw obstacle
      }
      switch helper.perform(request, input, count: count) {
      case .done(let output, _):
        pool.update { $0.giveBack(helper) }
        return output
      case .refused(let status):
        pool.update { $0.giveBack(helper) }
        throw codec.error(status)
      case .lost(let reason):
        let canHaveAnother = pool.update { pool in
          pool.lose()
          return pool.obstacle == nil
        }
        // One that was idle may have ended with the thread that started it; only a new one was lost to this photo.
        guard case .ask = turn, canHaveAnother else { throw .codecLost(reason, .decodingPhoto) }
      }
    }
  }

  /// A helper for one film, which no other one is given as long as it is there. It ends with the thread that calls, or where this process
  /// may start none any more, it is one that was started before.
  /// - Throws: `FaceBlurError` where there is none.
  static func startForFilm() throws(FaceBlurError) -> CodecHelper {
    switch pool.update({ $0.takeForFilm() }) {
    case .ask(let idle): return idle
    case .start: return try start(for: .film)
    case .goWithout(let obstacle): throw obstacle
    }
  }

  /// Takes a helper whose film is over. It is kept for the next one where this process may start no other.
  static func takeBack(_ helper: CodecHelper) {
    guard pool.update({ $0.obstacle != nil }), helper.beginNextFilm() else { return }
    pool.update { $0.giveBackForFilms(helper) }
  }

  private static func start(for purpose: fbc_purpose = .photos) throws(FaceBlurError) -> CodecHelper {
    guard let program = places.first(where: \.exists) else { throw .codecMissing(searched: places) }
    return try CodecHelper(program, for: purpose, isConfined: areConfined)
  }

  /// Where it may be, given where this program is.
  private static var places: [FilePath] { FilePath.places(ofProgram: CodecHelper.file) }
}

/// What a codec is called, and which of Debian's packages have it.
struct CodecName {
  let format: String
  let packages: String

  /// What an answer means.
  func error(_ status: fbc_status) -> FaceBlurError {
    switch status {
    case .missing: .codecLibraryMissing(self)
    case .unsupported:
      .unsupportedPhoto(
        format: "\(format) picture", reason: "its codec cannot read or write it", instead: "another picture")
    case .damaged, .mismatch: .damagedPhoto("its \(format) code breaks the rules")
    case .tooLarge:
      .unsupportedPhoto(
        format: "\(format) picture", reason: "it becomes larger than its samples are",
        instead: "another picture")
    case .outOfMemory: .outOfMemory(.decodingPhoto)
    default: .internalError("the codec of \(format) was asked for something odd")
    }
  }
}
