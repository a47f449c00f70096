internal import CHTTP
internal import Glibc
internal import ImageProcessingKit

/// A file of a person's that the page plays: open for reading, and for nothing else. It is read piece by piece while it is sent.
final class ServedFile: Sendable {
  private let descriptor: Int32
  private let size: Int
  private let type: String

  /// At most so many bytes are answered where a part is asked for: a browser that pauses asks again where it goes on.
  private static let mostBytes = 4 << 20

  /// Nil where it cannot be read, or is no regular file.
  init?(_ path: FilePath) {
    // Browsers play what QuickTime's files hold as MP4 alone.
    type = ["webm": "video/webm", "mkv": "video/x-matroska"][path.pathExtension.lowercased()] ?? "video/mp4"
    descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    var status = stat()
    let isFile = descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : 0
    if size == 0 { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// - Parameter range: as it was asked for; nil for all of it.
  func answer(_ range: String?) -> Response {
    switch ByteRange(range, size: size) {
    case .unsatisfiable:
      var response = Response.error(416, "the film has no such part")
      response.headers = [("Content-Range", "bytes */\(size)"), Self.takesRanges]
      return response
    case .whole:
      return response(200, 0..<size, [])
    case .part(let part):
      let part = part.prefix(Self.mostBytes)
      return response(
        206, part, [("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")])
    }
  }

  private static let takesRanges = (name: "Accept-Ranges", value: "bytes")

  private func response(
    _ status: Int32, _ part: Range<Int>, _ headers: [(name: String, value: String)]
  ) -> Response {
    var response = Response(status: status)
    response.type = type
    response.headers = headers + [Self.takesRanges]
    response.file = (self, part)
    return response
  }

  /// Gives the server a part of it.
  func fill(_ answer: OpaquePointer, _ part: Range<Int>) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    chttp_set_file(answer, own, UInt64(part.lowerBound), UInt64(part.count))
  }
}
