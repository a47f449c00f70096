internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to both readers of Matroska.
@main
enum MatroskaFuzzer {
  static func main() { LibFuzzer.run(check) }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  static func check(_ bytes: [UInt8]) {
    let file = FileBytes(bytes)
    _ = MatroskaFile.isFilm(file)
    let examined = try? ExaminedFilm(file)
    guard let matroska = try? MatroskaFile(file) else { return }
    let (film, samples) = (matroska.film, matroska.film.video.samples)
    precondition(film.duration.isFinite && film.duration >= 0, "it has no length")
    precondition((1...FilmLimits.maxSamples).contains(samples.count), "it has no pictures, or too many")
    for index in 0..<samples.count {
      let sample = samples[index]
      precondition(sample.size > 0 && sample.offset >= 0, "a picture has no place")
      precondition(sample.offset + sample.size <= bytes.count, "a picture lies beyond the file")
      precondition(sample.presentationTime >= sample.decodeTime, "a picture is shown before it is decoded")
    }
    for track in (try? matroska.audioTracks()) ?? [] {
      for place in track.samples.places { precondition(place.upperBound <= bytes.count, "sound lies beyond") }
    }
    // The gate's reader may refuse what this one takes; what it takes, it takes for the same.
    guard let track = examined?.pictureTracks.first, let other = track.samples else { return }
    precondition(other.count == samples.count, "there are as many pictures")
    precondition(
      other.decodeTimes == (0..<samples.count).map { samples[$0].decodeTime }, "they have other times")
    precondition(
      other.places
        == (0..<samples.count).map { samples[$0].offset..<(samples[$0].offset + samples[$0].size) },
      "they lie elsewhere")
  }
}
