import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Looks at a film that outlive the run that took them.
@Suite struct LookFileTests {
  /// Two people, one of whom is seen in every third frame alone, in two scenes.
  private static var film: SyntheticFilm {
    SyntheticFilm(
      frameCount: 90,
      actors: [
        SyntheticFilm.Actor(place: { frame in
          NormalizedRect(x: 0.1 + 0.004 * Double(frame), y: 0.4, width: 0.1, height: 0.1)
        }),
        SyntheticFilm.Actor(
          place: { frame in frame < 60 ? NormalizedRect(x: 0.7, y: 0.2, width: 0.12, height: 0.12) : nil },
          score: { frame, look in look == .full || frame % 3 == 0 ? 0.9 : nil }),
      ], cuts: [45])
  }

  /// Counts looks, and ends the run after some of them.
  private final class CountedLooks: FrameLooking {
    private let looks = SyntheticLooks(LookFileTests.film)
    private let most: Int
    private(set) var count = 0

    init(most: Int = .max) { self.most = most }

    var threshold: Double { looks.threshold }
    var floor: Double { looks.floor }

    private func note() throws(FaceBlurError) {
      guard count < most else { throw .internalError("the run was ended") }
      count += 1
    }

    func quickLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] {
      try note()
      return try looks.quickLook(at: frame)
    }

    func fullLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] {
      try note()
      return try looks.fullLook(at: frame)
    }

    func closeLook(
      at frame: FilmFrame, for expected: [ExpectedFace]
    ) throws(FaceBlurError) -> [FaceSighting] {
      try note()
      return try looks.closeLook(at: frame, for: expected)
    }
  }

  private func tracks(_ looks: CountedLooks, _ folder: FilePath, basis: String = "00") throws -> [FaceTrack] {
    let memory = LookFile(in: folder, of: String(repeating: "ab", count: 32), basis: basis)
    return try Self.film.tracks(looks: RememberedLooks(looks, memory))
  }

  private func file(_ scratch: ScratchFolder) throws -> String {
    try #require(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path).first { $0.hasSuffix(".looks") })
  }

  /// Wherever a run ends, the next one looks at what is left alone, and comes to the same end.
  @Test func goesOnWhereTheLastRunEnded() throws {
    let whole = CountedLooks()
    let expected = try Self.film.tracks(looks: whole)
    for most in [0, 1, 2, 17, 100, whole.count - 1] {
      let scratch = try ScratchFolder()
      let folder = FilePath(scratch.path)
      #expect(throws: FaceBlurError.self) { try tracks(CountedLooks(most: most), folder) }
      let rest = CountedLooks()
      #expect(try tracks(rest, folder) == expected)
      #expect(rest.count == whole.count - most)
      // Settings with which looks see something else do not count on these.
      let other = CountedLooks()
      #expect(try tracks(other, folder, basis: "01") == expected && other.count == whole.count)
    }
  }

  /// What was cut off, or cannot have been written, is looked at anew, and so is everything behind it.
  @Test func believesNothingBehindWhatIsDamaged() throws {
    let scratch = try ScratchFolder()
    let folder = FilePath(scratch.path)
    let whole = CountedLooks()
    let expected = try tracks(whole, folder)
    let name = try file(scratch)
    let bytes = try scratch.read(name)
    for place in stride(from: 0, to: bytes.count, by: 211) {
      try scratch.write(Array(bytes[..<place]), name)
      let rest = CountedLooks()
      #expect(try tracks(rest, folder) == expected && rest.count > 0, "cut at \(place)")
      #expect(try scratch.read(name) == bytes)
    }
    // The length of a list, and a number that is none.
    for (place, value) in [(80 + 20, UInt8(0xFF)), (80 + 24, 0x7F), (80 + 3, 9)] {
      var damaged = bytes
      damaged[place] = value
      try scratch.write(damaged, name)
      let again = CountedLooks()
      #expect(try tracks(again, folder) == expected && again.count == whole.count, "\(place)")
    }
  }

  /// Others could write there what nobody has seen.
  @Test func takesNothingThatOthersMayWrite() throws {
    let scratch = try ScratchFolder()
    let folder = FilePath(scratch.path)
    let whole = CountedLooks()
    let expected = try tracks(whole, folder)
    let name = try file(scratch)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: scratch.path(name))
    let again = CountedLooks()
    #expect(try tracks(again, folder) == expected && again.count == whole.count)
  }
}
