import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is computed with numbers of 16 bits differs from what all processors compute by what rounding explains, and by nothing where
/// nothing is rounded.
@Suite struct RoundedNumbersTests {
  /// Elsewhere no number has 16 bits, and there is nothing to compare.
  private static let isAvailable = NativeInstructions.avx512bf16.isAvailable

  /// Layers of every kind, of odd and even numbers of channels, of fewer and more than one vector holds, down to two pixels side by side
  /// in a picture of 64.
  private func network(
    weights: @escaping (_ layer: Int, _ output: Int, _ input: Int, _ inputs: Int) -> Float
  ) -> LoadedModel {
    var made = SmallNetwork(weights: weights)
    let half = made.layer(SmallNetwork.picture, 5, kernel: 3, stride: 2)
    let quarter = made.layer(half, 7, kernel: 3, stride: 2)
    let fine = made.layer(made.layer(quarter, 19), 19, kernel: 3, depthwise: true)
    let wide = made.layer(made.layer(fine, 101), 101, kernel: 3, stride: 2, depthwise: true)
    let narrow = made.layer(wide, 33)
    // What is added is kept in floats, and what the next layer makes of it is not.
    let added = made.sum(made.layer(made.layer(narrow, 65), 33), narrow)
    let small = made.layer(made.layer(added, 17, kernel: 3, stride: 2), 49, kernel: 3)
    let smallest = made.layer(made.layer(small, 70, stride: 2), 13)
    let back = made.enlarged(made.enlarged(smallest, 9), 33)
    let both = made.sum(made.layer(added, 33), back)
    let all = made.sum(made.layer(fine, 11), made.enlarged(both, 11))
    return made.model(scores: all)
  }

  /// By the middle of its box, each place's score.
  private func scores(
    _ model: LoadedModel, of picture: PixelBuffer, degrees: Int, with instructions: NativeInstructions
  ) throws -> [FaceCandidate] {
    try FaceNetwork(.centerface, model, engine: .native, instructions: instructions)
      .candidates(in: picture, longSide: max(picture.width, picture.height), degrees: degrees, floor: 0)
      .sorted { ($0.rect.y, $0.rect.x) < ($1.rect.y, $1.rect.x) }
  }

  private func largestDifference(
    _ model: LoadedModel, _ picture: PixelBuffer, degrees: Int
  ) throws -> Double {
    let exact = try scores(model, of: picture, degrees: degrees, with: .portable)
    let rounded = try scores(model, of: picture, degrees: degrees, with: .avx512bf16)
    #expect(exact.map(\.rect) == rounded.map(\.rect))
    // A network that says the same of every place would hide what is wrong.
    #expect(Set(exact.map { Int($0.score * 1000) }).count > 8)
    return zip(exact, rounded).map { abs($0.score - $1.score) }.max() ?? 1
  }

  /// Of small whole numbers nothing is rounded, so that nothing differs.
  @Test(arguments: [(64, 64), (160, 96), (288, 64), (416, 352)])
  func multipliesTheRightNumbers(width: Int, height: Int) throws {
    guard Self.isAvailable else { return }
    var picture = TestPhotos.noise(width: width, height: height, seed: 5)
    picture = PixelBuffer(width: width, height: height, bytes: picture.bytes.map { $0 & 3 }) ?? picture
    let model = network { layer, output, input, inputs in
      // One or two of a sum's numbers count, so that sums stay small.
      var places = [(output * 5 + layer * 3) % inputs]
      if [1, 2, 5, 7, 8, 19].contains(layer) { places.append((output * 7 + layer * 11 + 1) % inputs) }
      return places.contains(input) ? ((output + layer) % 5 == 0 ? -1 : 1) : 0
    }
    for degrees in [0, 30] {
      #expect(try largestDifference(model, picture, degrees: degrees) < 1e-5, "\(degrees)")
    }
  }

  /// Each number is rounded by less than a 256th of itself, this way or that.
  @Test(arguments: [(64, 64), (160, 96)])
  func roundsByLittle(width: Int, height: Int) throws {
    guard Self.isAvailable else { return }
    let model = network(weights: SmallNetwork.chance(seed: 3))
    let picture = TestPhotos.noise(width: width, height: height, seed: 6)
    let difference = try largestDifference(model, picture, degrees: 0)
    #expect(difference > 0 && difference < 0.02, "\(difference)")
  }

  @Test func findsTheFacesThatAreFoundWithoutRounding() throws {
    guard Self.isAvailable else { return }
    let group = try TestPhotos.group(columns: 3, rows: 2)
    var loaded: [NetworkKind: LoadedModel] = [:]
    for kind in NetworkKind.allCases { loaded[kind] = try ModelLocator().load(kind.model) }
    func faces(_ instructions: NativeInstructions) throws -> [DetectedFace] {
      try NetworkDetector(loaded: loaded, effort: .normal, instructions: instructions).faces(
        in: group.picture)
    }
    let (exact, rounded) = (try faces(.avx512), try faces(.avx512bf16))
    #expect(exact.count == group.faces.count && rounded.count == exact.count)
    for face in exact {
      #expect(
        rounded.contains { $0.rect.overlap(face.rect) > 0.85 && abs($0.score - face.score) < 0.02 },
        "\(face)")
    }
  }
}
