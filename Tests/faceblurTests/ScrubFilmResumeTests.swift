import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A run goes on inside a film where another one was ended: with what that one had seen, and with the pictures that it had coded.
@Suite struct ScrubFilmResumeTests {
  private func kept(_ scratch: ScratchFolder, _ ending: String) throws -> (name: String, bytes: [UInt8])? {
    let folder = "out.faceblur/looks"
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: scratch.path(folder))) ?? []
    guard let name = names.first(where: { $0.hasSuffix(".\(ending)") }) else { return nil }
    return ("\(folder)/\(name)", try scratch.read("\(folder)/\(name)"))
  }

  private func isNothingKept(_ scratch: ScratchFolder) -> Bool {
    !FileManager.default.fileExists(atPath: scratch.path("out.faceblur/looks"))
  }

  /// Begins to scrub, and ends that as soon as enough is kept.
  private func end(
    _ scratch: ScratchFolder, by signal: Int32, when isEnough: () throws -> Bool
  ) throws -> Int32 {
    let run = try RunningCommand(["scrub", "photos", "-o", "out"] + ScratchFolder.quick, in: scratch.path)
    while try !isEnough(), run.isRunning {}
    run.send(signal)
    return run.wait()
  }

  /// A film may take hours: nobody waits for it, and the next run goes on inside it.
  @Test func stopsInsideAFilmAndGoesOnThere() throws {
    let (scratch, reference) = (try ScratchFolder(), try ScratchFolder())
    let film = TestFilm { ($0.frames, $0.seenIn) = (120, 0..<100) }
    for folder in [scratch, reference] { try folder.write(film.bytes(), "photos/film.mp4") }
    func seen() throws -> Int { try kept(scratch, "looks")?.bytes.count ?? 0 }
    #expect(try end(scratch, by: SIGINT) { try seen() >= 1000 } == 75)
    #expect(try seen() >= 1000)
    #expect(try scratch.published().isEmpty && scratch.report()["film.mp4"]?.status == "pending")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(isNothingKept(scratch))
    #expect(try reference.scrub().exitCode == 0)
    #expect(try scratch.published() == reference.published())
  }

  /// Nobody looks again at what was looked at: in the first look of a run that was killed there is somebody more than in the film.
  @Test func takesWhatWasSeen() throws {
    let scratch = try ScratchFolder()
    let film = TestFilm { ($0.frames, $0.seenIn) = (40, 0..<8) }
    try scratch.write(film.bytes(), "photos/film.mp4")
    let code = try end(scratch, by: SIGKILL) { try kept(scratch, "looks")?.bytes.count ?? 0 >= 400 }
    #expect(code == SIGKILL)
    var (name, looks) = try #require(try kept(scratch, "looks"))
    let (head, sighting) = (80, 49)
    let count = Int(looks[head + 23])
    try #require(looks[head + 20..<head + 23].allSatisfy { $0 == 0 } && count < 200)
    var place = head + 24
    for _ in 0..<count { place += sighting + Int(looks[place + 48]) }
    let rect: [Double] = [0.75, 0.05, 0.15, 0.2]
    let more = (rect + [0.99, 0]).flatMap { BigEndian.bytes(Int(truncatingIfNeeded: $0.bitPattern), 8) }
    let kind = Array(SubjectKind.default.rawValue.utf8)
    var look = Array(looks[head..<place]) + more + [UInt8(kind.count)] + kind
    look[23] += 1
    looks = looks[..<head] + look + GrowingFile.check(look) + looks[(place + GrowingFile.checkBytes)...]
    try scratch.write(looks, name)
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.report()["film.mp4"]?.faces == 2)
    #expect(
      try film.left(in: [0], of: scratch.read("out/film.mp4")) { _ in
        PixelBox(x: 240, y: 12, width: 48, height: 48)
      } < 0.6)
  }

  /// Nor is coded again what was coded: the render is the same as if nothing had happened. Nor is any of it believed.
  @Test func goesOnWhereItWasCodingWhenItWasKilled() throws {
    let (scratch, reference) = (try ScratchFolder(), try ScratchFolder())
    let film = TestFilm { $0.frames = 264 }
    for folder in [scratch, reference] { try folder.write(film.bytes(), "photos/film.mp4") }
    /// Pictures that are kept: each behind its length, and before its check.
    func pictures(_ bytes: [UInt8]) -> [Range<Int>] {
      var (place, pictures): (Int, [Range<Int>]) = (79, [])
      while place + 4 <= bytes.count {
        let end = place + 4 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        if end + GrowingFile.checkBytes <= bytes.count { pictures.append(place + 4..<end) }
        place = end + GrowingFile.checkBytes
      }
      return pictures
    }
    func coded() throws -> Int { try kept(scratch, "code").map { pictures($0.bytes).count } ?? 0 }
    #expect(try end(scratch, by: SIGKILL) { try coded() >= 256 } == SIGKILL)
    #expect(try (256...264).contains(coded()) && scratch.published().isEmpty)
    let (looks, code) = (try #require(try kept(scratch, "looks")), try #require(try kept(scratch, "code")))

    // Two pictures of the part have changed their places. Whoever had coded them anew would not know of it.
    let places = pictures(code.bytes)
    var forged = Array(code.bytes[..<79])
    for number in places.indices {
      let other = places[number == 101 ? 202 : number == 202 ? 101 : number]
      let record = BigEndian.bytes(other.count, 4) + code.bytes[other]
      forged += record + GrowingFile.check(record)
    }
    try scratch.write(forged, code.name)
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try scratch.published().isEmpty && scratch.report()["film.mp4"]?.status == "failed")
    #expect(isNothingKept(scratch))

    // As they were coded.
    for file in [looks, code] { try scratch.write(file.bytes, file.name) }
    #expect(try scratch.scrub().exitCode == 0)
    #expect(isNothingKept(scratch))
    #expect(try reference.scrub().exitCode == 0)
    #expect(try scratch.published() == reference.published())
  }
}
