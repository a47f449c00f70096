import TestSupport
import Testing

@testable import ImageProcessingKit

/// Every look of the usual effort finds faces that all others leave open: none can be left out unnoticed.
@Suite struct EveryLookTests {
  private func hidden(
    _ hard: HardPicture, by networks: Set<NetworkKind> = Set(NetworkKind.allCases)
  ) throws -> Set<Int> {
    hard.hidden(by: try NetworkDetector(networks: networks).faces(in: hard.picture))
  }

  @Test(arguments: [-40.0, 40.0])
  func findsAPaleFaceThatLeans(degrees: Double) throws {
    let portrait = try HardPicture.Portrait.graceHopper().shrunk(toFaceHeight: 52).toned(0.15, plus: 110)
    #expect(try hidden(HardPicture.leaning(portrait, by: degrees)) == [0])
  }

  // What the look at the leaning picture sees a little of is looked at closely, leaning as much and more.
  @Test(arguments: [-45.0, -35, 35, 45])
  func findsSmallPaleFacesThatLean(degrees: Double) throws {
    let graceHopper = try HardPicture.Portrait.graceHopper()
    let small = [
      graceHopper.shrunk(toFaceHeight: 14), graceHopper.covered(by: .mask).shrunk(toFaceHeight: 30),
      try HardPicture.Portrait.astronaut().covered(by: .sunglasses).shrunk(toFaceHeight: 28),
    ]
    for portrait in small {
      #expect(try hidden(HardPicture.leaning(portrait.toned(0.15, plus: 110), by: degrees)) == [0])
    }
  }

  // YuNet at the larger sizes, upright and the way round that the sure faces show.
  @Test(arguments: [Orientation.up, .right])
  func findsSmallFacesWithSunglasses(turn: Orientation) throws {
    let crowd = try HardPicture.crowd(.sunglasses, 1).turned(turn)
    #expect(try hidden(crowd, by: [.yunet]).count == crowd.faces.count)
  }

  // The quick look the right way round counts more there than as one of three quick looks at the turned picture.
  @Test func believesTheQuickLookTheRightWayRound() throws {
    let crowd = try HardPicture.crowd(.wall, 0.25).turned(.right)
    #expect(try hidden(crowd, by: [.yunet]).contains(5))
  }

  /// YuNet leaves doubt about faces in a dark crowd, and takes some of them for none.
  @Test(arguments: [Orientation.up, .right])
  func centerFaceIsAskedWhereYuNetLeavesDoubt(turn: Orientation) throws {
    let crowd = try HardPicture.crowd(.sunglasses, 0.15).turned(turn)
    #expect(try hidden(crowd, by: [.yunet]).count < crowd.faces.count)
    #expect(try hidden(crowd).count == crowd.faces.count)
  }

  // Of half a face in the dark a closer look sees enough.
  @Test(arguments: [(Orientation.up, Set([0, 5, 8])), (.right, Set([0, 2, 5]))])
  func centerFaceLooksClosely(turn: Orientation, faces: Set<Int>) throws {
    #expect(try hidden(HardPicture.crowd(.wall, 0.25).turned(turn)).isSuperset(of: faces))
  }

  // At a small size faces are whole that fill the picture: by YuNet, and by CenterFace where YuNet leaves doubt.
  @Test func findsPaleFacesThatFillThePicture() throws {
    let astronaut = try HardPicture.Portrait.astronaut().toned(0.15, plus: 110).cut(around: 0.15)
    #expect(try hidden(HardPicture(astronaut), by: [.yunet]) == [0])
    let graceHopper = try HardPicture.Portrait.graceHopper().covered(by: .sunglasses).toned(0.15, plus: 110)
      .cut(around: 0.15)
    #expect(try hidden(HardPicture(graceHopper)) == [0])
  }

  // The pictures above turned show that it matters; this, that no size is left out.
  @Test(arguments: [DetectionEffort.normal, .thorough, .maximum])
  func looksTheRightWayRoundAtEverySizeThatItLooksAtUpright(effort: DetectionEffort) {
    let passes = effort.rounds(of: Set(NetworkKind.allCases)).flatMap(\.passes)
    func looks(_ turn: DetectionEffort.Pass.Turn) -> Set<String> {
      Set(passes.filter { $0.turn == turn }.map { "\($0.network) \($0.longSide) \($0.isFinest)" })
    }
    #expect(looks(.mostFaces) == looks(.degrees(0)) && looks(.mostFaces).count >= 5)
  }
}
