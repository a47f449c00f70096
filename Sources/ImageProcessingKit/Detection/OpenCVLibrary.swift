internal import CFaceDetection
internal import Glibc
internal import Synchronization

/// The library that holds what needs OpenCV, opened when that is first needed: OpenCV takes longer to load than a small
/// photo to blur.
///
/// It is looked for beside the program and in `../lib/faceblur`, where `make install` puts it; nowhere else, and by no
/// name that the dynamic linker would look for elsewhere.
///
/// The table of functions is constant, and the library is never closed, so that threads may share it.
struct OpenCVLibrary: @unchecked Sendable {
  static let file = "libfaceblur-opencv.so"
  private static let entry = "faceblur_opencv_functions"

  let functions: UnsafePointer<fbo_functions>

  private struct Shared {
    var library: OpenCVLibrary?
    var threadCount: Int32?
  }
  private static let shared = Mutex(Shared())

  /// The library, opened unless it is open already.
  /// - Throws: `FaceBlurError` where it is missing or cannot be used.
  static func open() throws(FaceBlurError) -> OpenCVLibrary {
    try shared.withLock { (shared) throws(FaceBlurError) in
      if let library = shared.library { return library }
      let library = try load(from: places)
      if let count = shared.threadCount { try library.setThreadCount(count) }
      shared.library = library
      return library
    }
  }

  /// Sets how many threads OpenCV uses, at least 1, now or when it is opened.
  static func setThreadCount(_ count: Int) throws(FaceBlurError) {
    let count = Int32(clamping: count)
    guard count > 0 else { throw .detectionFailed("the thread count is less than 1") }
    try shared.withLock { (shared) throws(FaceBlurError) in
      try shared.library?.setThreadCount(count)
      shared.threadCount = count
    }
  }

  /// Where it may be, given where the program is; nowhere if that cannot be said.
  private static var places: [FilePath] { FilePath.places(ofLibrary: file) }

  /// Opens the first of these files that is there.
  static func load(from places: [FilePath]) throws(FaceBlurError) -> OpenCVLibrary {
    guard let path = places.first(where: \.exists) else { throw .libraryMissing(searched: places) }
    // All symbols at once: a process that has given up its rights could not read what they need.
    guard let handle = path.withCString({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }) else {
      throw .libraryUnusable(path, reason: dlerror().map { String(cString: $0) } ?? "it cannot be loaded")
    }
    guard let symbol = dlsym(handle, entry) else {
      throw .libraryUnusable(path, reason: "it is another library")
    }
    let functions = unsafeBitCast(symbol, to: fbo_entry.self)()
    guard functions.pointee.abi == FBO_ABI else {
      throw .libraryUnusable(
        path, reason: "it is of version \(functions.pointee.abi), and version \(FBO_ABI) is needed")
    }
    return OpenCVLibrary(functions: functions)
  }

  private func setThreadCount(_ count: Int32) throws(FaceBlurError) {
    try DetectionShim.checked(path: nil) { functions.pointee.set_thread_count(count, $0) }
  }
}
