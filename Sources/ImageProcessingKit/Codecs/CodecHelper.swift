internal import CCodec
internal import Glibc

/// A process that decodes and encodes pictures with other people's libraries, and can do nothing else. Letting it go ends it.
///
/// One thread at a time asks it for one thing at a time: whoever has taken it out of the pool. That is why it may go from thread to
/// thread.
final class CodecHelper: @unchecked Sendable {
  private var helper: fbc_helper
  /// Whether it can be asked for one film after another.
  let isForFilms: Bool
  private var isLost = false

  /// The program's file.
  static let file = "faceblur-codec"

  /// - Parameters:
  ///   - program: its path.
  ///   - purpose: what it will be asked for.
  ///   - isConfined: whether one that nothing confines is refused.
  /// - Throws: `FaceBlurError` where there is none, or the system does not start or confine it.
  init(
    _ program: FilePath, for purpose: fbc_purpose = .photos, isConfined: Bool
  ) throws(FaceBlurError) {
    var helper = fbc_helper()
    let status = program.withCString { fbc_start($0, purpose, isConfined, &helper) }
    let code = errno
    switch status {
    case .ok: (self.helper, isForFilms) = (helper, purpose == .films)
    case .noJail: throw .codecNotConfined
    case .failed: throw .codecNotStarted(program, code)
    default: throw .codecNotStarted(program, nil)
    }
  }

  deinit {
    _ = fbc_finish(&helper)
  }

  /// Lets go of a film, and waits for a process that is for the next one.
  /// - Returns: false where there is none: it is of no more use then.
  func beginNextFilm() -> Bool {
    guard isForFilms, !isLost else { return false }
    isLost = fbc_next_film(&helper) != .ok
    return !isLost
  }

  /// What came of a request.
  enum Answer {
    /// What came out, and what is said of it.
    case done([UInt8], fbc_response)
    case refused(fbc_status)
    /// The process is of no more use.
    case lost(String)
  }

  /// - Parameter count: how many bytes may come out.
  func perform(_ request: fbc_request, _ input: [UInt8], count: Int) -> Answer {
    var status = fbc_status.failed
    var response = fbc_response()
    let output = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      status = withUnsafePointer(to: request) { request in
        input.withUnsafeBufferPointer { input in
          fbc_perform(
            &helper, request, input.baseAddress, input.count, buffer.baseAddress, buffer.count, &response)
        }
      }
      filled = status == .ok ? min(Int(clamping: response.count), count) : 0
    }
    let code = errno
    switch status {
    case .failed, .ended, .timedOut, .lied: isLost = true
    default: break
    }
    switch status {
    case .ok: return .done(output, response)
    case .failed: return .lost(SystemError.text(of: code))
    case .ended: return .lost("it ended")
    case .timedOut: return .lost("it took too long")
    case .lied: return .lost("its answer makes no sense")
    default: return .refused(status)
    }
  }
}
