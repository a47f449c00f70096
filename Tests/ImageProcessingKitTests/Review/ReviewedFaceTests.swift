import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is cut out around a face: enough to judge it, and the face where it is said to be.
@Suite struct ReviewedFaceTests {
  private func box(_ rect: PixelRect, in frame: PictureFrame) -> NormalizedRect {
    PixelBox(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      .normalized(width: frame.width, height: frame.height)
  }

  @Test func isThreeTimesAsLargeWithTheFaceInTheMiddle() {
    let frame = PictureFrame(width: 4000, height: 3000)
    let face = ReviewedFace(box(PixelRect(x: 1000, y: 900, width: 100, height: 140), in: frame), in: frame)
    #expect(face.rect == PixelRect(x: 840, y: 760, width: 420, height: 420))
    #expect(abs(face.place.x - 160 / 420) < 1e-9 && abs(face.place.height - 140 / 420) < 1e-9)
    // A small one has 160 pixels of its photo around it, four times as large as in the photo.
    let small = ReviewedFace(box(PixelRect(x: 2000, y: 10, width: 20, height: 20), in: frame), in: frame)
    #expect(small.rect == PixelRect(x: 1930, y: 0, width: 160, height: 160))
    #expect(small.picture(PixelBuffer(width: 160, height: 160)).width == 640)
  }

  @Test func holdsTheFaceWhereverItLies() {
    var random = SplitMix(seed: 5)
    for _ in 0..<3000 {
      let (width, height) = (
        Int.random(in: 1...3000, using: &random), Int.random(in: 1...3000, using: &random)
      )
      let (left, top) = (
        Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
      )
      let visible = PixelRect(
        x: left, y: top, width: Int.random(in: 1...(width - left), using: &random),
        height: Int.random(in: 1...(height - top), using: &random))
      let frame = PictureFrame(
        width: width, height: height, visible: Bool.random(using: &random) ? visible : nil)
      let region = NormalizedRect(
        x: .random(in: -0.3...0.95, using: &random), y: .random(in: -0.3...0.95, using: &random),
        width: .random(in: 0.31...0.6, using: &random) * .random(in: 0.01...1, using: &random),
        height: .random(in: 0.31...0.6, using: &random) * .random(in: 0.01...1, using: &random))
      guard region.isValid else { continue }
      let face = ReviewedFace(region, in: frame)
      let rect = face.rect
      #expect(rect.lies(in: PixelRect(x: 0, y: 0, width: width, height: height)))
      let seen = PixelRect(covering: region, width: width, height: height)
      #expect(seen.lies(in: rect))
      let needed = max(3 * max(seen.width, seen.height), 160)
      // Smaller only where there is no more to show.
      let bounds =
        seen.overlaps(frame.visible) ? frame.visible : PixelRect(x: 0, y: 0, width: width, height: height)
      #expect(rect.width <= needed && rect.height <= needed)
      #expect(rect.width >= min(needed, bounds.width) && rect.height >= min(needed, bounds.height))
      let shown = region.clampedToPicture()
      #expect(abs(face.place.x * Double(rect.width) + Double(rect.x) - shown.x * Double(width)) < 1e-6)
      #expect(abs(face.place.height * Double(rect.height) - shown.height * Double(height)) < 1e-6)
    }
  }

  /// What is not shown by anybody is in the file, and is judged like the rest; of others the padding is not shown.
  @Test func keepsToWhatViewersShowWhereItCan() {
    let frame = PictureFrame(
      width: 1000, height: 1000, visible: PixelRect(x: 0, y: 0, width: 900, height: 900))
    let shown = ReviewedFace(box(PixelRect(x: 850, y: 850, width: 40, height: 40), in: frame), in: frame)
    #expect(shown.rect == PixelRect(x: 740, y: 740, width: 160, height: 160))
    let beyond = ReviewedFace(box(PixelRect(x: 880, y: 850, width: 60, height: 40), in: frame), in: frame)
    #expect(beyond.rect == PixelRect(x: 760, y: 720, width: 180, height: 180))
    let unseen = ReviewedFace(box(PixelRect(x: 920, y: 920, width: 60, height: 60), in: frame), in: frame)
    #expect(unseen.rect == PixelRect(x: 820, y: 820, width: 180, height: 180))
  }

  @Test func isEnlargedSmoothlyAndByWholeNumbers() {
    var picture = PixelBuffer(width: 3, height: 2)
    for x in 0..<3 {
      for y in 0..<2 { picture[x, y] = (UInt8(80 * x), UInt8(100 * y), 50) }
    }
    let large = picture.enlarged(4)
    #expect((large.width, large.height) == (12, 8))
    // The middles of pixels lie between two of the new ones; at the edge nothing is made up.
    #expect(large[0, 0] == (0, 0, 50) && large[1, 1].red == 0 && large[11, 7] == (160, 100, 50))
    #expect((0..<12).map { large[$0, 3].red } == [0, 0, 10, 30, 50, 70, 90, 110, 130, 150, 160, 160])
    #expect(picture.enlarged(1) == picture)
    let flat = PixelBuffer(width: 5, height: 7, red: 255, green: 1, blue: 128).enlarged(3)
    #expect(flat == PixelBuffer(width: 15, height: 21, red: 255, green: 1, blue: 128))
  }
}
