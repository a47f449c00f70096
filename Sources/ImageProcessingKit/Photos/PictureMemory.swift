internal import Glibc

/// Memory of a picture's size, which a machine may not have: its lack is an error and ends no process.
struct PictureMemory: ~Copyable {
  /// Not cleared.
  let bytes: UnsafeMutableBufferPointer<UInt8>

  /// - Throws: `FaceBlurError` of kind `outOfMemory`.
  init(count: Int) throws(FaceBlurError) {
    guard let memory = malloc(max(count, 1)) else { throw .outOfMemoryForPhoto }
    bytes = UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
  }

  deinit { free(bytes.baseAddress) }
}
