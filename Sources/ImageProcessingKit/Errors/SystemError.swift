internal import Glibc

/// Why the system has refused a call.
package enum SystemError {
  /// What the system calls an error number, whichever thread asks.
  /// - Parameter code: by default of the last call that failed.
  package static func text(of code: Int32 = errno) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
