import TestSupport
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
    let curve = TransferCurve(codePoint: 18)?.shownRolledOff
    #expect(hybrid.bytes == plain.bytes.map { curve?[Int($0)] ?? 0 })
  }

  /// What is brighter than a page's white is told apart, and what is dark is as it was.
  @Test(arguments: [16, 18]) func brightLightIsRolledOff(_ transfer: Int) throws {
    let curve = try #require(TransferCurve(codePoint: transfer))
    let (cut, rolledOff) = (try #require(curve.shown), try #require(curve.shownRolledOff))
    let white = try #require(cut.firstIndex(of: 255))
    #expect(Set(cut[white...]).count == 1 && Set(rolledOff[white...]).count > 10)
    #expect(rolledOff[255] == 255 && zip(rolledOff, rolledOff.dropFirst()).allSatisfy { $0 <= $1 })
    // Half of a page's light.
    for sample in 0..<256 where cut[sample] < 188 { #expect(cut[sample] == rolledOff[sample]) }
  }

  /// What is no brighter than a page stays as it is.
  @Test(arguments: [4, 5, 8]) func plainCurvesAreNotRolledOff(_ transfer: Int) throws {
    let curve = try #require(TransferCurve(codePoint: transfer))
    #expect(curve.shown == curve.shownRolledOff)
  }

  /// As many views as there are ways to show a film: of most there is one.
  @Test func everyReadingIsShown() throws {
    func views(_ change: (inout TestFilm) -> Void) throws -> [ShownFrame.Showing] {
      let film = try MP4File(FileBytes(TestFilm(change).bytes())).film
      return ShownFrame.Showing.all(of: film.video)
    }
    #expect(try views { _ in }.count == 1)
    #expect(try views { $0.saysColors = true }.count == 1)
    for bright in [TestFilm.Bright.both, .container, .code] {
      let all = try views { $0.bright = bright }
      #expect(all.count == 2 && all.count { $0.curve == nil } == 1, "\(bright)")
      // What is shown to people heeds the container.
      #expect((all[0].curve == nil) == (bright == .code), "\(bright)")
    }
    var bytes = try TestFilm { $0.saysColors = true }.bytes()
    #expect(try MP4File(FileBytes(bytes)).film.video.codedColors == nil)
    // Of `colr`: its kind, and then primaries, transfer, matrix and range.
    let place = try #require(bytes.firstRange(of: Array("colrnclx".utf8))?.upperBound)
    bytes.replaceSubrange(place..<place + 7, with: [0, 9, 0, 18, 0, 9, 0])
    let film = try MP4File(FileBytes(bytes)).film
    #expect(film.video.colors == SampleColors(primaries: 9, transfer: 18, matrix: 9, isFullRange: false))
    #expect(film.video.codedColors == SampleColors(primaries: 1, transfer: 1, matrix: 1, isFullRange: true))
    let all = ShownFrame.Showing.all(of: film.video)
    #expect(all.count == 3 && Set(all).count == 3)
  }
}
