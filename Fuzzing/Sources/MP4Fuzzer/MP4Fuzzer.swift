internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to what reads films' boxes.
@main
enum MP4Fuzzer {
  static func main() { LibFuzzer.run(check) }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  static func check(_ bytes: [UInt8]) {
    let file = FileBytes(bytes)
    _ = MP4File.isFilm(file)
    guard let mp4 = try? MP4File(file) else { return }
    let (film, track) = (mp4.film, mp4.film.video)
    precondition(film.duration.isFinite && film.duration >= 0, "it has no length")
    precondition((1...FilmLimits.maxSamples).contains(track.samples.count), "it has no pictures, or too many")
    precondition(track.shape.width * track.shape.height <= FilmLimits.maxPixels, "its pictures are too large")
    let clock = FilmClock(track)
    var times: Set<Int> = []
    for index in 0..<track.samples.count {
      let sample = track.samples[index]
      precondition(sample.size > 0 && sample.offset >= 0, "a picture has no place")
      precondition(sample.offset + sample.size <= bytes.count, "a picture lies beyond the file")
      precondition(times.insert(sample.presentationTime).inserted, "two pictures are shown at once")
      precondition(clock.seconds(at: sample.presentationTime).isFinite, "a picture is never shown")
      let range = sample.presentationTime..<(sample.presentationTime + max(sample.duration, 1))
      _ = track.edits.shows(range, timescale: track.timescale)
      guard let packet = try? mp4.packet(index) else { fatalError("a picture cannot be read") }
      precondition(
        packet.elementsEqual(bytes[sample.offset..<(sample.offset + sample.size)]), "it is another")
    }
  }
}
