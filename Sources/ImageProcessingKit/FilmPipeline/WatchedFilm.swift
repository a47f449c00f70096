internal import Synchronization

/// A film that somebody watches being read: how far it is, and whether it is still wanted.
final class WatchedFilm: FilmBytes {
  /// What is told of a look at a film while it goes on, and whether it is to go on; asked by several threads.
  struct Watch: Sendable {
    /// Is given the part of the film that was read, 0…1.
    var tell: @Sendable (Double) -> Void
    var isWanted: @Sendable () -> Bool
  }

  private let film: any FilmBytes
  private let watch: Watch
  /// Bytes that were read.
  private let read = Atomic(0)

  var size: Int { film.size }

  init(_ film: any FilmBytes, _ watch: Watch) { (self.film, self.watch) = (film, watch) }

  /// - Throws: `FaceBlurError` of kind `cancelled` where it is not wanted any more.
  func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] {
    guard watch.isWanted() else { throw .cancelled }
    let sum = read.add(range.count, ordering: .relaxed).newValue
    watch.tell(min(Double(sum) / Double(max(size, 1)), 1))
    return try film.bytes(range)
  }
}
