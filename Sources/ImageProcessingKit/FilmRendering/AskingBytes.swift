/// The bytes of a film, of which none is read any more once the work is to end: to go through a long film takes a while.
struct AskingBytes: FilmBytes {
  private let film: any FilmBytes
  private let watch: FilmWatch

  var size: Int { film.size }

  init(_ film: any FilmBytes, _ watch: FilmWatch) { (self.film, self.watch) = (film, watch) }

  /// - Throws: `FaceBlurError` also of kind `cancelled`, where the work is to end.
  func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] {
    try watch.ask()
    return try film.bytes(range)
  }
}
