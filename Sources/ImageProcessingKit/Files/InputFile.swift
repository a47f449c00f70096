internal import Glibc

/// Which file it is, whatever path or link leads to it.
package struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file at the end of a path, links followed; nil where there is none.
  package init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }
}

/// A regular file open for reading, and for nothing else.
package struct InputFile: ~Copyable {
  /// What people call it: it may have been opened by another way, or be at another place by now.
  package let path: FilePath
  package let identity: FileIdentity
  /// Who may read and write it; what is made from the file lets nobody else.
  let mode: FileMode
  /// Why what it says may be somebody else's; nil where nothing speaks for that.
  let distrust: FileDistrust?
  private let descriptor: Int32
  /// As it was when it was opened.
  let facts: FileFacts
  /// The same without what says which file it is.
  var stamp: FileStamp { facts.stamp }
  /// In bytes, when it was opened.
  var size: Int { stamp.size }

  private init(path: FilePath, _ status: stat, descriptor: Int32) {
    self.path = path
    identity = FileIdentity(status)
    mode = FileMode(status, of: descriptor)
    distrust = FileDistrust(status)
    self.descriptor = descriptor
    facts = FileFacts(status)
  }

  deinit {
    FileLock.close(descriptor)
  }

  /// Opens a file read-only. A pipe or device is refused without waiting for it.
  /// - Parameters:
  ///   - path: of the file.
  ///   - isFollowing: whether the name may be that of a link.
  ///   - name: what people call the file; nil for the path, as far as they know that.
  /// - Throws: `FaceBlurError` where it is missing, not readable or not a regular file.
  package static func open(
    _ path: FilePath, followingLinks isFollowing: Bool = true, called name: FilePath? = nil
  ) throws(FaceBlurError) -> InputFile {
    let name = name ?? path
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isFollowing ? 0 : O_NOFOLLOW)
    let descriptor = path.withCString { Glibc.open($0, flags) }
    guard descriptor >= 0 else { throw .reading(name) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = FaceBlurError.reading(name)
      close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw status.st_mode & S_IFMT == S_IFDIR
        ? FaceBlurError(
          .notReadable, name,
          "it is a folder", advice: "name the photos in it, or \(.scrub(HeldFolder.known(name)))")
        : FaceBlurError(.notReadable, name, "it is not a regular file", advice: "copy the photo into one")
    }
    return InputFile(path: name, status, descriptor: descriptor)
  }

  /// Opens a file that may be ours: of what cannot be read nobody knows that, and nothing is concluded from it.
  /// - Parameters:
  ///   - path: of the file.
  ///   - isFollowing: whether the name may be that of a link.
  /// - Returns: nil where there is none, or it is no regular file.
  /// - Throws: `FaceBlurError` where one is there and cannot be opened.
  static func openIfThere(
    _ path: FilePath, followingLinks isFollowing: Bool = true
  ) throws(FaceBlurError) -> InputFile? {
    do throws(FaceBlurError) {
      return try open(path, followingLinks: isFollowing)
    } catch {
      // Asked only now: nearly all are files, and each question takes a call.
      let isNoFile = path.isFolder || path.isSpecial || !isFollowing && path.isLink
      if isNoFile || error.kind == .noSuchFile { return nil }
      throw error
    }
  }

  /// The whole content of a file that may be ours.
  /// - Parameters:
  ///   - path: of the file; links are followed.
  ///   - limit: in bytes; none of ours is larger.
  /// - Returns: nil where there is none, it is no regular file, or it is larger.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  static func content(ifThereAt path: FilePath, limit: Int) throws(FaceBlurError) -> [UInt8]? {
    guard let file = try openIfThere(path) else { return nil }
    return file.size <= limit ? try file.readAll(limit: limit) : nil
  }

  /// Makes sure that a file, where one is there, can be read to its end.
  /// - Throws: `FaceBlurError` where it is there and cannot be read; links are followed, and what is no file is passed over.
  static func refuseUnreadable(_ path: FilePath) throws(FaceBlurError) {
    guard let file = try openIfThere(path) else { return }
    var place = 0
    while place < file.size {
      let piece = try file.bytes(at: place, count: 1 << 20)
      if piece.isEmpty { return }
      place += piece.count
    }
  }

  /// Keeps other processes of this program from editing the same photo until this value is gone.
  ///
  /// An advisory lock on the original itself, which changes nothing of it and dies with the process. File
  /// systems without locks are edited unlocked.
  /// - Throws: `FaceBlurError` of kind `busy` where another process holds the lock.
  func lock() throws(FaceBlurError) {
    if case .heldByAnother = FileLock(on: descriptor) {
      throw FaceBlurError(.busy, path, "another faceblur is editing it", advice: "wait until it is done")
    }
  }

  /// The bytes at a place in the file, fewer where it ends before.
  /// - Throws: `FaceBlurError` where reading fails.
  func bytes(at offset: Int, count: Int) throws(FaceBlurError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var read = pread(descriptor, buffer.baseAddress, count, off_t(offset))
      while read < 0 && errno == EINTR { read = pread(descriptor, buffer.baseAddress, count, off_t(offset)) }
      if read < 0 { failure = errno }
      filled = max(read, 0)
    }
    guard failure == 0 else { throw .reading(path, code: failure) }
    return bytes
  }

  /// The whole content.
  /// - Parameter limit: more bytes than this are refused before memory is taken.
  /// - Throws: `FaceBlurError` where the file is larger than the limit or reading fails.
  package func readAll(limit: Int) throws(FaceBlurError) -> [UInt8] {
    guard size <= limit else {
      throw FaceBlurError(.notReadable, path, "it has \(size) bytes, more than the limit of \(limit)")
    }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size, let base = buffer.baseAddress {
        let read = pread(descriptor, base + count, size - count, off_t(count))
        if read < 0 && errno == EINTR { continue }
        if read < 0 { failure = errno }
        if read <= 0 { break }
        count += read
      }
    }
    guard failure == 0 else { throw .reading(path, code: failure) }
    return bytes
  }
}
