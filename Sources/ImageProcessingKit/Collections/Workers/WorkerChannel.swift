internal import CWorker
internal import FoundationEssentials

/// One end of the socket between a run and a worker. A message is its length and so many bytes of JSON.
struct WorkerChannel {
  private let descriptor: Int32

  /// More than the regions of any photo take, and than what the journal keeps of a film and of what was decided about it.
  static let maxMessageBytes = 16 << 20

  /// - Parameter descriptor: of a stream socket; whoever has opened it closes it.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// - Throws: `WorkerFailure` where the other end is closed.
  func send(_ message: some Encodable) throws(WorkerFailure) {
    let body: Data
    do { body = try JSONEncoder().encode(message) } catch { throw .invalidMessage }
    guard body.count <= Self.maxMessageBytes else { throw .invalidMessage }
    let length = UInt32(body.count)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + body
    guard fbw_send(descriptor, bytes, bytes.count) else { throw .disconnected }
  }

  /// Waits for the next message.
  /// - Throws: `WorkerFailure` where the other end is closed, or sends something else.
  func receive<Message: Decodable>(_ kind: Message.Type) throws(WorkerFailure) -> Message {
    var head: [UInt8] = [0, 0, 0, 0]
    guard fbw_receive(descriptor, &head, head.count) else { throw .disconnected }
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.maxMessageBytes else { throw .invalidMessage }
    var body = [UInt8](repeating: 0, count: length)
    guard fbw_receive(descriptor, &body, length) else { throw .disconnected }
    do { return try JSONDecoder().decode(kind, from: Data(body)) } catch { throw .invalidMessage }
  }
}

/// Why a channel is of no more use.
enum WorkerFailure: Error, Sendable, Hashable {
  case disconnected
  /// A message could not be read, or may not come at that point.
  case invalidMessage
}
