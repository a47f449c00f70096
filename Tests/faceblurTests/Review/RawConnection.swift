import Glibc
import Testing

/// A connection to the review's server that sends whatever a test likes: no library mends it.
final class RawConnection {
  private let descriptor: Int32

  /// - Parameter port: of this machine.
  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    try #require(code == 0)
    // A server that hangs fails the test instead of stopping it.
    limitReading(to: timeval(tv_sec: 60, tv_usec: 0))
  }

  deinit { close(descriptor) }

  /// Has reading give up after a while.
  func limitReading(to time: timeval) {
    var time = time
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Whether all of it was taken.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      == bytes.count
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// The next bytes; empty at the end, nil where none came in time.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    // A connection that is cut off has come to its end, too.
    if count < 0 { return errno == EAGAIN ? nil : [] }
    return Array(buffer[..<count])
  }

  /// Everything until the server closes the connection.
  func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try #require(read(), "the server neither answers nor closes")
      if more.isEmpty { return bytes }
      bytes += more
    }
  }
}
