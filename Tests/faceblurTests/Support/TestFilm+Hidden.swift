import TestSupport
import Testing

extension TestFilm {
  /// How much is left of what was in a box of some frames, at most, 0…1.
  /// - Parameter render: of this film, with a picture for each of its pictures.
  func left(
    in frames: some Sequence<Int>, of render: [UInt8], at box: (Int) -> PixelBox
  ) throws -> Double {
    let (before, after) = (try FilmFrames.luma(of: bytes()), try FilmFrames.luma(of: render))
    try #require(before.count == self.frames && after.count == self.frames)
    return frames.map { FaceLikeness.of(before[$0], after[$0], in: box($0), width: width) }.max() ?? 0
  }

  /// The same of the face, in all frames in which it is.
  func faceLeft(in render: [UInt8]) throws -> Double {
    try left(in: seenIn ?? 0..<frames, of: render, at: face)
  }
}
