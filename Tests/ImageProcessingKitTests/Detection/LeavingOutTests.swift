import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is black at a picture's sides is left out, and what is seen beside it is the same.
@Suite struct LeavingOutTests {
  /// One tensor is the sum of another one and of one of half its size: what is left out ends between two columns that share one.
  private static func network() -> LoadedModel {
    var made = SmallNetwork(weights: SmallNetwork.chance(seed: 11))
    let half = made.layer(SmallNetwork.picture, 5, kernel: 3, stride: 2)
    let quarter = made.layer(half, 7, kernel: 3, stride: 2)
    let fine = made.layer(quarter, 9, kernel: 3)
    let both = made.sum(fine, doubling: made.layer(quarter, 9, stride: 2))
    return made.model(scores: both)
  }

  @Test(arguments: NativeInstructions.allCases.filter(\.isAvailable))
  func changesNothingOfWhatIsSeenBesideIt(with instructions: NativeInstructions) throws {
    let (width, height) = (320, 64)
    let network = try FaceNetwork(.centerface, Self.network(), engine: .native, instructions: instructions)
    let noise = TestPhotos.noise(width: width, height: height, seed: 8)
    for black in 64..<200 {
      var bytes = noise.bytes
      for row in 0..<height {
        for byte in 0..<(black * 3) { bytes[row * width * 3 + byte] = 0 }
      }
      // Seen by the places at the very edge alone, and nothing is left out.
      var whole = bytes
      for row in 0..<height { whole[row * width * 3] = 1 }
      let scores = try [bytes, whole].map { bytes in
        let picture = try #require(PixelBuffer(width: width, height: height, bytes: bytes))
        return try network.candidates(in: picture, longSide: width, degrees: 0, floor: 0)
          .filter { $0.rect.x * Double(width) > 32 }
          .sorted { ($0.rect.y, $0.rect.x) < ($1.rect.y, $1.rect.x) }.map(\.score)
      }
      #expect(scores[0].count > 1000 && scores[0].count == scores[1].count)
      let difference = zip(scores[0], scores[1]).map { abs($0 - $1) }.max() ?? 1
      #expect(difference < 1e-5, "\(black) columns")
    }
  }
}
