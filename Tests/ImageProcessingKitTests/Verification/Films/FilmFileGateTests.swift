import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the file of a film's render may not hold, and what it may not say otherwise than its original.
@Suite struct FilmFileGateTests {
  private let film: SplicedFilm

  init() throws { film = try SplicedFilm.shared() }

  private static let picture = [UInt8](repeating: 0xD8, count: 40)

  /// What the file of a picture begins with.
  private static let file = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + picture

  /// Types of boxes without letters: of content credentials and XMP.
  private static let credential: [UInt8] = [
    0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
  ]
  private static let xmp: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// Of pictures that are shown when they are decoded: version, flags, and no runs.
  private static let shiftsOfNone: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]

  /// A table of times with a further run.
  private static func runs(_ times: [UInt8], adding run: (count: Int, value: Int)) -> [UInt8] {
    let number = times[4..<8].reduce(0) { $0 << 8 | Int($1) } + 1
    let words = [run.count, run.value].flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(word >> $0 & 255) }
    }
    return times[..<4] + stride(from: 24, through: 0, by: -8).map { UInt8(number >> $0 & 255) } + times[8...]
      + words
  }

  /// Where something is put, and what it is found as.
  static let carriers: [(name: String, kind: String, put: @Sendable (inout RebuiltFilm) -> Void)] = [
    ("user data", "userData", { $0.inMovie = TestBox.bytes("udta", TestBox.bytes("covr", picture)) }),
    ("user data of a track", "userData", { $0.tracks[0].inTrack = TestBox.bytes("udta", picture) }),
    ("metadata", "metadata", { $0.inMovie = TestBox.bytes("meta", version: 0, picture) }),
    ("free space", "freeSpace", { $0.before = TestBox.bytes("free", picture) }),
    ("free space in a table", "freeSpace", { $0.tracks[0].inTable = TestBox.bytes("free", picture) }),
    ("a box without letters", "furtherBox", { $0.behind = TestBox.bytes("uuid", picture) }),
    (
      "a content credential", "contentCredential",
      { $0.before = TestBox.bytes("uuid", credential + picture) }
    ),
    (
      "a content credential beside the tracks", "contentCredential",
      { $0.inMovie = TestBox.bytes("uuid", credential + picture) }
    ),
    ("XMP", "xmp", { $0.behind = TestBox.bytes("uuid", xmp + picture) }),
    ("an unknown box", "furtherBox", { $0.tracks[1].inTable = TestBox.bytes("sgpd", picture) }),
    ("bytes behind all", "trailingBytes", { $0.behind = [0xFF, 0xD8, 0xFF] }),
    ("bytes that no sample owns", "unreferencedBytes", { $0.inMedia = picture }),
    (
      "a name of a handler", "handlerName",
      { $0.tracks[0].handler = $0.tracks[0].handler.dropLast() + Array("Bob\0".utf8) }
    ),
    ("a name of an encoder", "compressorName", { $0.tracks[0].entry[8 + 43] = 0x58 }),
    ("a time of creation", "creationTime", { $0.movieHead[7] = 1 }),
    ("a time of creation of a track", "creationTime", { $0.tracks[0].head[7] = 1 }),
    ("a time of creation of sound", "creationTime", { $0.tracks[1].mediaHead[11] = 1 }),
    (
      "a profile of colours", "icc",
      {
        $0.tracks[0].entry = RebuiltFilm.setting(
          "colr", to: Array("prof".utf8) + picture, of: $0.tracks[0].entry)
      }
    ),
    (
      "a second track of pictures", "furtherPictureTrack",
      { render in
        var track = render.tracks[0]
        track.head[15] = 9
        render.movieHead[render.movieHead.count - 1] = 10
        render.tracks.append(track)
      }
    ),
    (
      "a track of text", "furtherTrack",
      { render in
        var track = render.tracks[1]
        track.head[15] = 9
        render.movieHead[render.movieHead.count - 1] = 10
        track.handler.replaceSubrange(8..<12, with: Array("text".utf8))
        (track.samples, track.times) = ([], [0, 0, 0, 0, 0, 0, 0, 0])
        render.tracks.append(track)
      }
    ),
    (
      "a message of an encoder in a copied picture", "codeMessage",
      {
        $0.tracks[0].samples[2] += TestUnits.packet([[6, 5, 17] + [UInt8](repeating: 7, count: 17) + [0x80]])
      }
    ),
    (
      "a message in a new picture", "codeMessage",
      { $0.tracks[0].samples[9] += TestUnits.packet([[6, 4, 3, 7, 7, 7, 0x80]]) }
    ),
    (
      "bytes behind a message", "codeMessage",
      { $0.tracks[0].samples[2] += TestUnits.packet([[6, 6, 1, 7, 0x80, 9, 9]]) }
    ),
    (
      "a message twice", "codeMessage",
      { $0.tracks[0].samples[2] += TestUnits.packet([[6, 6, 1, 0x84, 6, 1, 0xC4, 0x80]]) }
    ),
    (
      "a message of another size", "codeMessage",
      { $0.tracks[0].samples[2] += TestUnits.packet([[6, 144, 5, 7, 7, 7, 7, 7, 0x80]]) }
    ),
    (
      "a picture behind a slice", "hiddenPicture",
      { $0.tracks[0].samples[2] = TestUnits.packet($0.tracks[0].samples[2], carrying: file) }
    ),
    (
      "a picture behind a new slice", "hiddenPicture",
      { $0.tracks[0].samples[9] = TestUnits.packet($0.tracks[0].samples[9], carrying: file) }
    ),
    ("a picture behind a packet of sound", "hiddenPicture", { $0.tracks[1].samples[4] += file }),
    // What somebody hides stands where a time would.
    (
      "times of no samples", "headerBytes",
      { $0.tracks[0].times = runs($0.tracks[0].times, adding: (0, 0xFFD8)) }
    ),
    (
      "times of no samples of sound", "headerBytes",
      { $0.tracks[1].times = runs($0.tracks[1].times, adding: (0, 0xFFD8)) }
    ),
    (
      "shifts of no samples", "headerBytes",
      { $0.tracks[0].shifts = runs($0.tracks[0].shifts ?? shiftsOfNone, adding: (0, 0xFFD8)) }
    ),
    (
      "the end of a sequence that other pictures refer to", "furtherCode",
      { $0.tracks[0].samples[2] += TestUnits.packet([[0x4A]]) }
    ),
    (
      "the end of a sequence twice", "furtherCode",
      { $0.tracks[0].samples[2] += TestUnits.packet([[10], [10]]) }
    ),
    (
      "filler in a picture", "furtherCode",
      { $0.tracks[0].samples[2] += TestUnits.packet([[12, 255, 255, 0x80]]) }
    ),
    (
      "a picture of another eye", "furtherPicture",
      { $0.tracks[0].samples[2] += TestUnits.packet([[20, 1, 2, 3]]) }
    ),
    (
      "a set of parameters in a picture", "parameterSet",
      { $0.tracks[0].samples[0] += TestUnits.packet([[8, 0xCE, 0x3C, 0x80]]) }
    ),
    (
      "a reference", "trackReference",
      { $0.tracks[1].inTrack = TestBox.bytes("tref", TestBox.bytes("chap", [0, 0, 0, 1])) }
    ),
  ]

  @Test(arguments: carriers.indices) func namesWhatMayNotBeThere(index: Int) {
    let carrier = Self.carriers[index]
    #expect(film.refusal(carrier.put)?.kind == .leak(.block(carrier.kind)), "\(carrier.name)")
  }

  @Test(arguments: carriers.indices) func inspectionFindsTheSame(index: Int) throws {
    let carrier = Self.carriers[index]
    var render = film.render
    carrier.put(&render)
    let blocks = try FilmInspection(FileBytes(render.bytes)).blocks
    #expect(blocks.contains { !$0.isAllowed && $0.kind.rawValue == carrier.kind }, "\(carrier.name)")
  }

  @Test func inspectionAllowsARightRender() throws {
    #expect(try FilmInspection(FileBytes(film.render.bytes)).blocks.allSatisfy(\.isAllowed))
    #expect(try !FilmInspection(FileBytes(film.original)).blocks.allSatisfy(\.isAllowed))
  }

  @Test func refusesOtherTimes() {
    // How long the first run of pictures lasts, the track, the whole, and the ticks of a second.
    #expect(film.refusal { $0.tracks[0].times[15] ^= 1 }?.kind == .leak(.timing))
    #expect(film.refusal { $0.tracks[0].head[23] ^= 1 }?.kind == .leak(.timing))
    #expect(film.refusal { $0.movieHead[19] ^= 1 }?.kind == .leak(.timing))
    #expect(film.refusal { $0.tracks[0].mediaHead[15] ^= 1 }?.kind == .leak(.timing))
    #expect(film.refusal { $0.tracks[1].times[15] ^= 1 }?.kind == .leak(.timing))
    let edit = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 9, 0, 1, 0, 0] as [UInt8]
    #expect(film.refusal { $0.tracks[0].edits = edit }?.kind == .leak(.timing))
    #expect(
      film.refusal { $0.tracks[0].shifts = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 24, 0, 0, 0, 5] }?.kind
        == .leak(.timing))
  }

  @Test func refusesAMissingPicture() {
    let refusal = film.refusal { render in
      render.tracks[0].samples.removeLast()
      render.tracks[0].times[11] -= 1
    }
    #expect(refusal?.kind == .leak(.timing))
  }

  @Test func refusesAnotherShape() {
    // Its matrix, its width, and how wide its pixels are.
    #expect(
      film.refusal { $0.tracks[0].head.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0, 0]) }?.kind
        == .leak(.shape))
    #expect(film.refusal { $0.tracks[0].head[77] ^= 1 }?.kind == .leak(.shape))
    #expect(
      film.refusal {
        $0.tracks[0].entry = RebuiltFilm.setting(
          "pasp", to: [0, 0, 0, 2, 0, 0, 0, 1], of: $0.tracks[0].entry)
      }?.kind == .leak(.shape))
    #expect(
      film.refusal {
        $0.tracks[0].entry = RebuiltFilm.setting(
          "pasp", to: [0, 0, 0, 3, 0, 0, 0, 1], of: $0.tracks[0].entry)
      } != nil)
    #expect(
      film.refusal {
        $0.tracks[0].entry = RebuiltFilm.setting(
          "colr", to: Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0], of: $0.tracks[0].entry)
      }?.kind == .leak(.shape))
  }

  @Test func refusesOtherSound() throws {
    #expect(film.refusal { $0.tracks[1].samples[4][7] ^= 1 }?.kind == .leak(.sound))
    #expect(film.refusal { $0.tracks[1].samples.swapAt(2, 5) }?.kind == .leak(.sound))
    let other = try RebuiltFilm(
      TestFilm { film in
        (film.frames, film.groupLength, film.audioTracks) = (30, 8, 1)
      }.bytes())
    #expect(film.refusal { $0.tracks[1] = other.tracks[1] }?.kind == .leak(.sound))
  }

  @Test func refusesSamplesThatLieInEachOther() {
    var render = film.render.bytes
    let place = render.lastRange(of: Array("stco".utf8))
    if let place { render[place.upperBound + 11] ^= 4 }
    #expect(film.refusal(of: render) != nil)
  }

  /// No change of one byte in what describes the tracks may end the program, and none that is let pass changes what is said.
  @Test func survivesEveryByteOfTheTracks() throws {
    let bytes = film.render.bytes
    let movie = try #require(TestBox.list(bytes).first { $0.type == "moov" })
    for place in movie.range {
      for value in [0, 0xFF, bytes[place] ^ 0x80] as [UInt8] {
        var changed = bytes
        changed[place] = value
        _ = try? FilmInspection(FileBytes(changed)).blocks
      }
    }
    for count in stride(from: 0, to: bytes.count, by: 97) {
      _ = try? FilmInspection(FileBytes(Array(bytes.prefix(count)))).blocks
    }
  }
}

extension Array where Element == UInt8 {
  /// Where some bytes stand last.
  fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
    guard count >= bytes.count else { return nil }
    return (0...count - bytes.count).last { self[$0..<$0 + bytes.count].elementsEqual(bytes) }.map {
      $0..<$0 + bytes.count
    }
  }
}
