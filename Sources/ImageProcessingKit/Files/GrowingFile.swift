internal import Glibc

/// A file of a program's own that only grows, record by record, and that a later run reads. What a killed process left of half a record is
/// cut off by whoever goes on. One at a time has it.
final class GrowingFile {
  private let descriptor: Int32
  /// Where the next read begins.
  private var place = 0
  private var buffer: [UInt8] = []
  private static let pieceSize = 1 << 16

  /// Opens a file, or makes it where it is missing, for its owner alone.
  /// - Returns: nil where it cannot be opened, is a link, others may write to it, or somebody has it: then nothing is kept.
  init?(_ path: FilePath) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = path.withCString { open($0, flags, 0o600) }
    self.descriptor = descriptor
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      FileDistrust(status) == nil, case .taken = FileLock(on: descriptor)
    else { return nil }
  }

  deinit {
    if descriptor >= 0 { FileLock.close(descriptor) }
  }

  /// The next bytes.
  /// - Returns: nil where there are fewer; the place stays what it was.
  func read(_ count: Int) -> [UInt8]? {
    // What says how much follows may be damaged.
    if buffer.count < count {
      var status = stat()
      guard fstat(descriptor, &status) == 0, count <= Int(status.st_size) - place else { return nil }
    }
    while buffer.count < count {
      let wanted = max(count - buffer.count, Self.pieceSize)
      let offset = place + buffer.count
      let piece = [UInt8](unsafeUninitializedCapacity: wanted) { bytes, filled in
        var read = pread(descriptor, bytes.baseAddress, wanted, off_t(offset))
        while read < 0 && errno == EINTR {
          read = pread(descriptor, bytes.baseAddress, wanted, off_t(offset))
        }
        filled = max(read, 0)
      }
      guard !piece.isEmpty else { return nil }
      buffer += piece
    }
    defer {
      buffer.removeFirst(count)
      place += count
    }
    return Array(buffer.prefix(count))
  }

  /// How many bytes a check has.
  static let checkBytes = 16

  /// What stands behind a record's bytes, so that a page that a power cut has lost is not taken for one.
  static func check(_ bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hexDigest(of: bytes).utf8.prefix(checkBytes))
  }

  /// How far was read.
  var position: Int { place }

  /// Cuts off what is behind a place, where writing goes on.
  /// - Returns: whether that worked.
  func cut(at place: Int) -> Bool {
    buffer = []
    self.place = place
    return ftruncate(descriptor, off_t(place)) == 0
  }

  /// Writes behind the last place.
  /// - Returns: whether all of it was written.
  func append(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(place))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
      place += count
    }
    return true
  }
}
