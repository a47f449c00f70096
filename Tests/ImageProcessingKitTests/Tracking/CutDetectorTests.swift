import TestSupport
import Testing

@testable import ImageProcessingKit

/// A cut is told where one is; and where hiding must go on, none is.
@Suite struct CutDetectorTests {
  /// The frames that begin a scene.
  private func beginnings(_ pictures: [PixelBuffer]) -> [Int] {
    var detector = CutDetector()
    var begins = pictures.compactMap { detector.add(FrameThumbnail($0)) }
    begins += detector.finish()
    #expect(begins.count == pictures.count)
    return begins.indices.filter { begins[$0] }
  }

  private func still(_ seed: Int, _ count: Int = 10) -> [PixelBuffer] {
    Array(repeating: Texture(seed: seed).picture(), count: count)
  }

  @Test(arguments: 0..<8) func tellsACutAtItsFrame(seed: Int) {
    // Of scenes that look alike in how much is how bright it may tell none.
    let dark = Texture(seed: seed).picture { $0 / 3 }
    let light = Texture(seed: seed + 100).picture { 90 + $0 / 2 }
    let film = Array(repeating: dark, count: 7) + Array(repeating: light, count: 5) + [dark, dark, dark]
    #expect(beginnings(film) == [0, 7, 12])
  }

  @Test func tellsCutsAtTheLastFramesToo() {
    let (dark, light) = (
      Texture(seed: 1).picture { $0 / 3 }, Texture(seed: 2).picture { 90 + $0 / 2 }
    )
    #expect(beginnings([dark, dark, dark, dark, light]) == [0, 4])
    #expect(beginnings([dark, light]) == [0, 1])
    #expect(beginnings([dark]) == [0])
    #expect(beginnings([]).isEmpty)
  }

  @Test(arguments: 0..<8, [2, 6, 12, 20]) func takesNoFastPanForACut(seed: Int, speed: Int) {
    let texture = Texture(seed: seed)
    #expect(beginnings((0..<20).map { texture.picture(pan: $0 * speed) }) == [0])
  }

  @Test(arguments: 0..<8, 1...2) func takesNoFlashForACut(seed: Int, length: Int) {
    let texture = Texture(seed: seed)
    let white = Array(repeating: texture.picture { 200 + $0 }, count: length)
    #expect(beginnings(still(seed) + white + still(seed) + white + still(seed)) == [0])
    let brighter = Array(repeating: texture.picture { 60 + 0.6 * $0 }, count: length)
    #expect(beginnings(still(seed) + brighter + still(seed)) == [0])
  }

  @Test(arguments: 0..<8) func takesNoFadeForACut(seed: Int) {
    let texture = Texture(seed: seed)
    let out = (0...15).map { step in texture.picture { $0 * Double(15 - step) / 15 } }
    let next = Texture(seed: seed + 50)
    let fadeIn = (0...15).map { step in next.picture { $0 * Double(step) / 15 } }
    #expect(beginnings(still(seed) + out + fadeIn) == [0])
  }

  @Test func takesPicturesOfAnySize() {
    let detector = CutDetector()
    for (width, height) in [(1, 1), (3, 500), (960, 540), (64, 36)] {
      var detector = detector
      #expect(detector.add(FrameThumbnail(PixelBuffer(width: width, height: height))) == nil)
      #expect(detector.finish() == [true])
    }
  }
}
