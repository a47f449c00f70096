internal import CWorker
internal import FoundationEssentials

/// One end of what a run and a worker have to say to each other: each message is its length and so many bytes of JSON.
struct WorkerChannel {
  private let descriptor: Int32

  /// More than the regions of any photo take.
  static let longest = 8 << 20

  /// - Parameter descriptor: of a stream socket; whoever has opened it closes it.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// - Throws: `WorkerFailure` where nobody is at the other end.
  func send(_ message: some Encodable) throws(WorkerFailure) {
    let body: Data
    do { body = try JSONEncoder().encode(message) } catch { throw .senseless }
    guard body.count <= Self.longest else { throw .senseless }
    let length = UInt32(body.count)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + body
    guard fbw_send(descriptor, bytes, bytes.count) else { throw .gone }
  }

  /// Waits for the next message.
  /// - Throws: `WorkerFailure` where the other end is closed, or sends something else.
  func receive<Message: Decodable>(_ kind: Message.Type) throws(WorkerFailure) -> Message {
    var head: [UInt8] = [0, 0, 0, 0]
    guard fbw_receive(descriptor, &head, head.count) else { throw .gone }
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.longest else { throw .senseless }
    var body = [UInt8](repeating: 0, count: length)
    guard fbw_receive(descriptor, &body, length) else { throw .gone }
    do { return try JSONDecoder().decode(kind, from: Data(body)) } catch { throw .senseless }
  }
}

/// Why there is no more to be had from the other end of a channel.
enum WorkerFailure: Error, Sendable, Hashable {
  case gone
  /// What came is no message that may come now.
  case senseless
}
