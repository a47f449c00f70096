/// The bytes of a film, of which no more is in memory than was asked for.
protocol FilmBytes: Sendable {
  /// Of the file.
  var size: Int { get }

  /// - Parameter range: lies in the file.
  /// - Throws: `FaceBlurError` where they cannot be read, or the file has become shorter.
  func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8]
}

extension FileBytes: FilmBytes {
  var size: Int { count }

  func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] { copy(range) }
}

/// A film on disk.
final class FilmFile: FilmBytes {
  private let input: InputFile

  var path: FilePath { input.path }
  var size: Int { input.size }
  var identity: FileIdentity { input.identity }
  /// As the system told of it when it was opened.
  var facts: FileFacts { input.facts }
  /// Who may read and write it; what is made from the film lets nobody else.
  var mode: FileMode { input.mode }

  init(_ input: consuming InputFile) { self.input = input }

  /// - Throws: `FaceBlurError` where it is missing, not readable or not a regular file.
  convenience init(_ path: FilePath) throws(FaceBlurError) { self.init(try InputFile.open(path)) }

  func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] {
    let bytes = try input.bytes(at: range.lowerBound, count: range.count)
    guard bytes.count == range.count else {
      throw .truncatedFilm("it has become shorter while it was read").naming(path)
    }
    return bytes
  }
}
