internal import Synchronization

/// Says what films hold, for one piece of work. The first one, which is the original, is read once, whoever asks: the edit of it, and who renders it.
final class FilmReading: Sendable {
  private let first = Mutex<(file: FilmFile, source: any FilmSource)?>(nil)

  /// - Throws: `FaceBlurError` where the file is damaged, or of a kind that is not read.
  func source(_ file: FilmFile) throws(FaceBlurError) -> any FilmSource {
    let known = first.withLock { $0 }
    if let known, known.file === file { return known.source }
    let source = try FilmContainers.open(file)
    if known == nil { first.withLock { $0 = (file, source) } }
    return source
  }

  var reader: FilmEdit.Reader { { (file) throws(FaceBlurError) in try self.source(file).film } }
}
