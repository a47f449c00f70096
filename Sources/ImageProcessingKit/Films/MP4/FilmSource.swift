/// A film that was read, whatever container it lies in: its pictures and its sound, and what a film that is made of it says of itself.
protocol FilmSource: Sendable {
  var film: Film { get }
  /// The bytes of the whole file.
  var file: any FilmBytes { get }
  /// What is said of the film beside its samples, as films are written.
  /// - Throws: `FaceBlurError` where it is damaged.
  var outline: MP4Outline { get throws(FaceBlurError) }

  /// All tracks of sound, in the order of the file, whose samples lie in nothing else.
  /// - Throws: `FaceBlurError` where one is damaged, or of a kind that is not copied.
  func audioTracks() throws(FaceBlurError) -> [MP4AudioTrack]
}

extension FilmSource {
  /// The coded bytes of a picture.
  /// - Parameter index: in the order of decoding, below the number of samples.
  /// - Throws: `FaceBlurError` where they cannot be read.
  func packet(_ index: Int) throws(FaceBlurError) -> [UInt8] {
    let sample = film.video.samples[index]
    return try file.bytes(sample.offset..<(sample.offset + sample.size))
  }

  /// Bytes of a sample, whatever track it is of.
  /// - Parameter range: lies in the file.
  /// - Throws: `FaceBlurError` where they cannot be read.
  func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] { try file.bytes(range) }

  /// Whether its pictures can be exchanged in part.
  /// - Throws: `FaceBlurError` where the file cannot be read.
  func splicing() throws(FaceBlurError) -> Splicing { try Splicing(film.video, in: file) }
}
