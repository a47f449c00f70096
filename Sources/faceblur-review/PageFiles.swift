internal import CReviewPage

/// The page's own files, which hold nothing of anybody's photos.
enum PageFiles {
  /// By their paths.
  static let all: [String: Response] = {
    var files: [String: Response] = [:]
    var index = 0
    while let file = crp_at(index)?.pointee {
      files[String(cString: file.path)] = Response(
        type: String(cString: file.type),
        body: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
      index += 1
    }
    return files
  }()
}
