internal import CWorker
internal import Glibc

/// A process of this program that scrubs photos for this one. Letting it go ends it.
struct WorkerProcess: ~Copyable {
  private let process: fbw_process
  let channel: WorkerChannel
  /// What starting one takes of the system: this program, and what swallows what it prints.
  private static let needed: [FilePath] = ["/proc/self/exe", "/dev/null"]
  var id: Int32 { process.id }

  /// - Parameters:
  ///   - arguments: what it is started with, behind the program's name.
  ///   - target: the folder that it is handed, open.
  /// - Throws: `FaceBlurError` where the system does not start it.
  init(_ arguments: [[UInt8]], target: HeldFolder) throws(FaceBlurError) {
    var process = fbw_process()
    let status = Self.lending([Array("faceblur".utf8)] + arguments) { arguments in
      target.lending { fbw_start(arguments, $0, &process) }
    }
    guard status == .ok else {
      let reason = SystemError.text()
      // The system does not say which file it means.
      let missing = Self.needed.first { !$0.exists }.map { "\($0) is missing" }
      throw FaceBlurError(.libraryUnusable, "no worker process can be started: \(missing ?? reason)")
    }
    self.process = process
    channel = WorkerChannel(process.channel)
  }

  deinit {
    _ = fbw_finish(process)
  }

  /// Ends it, where it has not ended.
  consuming func finish() -> WorkerEnd {
    let process = process
    discard self
    return WorkerEnd(fbw_finish(process))
  }

  /// Lends arguments to a call as C strings.
  private static func lending<Result>(
    _ arguments: [[UInt8]], to body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var copies = arguments.map { word in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
      for (index, byte) in word.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[word.count] = 0
      return Optional(copy)
    }
    defer { for copy in copies { copy?.deallocate() } }
    copies.append(nil)
    return copies.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("the array holds a terminator") }
      return body(base)
    }
  }
}

/// How a worker has ended.
enum WorkerEnd: Sendable, Hashable {
  case signal(Int32)
  /// It ended itself.
  case code(Int32)
  /// It was running, and sent a message that may not come at that point.
  case invalidMessage

  init(_ end: fbw_end) {
    self = end.signal == 0 ? .code(end.code) : .signal(end.signal)
  }
}

extension WorkerEnd: CustomStringConvertible {
  var description: String {
    switch self {
    case .signal(SIGXCPU): "its worker was ended because it computed for too long"
    case .signal(SIGKILL): "its worker was ended by signal 9 (killed), as it is where memory runs out"
    case .signal(let number):
      "its worker was ended by signal \(number)"
        + (fbw_signal_text(number).map { " (\(String(cString: $0).lowercased()))" } ?? "")
    case .code(let code): "its worker ended itself" + (code < 0 ? "" : " with code \(code)")
    case .invalidMessage: "its worker gave an answer that makes no sense"
    }
  }
}
