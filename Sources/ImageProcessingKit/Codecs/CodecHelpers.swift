internal import CCodec
internal import Synchronization

/// The processes in which this one has pictures decoded and encoded by other people's libraries: each is kept for the next request,
/// and as many run as threads have asked at once.
public enum CodecHelpers {
  private struct Pool {
    var idle: [CodecHelper] = []
    /// Those that were started for films, of which none is open.
    var idleForFilms: [CodecHelper] = []
    var isConfined = true
    /// Why none can be started: this process has given up the right to.
    var obstacle: FaceBlurError?
    /// How many it had then.
    var prepared = 0
  }
  private static let pool = Mutex(Pool())

  /// Lets them run from now on where the kernel cannot confine them, which is an error else: a photo that breaks a decoder is free
  /// to do what this process may.
  public static func allowUnconfined() { pool.withLock { $0.isConfined = false } }

  /// Whether the program that they run is there.
  package static var isInstalled: Bool { places.contains(where: \.exists) }

  /// Whether nothing that reads photos for another process may run unconfined.
  static var areConfined: Bool { pool.withLock { $0.isConfined } }

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
    pool.withLock { pool in
      pool.prepared = started.count
      pool.obstacle = obstacle
      switch need {
      case .photos: pool.idle += started
      case .films: pool.idleForFilms += started
      }
    }
  }

  /// Whether this process had helpers, has lost one and can have no other one. Nothing is in work when it is asked.
  static var isLost: Bool {
    pool.withLock { $0.obstacle != nil && $0.idle.count + $0.idleForFilms.count < $0.prepared }
  }

  /// Asks a helper.
  /// - Parameter count: how many bytes may come out.
  /// - Throws: `FaceBlurError` where there is none, or it could not do what was asked.
  static func perform(
    _ request: fbc_request, _ input: [UInt8], count: Int, of codec: CodecName
  ) throws(FaceBlurError) -> [UInt8] {
    while true {
      let (idle, obstacle) = pool.withLock { pool in (pool.idle.popLast(), pool.obstacle) }
      if idle == nil, let obstacle { throw obstacle }
      let helper: CodecHelper
      if let idle { helper = idle } else { helper = try start() }
      switch helper.perform(request, input, count: count) {
      case .done(let output, _):
        pool.withLock { $0.idle.append(helper) }
        return output
      case .refused(let status):
        pool.withLock { $0.idle.append(helper) }
        throw codec.error(status)
      case .lost(let reason):
        // One that was idle may have ended with the thread that started it; only a new one was lost to this photo.
        guard idle != nil, obstacle == nil else { throw .codecLost(reason, .decodingPhoto) }
      }
    }
  }

  /// A helper for one film, which no other one is given as long as it is there. It ends with the thread that calls, or where this process
  /// may start none any more, it is one that was started before.
  /// - Throws: `FaceBlurError` where there is none.
  static func startForFilm() throws(FaceBlurError) -> CodecHelper {
    let (idle, obstacle) = pool.withLock { pool in (pool.idleForFilms.popLast(), pool.obstacle) }
    if let idle { return idle }
    if let obstacle { throw obstacle }
    return try start(for: .film)
  }

  /// Takes a helper whose film is over. It is kept for the next one where this process may start no other.
  static func takeBack(_ helper: CodecHelper) {
    guard pool.withLock({ $0.obstacle != nil }), helper.beginNextFilm() else { return }
    pool.withLock { $0.idleForFilms.append(helper) }
  }

  private static func start(for purpose: fbc_purpose = .photos) throws(FaceBlurError) -> CodecHelper {
    guard let program = places.first(where: \.exists) else { throw .codecMissing(searched: places) }
    return try CodecHelper(program, for: purpose, isConfined: pool.withLock { $0.isConfined })
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
