internal import CHTTP
internal import Glibc
internal import ImageProcessingKit
internal import Synchronization

/// Something that answers requests, from several threads at once.
protocol Answering: Sendable {
  func answer(_ request: Request) -> Response
}

/// Serves one person on this machine.
struct Server: ~Copyable {
  /// By its number: a name could be somebody else's tomorrow.
  static let host = "127.0.0.1"

  private static let limits = chttp_limits(
    connections: 32, body_bytes: 64 << 10, request_milliseconds: 5_000, answer_milliseconds: 30_000)

  private final class Context: Sendable {
    let handler: Mutex<(any Answering)?> = Mutex(nil)
  }

  private let server: OpaquePointer
  private let context: Unmanaged<Context>
  let port: UInt16

  /// Begins to serve.
  /// - Parameters:
  ///   - port: nil for one that is free.
  ///   - makeHandler: is told the port; until it has returned, whoever asks gets 503.
  /// - Throws: `FaceBlurError` where the port is taken or there is no socket.
  init(port: UInt16?, _ makeHandler: (UInt16) -> any Answering) throws(FaceBlurError) {
    let context = Unmanaged.passRetained(Context())
    var server: OpaquePointer?
    let status = chttp_start(
      port ?? 0, Self.limits,
      { context, request, answer in
        guard let context else { return }
        let handler = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().handler.withLock { $0 }
        (handler?.answer(Request(request)) ?? Response(status: 503)).fill(answer)
      }, context.toOpaque(), &server)
    guard status == .ok, let server else {
      let reason = SystemError.text()
      context.release()
      throw .notServed(port, reason: reason, isTaken: status == .noPort)
    }
    self.server = server
    self.context = context
    self.port = chttp_port(server)
    let handler = makeHandler(self.port)
    context.takeUnretainedValue().handler.withLock { $0 = handler }
  }

  /// Answers what was asked, and takes no more.
  consuming func stop() {}

  deinit {
    chttp_stop(server)
    context.release()
  }
}

extension FaceBlurError {
  fileprivate static func notServed(_ port: UInt16?, reason: String, isTaken: Bool) -> FaceBlurError {
    guard isTaken, let port else {
      return FaceBlurError(.internalError, "the page cannot be served: \(reason)")
    }
    return FaceBlurError(
      .busy, "port \(port) cannot be had: \(reason)", advice: "name another one, or none, with --port")
  }
}
