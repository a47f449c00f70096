import Testing

@testable import ImageProcessingKit

/// Frames as viewers show them.
@Suite struct ShownFrameTests {
  private static let example = PlanarShrinkerTests.Case(chroma: .half, depth: 8, width: 64, height: 48)

  private static func frame(_ orientation: Orientation, transfer: Int = 1) -> ShownFrame {
    let picture = PlanarShrinkerTests.waves(example)
    let stored = VideoFrame(
      shape: picture.shape, bytes: picture.bytes, time: 0, isDamaged: false, isKey: true)
    return ShownFrame(
      stored: stored,
      showing: ShownFrame.Showing(
        picture.shape, SampleColors(primaries: 1, transfer: transfer, matrix: 1), orientation))
  }

  @Test(arguments: Orientation.allCases)
  func standsUpright(_ orientation: Orientation) {
    let frame = Self.frame(orientation)
    let expected = orientation.upright(
      PlanarShrinkerTests.pixels(of: PlanarShrinkerTests.waves(Self.example)))
    #expect(frame.size == (expected.width, expected.height))
    let whole = frame.picture(fitting: 1000)
    #expect(PlanarShrinkerTests.largestDifference(whole, expected) <= 1)
    let small = frame.picture(fitting: 16)
    #expect(
      max(small.width, small.height) == 16 && (small.width < small.height) == (whole.width < whole.height))
  }

  /// What is stored for bright screens is shown as bright as on a page.
  @Test func curvesAreHeeded() {
    let (plain, hybrid) = (
      Self.frame(.up).picture(fitting: 100), Self.frame(.up, transfer: 18).picture(fitting: 100)
    )
    #expect(plain != hybrid)
    let curve = TransferCurve(codePoint: 18)?.shown
    #expect(hybrid.bytes == plain.bytes.map { curve?[Int($0)] ?? 0 })
  }
}
