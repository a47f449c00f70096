import TestSupport
import Testing

@testable import ImageProcessingKit

/// A film of Matroska that lies in one way, and a part of what is said of it.
struct HostileMatroska: Sendable, CustomStringConvertible {
  let description: String
  let reason: String
  let film: TestMatroska

  init(_ description: String, _ reason: String, _ change: (inout TestMatroska) -> Void) {
    self.description = description
    self.reason = reason
    film = TestMatroska {
      $0 = Self.plain
      change(&$0)
    }
  }

  /// Four pictures that cannot be decoded, and a little sound.
  static let plain = TestMatroska { film in
    film.configuration = HandMadeFilm.avcC
    film.pictures = (0..<4).map { .init(time: 100 * $0, bytes: [UInt8](repeating: 7, count: 10 + 10 * $0)) }
    film.sound = (0..<6).map { .init(time: 40 * $0, bytes: [UInt8](repeating: 9, count: 20)) }
  }

  private static func element(_ id: Int, _ content: [UInt8]) -> [UInt8] { TestMatroska.element(id, content) }

  private static func sound(_ flags: UInt8, _ body: [UInt8]) -> [UInt8] {
    element(0xA3, TestMatroska.block(track: 2, time: 0, flags: flags, body))
  }

  static let all = [
    HostileMatroska("Another document", "of the kind house") { $0.documentType = Array("house".utf8) },
    HostileMatroska("A part of 2⁵⁶ bytes", "beyond the end") {
      $0.isOpen = true
      $0.inSegment = [0xEC, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE]
    },
    HostileMatroska("A part without a number", "has no number") { $0.inSegment = [0, 0, 0, 0] },
    HostileMatroska("A part without an end", "has no size") {
      $0.inSegment = TestMatroska.open(0x1254_C367, [1])
    },
    HostileMatroska("Two descriptions of tracks", "described twice") {
      $0.inSegment = element(0x1654_AE6B, [])
    },
    HostileMatroska("A segment in the segment", "one behind the other") {
      $0.inSegment = element(0x1853_8067, [])
    },
    HostileMatroska("A second film behind", "one behind the other") { $0.behind = $0.bytes },
    HostileMatroska("A number twice", "the same number") {
      $0.inTracks = element(
        0xAE, TestMatroska.element(0xD7, number: 1) + TestMatroska.element(0x83, number: 17))
    },
    HostileMatroska("A second track of pictures", "2 tracks of pictures") {
      $0.inTracks = element(
        0xAE, TestMatroska.element(0xD7, number: 3) + TestMatroska.element(0x83, number: 1))
    },
    HostileMatroska("A logo", "2 tracks of pictures") {
      $0.inTracks = element(
        0xAE, TestMatroska.element(0xD7, number: 3) + TestMatroska.element(0x83, number: 16))
    },
    HostileMatroska("Too many tracks", "more than 256 tracks") {
      $0.inTracks = (3..<300).flatMap {
        element(0xAE, TestMatroska.element(0xD7, number: $0) + TestMatroska.element(0x83, number: 17))
      }
    },
    HostileMatroska("More elements than may be", "10000 elements side by side") {
      $0.inTrack = (0..<10_001).flatMap { _ in [0xEC, 0x80] }
    },
    HostileMatroska("Elements longer than their holder", "longer than what holds it") {
      $0.inVideo = [0xB0, 0x88, 1]
    },
    HostileMatroska("Two sizes", "says something twice") {
      $0.inVideo = TestMatroska.element(0xB0, number: 9)
    },
    HostileMatroska("Times of 0 nanoseconds", "no scale") { $0.tick = 0 },
    HostileMatroska("A time at the end of numbers", "a time that may not be") {
      $0.pictures[3].time = 1 << 50
    },
    HostileMatroska("A picture for years", "shown for too long") { $0.pictures[3].time = 1 << 33 },
    HostileMatroska("Two pictures at once", "at the same time") { $0.pictures[3].time = 200 },
    HostileMatroska("Before the beginning", "before its beginning") {
      $0.inCluster = element(0xA3, TestMatroska.block(track: 1, time: -1, flags: 0x80, [1]))
    },
    HostileMatroska("Pictures in one block", "several of its pictures lie in one block") {
      $0.inCluster = element(0xA3, TestMatroska.block(track: 1, time: 5, flags: 0x84, [1, 1, 1]))
    },
    HostileMatroska("Pictures that are not shown", "not shown") {
      $0.inCluster = element(0xA3, TestMatroska.block(track: 1, time: 5, flags: 0x88, [1, 1, 1]))
    },
    HostileMatroska("A block of nothing", "holds nothing") {
      $0.inCluster = element(0xA3, TestMatroska.block(track: 1, time: 5, flags: 0x80, []))
    },
    HostileMatroska("A block without a head", "cut short") { $0.inCluster = element(0xA3, [0x81, 0]) },
    HostileMatroska("256 packets in one byte", "less than it says") { $0.inCluster = sound(0x84, [255, 1]) },
    HostileMatroska("Packets of nothing", "less than it says") { $0.inCluster = sound(0x82, [2, 0, 0, 1]) },
    HostileMatroska("Sizes without end", "less than it says") {
      $0.inCluster = sound(0x82, [1] + [UInt8](repeating: 255, count: 70_000))
    },
    HostileMatroska("Packets of 2⁵⁶ bytes", "less than it says") {
      $0.inCluster = sound(0x86, [2, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0xFF, 1])
    },
    HostileMatroska("Packets that shrink below nothing", "less than it says") {
      $0.inCluster = sound(0x86, [2, 0x81, 0x80, 1, 1, 1])
    },
    HostileMatroska("Compressed once more", "compressed once more") {
      $0.inTrack = element(0x6D80, element(0x6240, element(0x5034, [])))
    },
    HostileMatroska("Encrypted", "encrypted") { $0.inCluster = element(0xAF, [1]) },
    HostileMatroska("A codec that is not read", "coded as V_VP8") { $0.codec = "V_VP8" },
    HostileMatroska("No configuration", "how its pictures are coded") { $0.configuration = [] },
    HostileMatroska("VP9 that is none", "none of VP9") { $0.codec = "V_VP9" },
    HostileMatroska("Another size than the code's", "and its track says 3200 × 240") { $0.width = 3200 },
    HostileMatroska("Nothing of it shown", "shows nothing") {
      $0.inVideo = TestMatroska.element(0x54AA, number: 240)
    },
    HostileMatroska("Pixels like needles", "1000 times as wide as high") {
      $0.inVideo = TestMatroska.element(0x54B0, number: 320_000)
    },
    HostileMatroska("Pixels that draw faces out", "3 times as wide as high") {
      $0.inVideo = TestMatroska.element(0x54B0, number: 960)
    },
    HostileMatroska("A strip that is left of its pictures", "3 times as high as wide") {
      $0.inVideo = TestMatroska.element(0x54AA, number: 160)
    },
    HostileMatroska("Turned by an eighth", "less than a quarter") {
      $0.inVideo = element(0x7670, TestMatroska.element(0x7675, fraction: 45))
    },
    HostileMatroska("Seen from aside", "from aside") {
      $0.inVideo = element(0x7670, TestMatroska.element(0x7673, fraction: 30))
    },
    HostileMatroska("Half the speed", "faster or slower") {
      $0.inTrack = TestMatroska.element(0x23_314F, fraction: 0.5)
    },
  ]
}

@Suite struct HostileMatroskaTests {
  @Test func theFilmThatTheyAreMadeOfIsRead() throws {
    let film = HostileMatroska.plain
    let file = try MatroskaFile(FileBytes(film.bytes))
    #expect(file.film.video.samples.count == 4 && file.film.duration == 0.4)
    #expect(try (0..<4).map { try file.packet($0) } == film.pictures.map(\.bytes))
    #expect(try file.audioTracks().map(\.samples.count) == [6])
    // What is behind the segment is not the film's.
    let more = TestMatroska {
      $0 = film
      $0.behind = Array("junk".utf8)
    }
    #expect(try MatroskaFile(FileBytes(more.bytes)).film.video.samples.count == 4)
  }

  @Test(arguments: HostileMatroska.all)
  func isRefusedWithItsReason(_ hostile: HostileMatroska) {
    let error = #expect(throws: FaceBlurError.self) { try MatroskaFile(FileBytes(hostile.film.bytes)) }
    #expect(error?.reason.contains(hostile.reason) == true, "\(error?.reason ?? "")")
    #expect(error?.kind != .internalError)
  }

  @Test func saysThatAFilmIsCutShort() {
    let bytes = HostileMatroska.plain.bytes
    for count in 0..<bytes.count {
      let error = #expect(throws: FaceBlurError.self) { try MatroskaFile(FileBytes(Array(bytes[..<count]))) }
      #expect([.truncatedPhoto, .damagedPhoto].contains(error?.kind), "\(count): \(error?.reason ?? "")")
    }
  }

  /// Numbers at the ends of what they can be, in every place: neither reader reckons beyond what numbers hold.
  @Test func numbersAtTheirEndsStopNothing() {
    let values =
      [
        [], [0], [0x1F] + ends, [0x20, 0, 0, 0, 0, 0, 0], [0x3F, 0xFF] + ends, [0x7F, 0xFF] + ends,
        [0xFF, 0xFF] + ends,
        [0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [0x7F, 0xF8, 0, 0, 0, 0, 0, 0], [0x7F, 0x80, 0, 0],
        [0, 0, 0xFF, 0xFF], [0x20, 0, 0, 0],
      ] as [[UInt8]]
    func read(_ change: (inout TestMatroska) -> Void) {
      var film = HostileMatroska.plain
      film.lacing = .ebml
      change(&film)
      let file = FileBytes(film.bytes)
      _ = try? FilmInspection(file)
      _ = try? MatroskaFile(file).audioTracks()
    }
    for value in values {
      for id in [0x23_E383, 0x56AA, 0x23_314F, 0xD7, 0x83] {
        read { $0.inTrack = TestMatroska.element(id, value) }
      }
      for id in [0x54AA, 0x54BB, 0x54CC, 0x54DD, 0x54B0, 0x54BA, 0x54B2, 0xB0] {
        read { $0.inVideo = TestMatroska.element(id, value) }
        read {
          ($0.width, $0.height, $0.configuration) = (65_535, 1, [])
          $0.inVideo = TestMatroska.element(id, value)
        }
      }
      for id in [0x7671, 0x7673, 0x7674, 0x7675] {
        read { $0.inVideo = TestMatroska.element(0x7670, TestMatroska.element(id, value)) }
      }
      for id in [0x55B1, 0x55B9, 0x55BA, 0x55BB, 0x55BC, 0x55BD] {
        read { $0.inVideo = TestMatroska.element(0x55B0, TestMatroska.element(id, value)) }
      }
      let display = (0x55D1...0x55DA).flatMap { TestMatroska.element($0, value) }
      read { $0.inVideo = TestMatroska.element(0x55B0, TestMatroska.element(0x55D0, display)) }
      for id in [0xB5, 0x9F, 0x6264] { read { $0.audio = TestMatroska.element(id, value) } }
      for id in [0x23_E383, 0x56AA] { read { $0.inSoundTrack = TestMatroska.element(id, value) } }
      read { $0.inInformation = TestMatroska.element(0x2A_D7B1, value) }
      read { $0.inCluster = TestMatroska.element(0xE7, value) }
      for id in [0x9B, 0x75A2] {
        let block = TestMatroska.element(
          0xA1, TestMatroska.block(track: 2, time: 0, flags: 0x84, [1, 1, 1, 1, 1]))
        read { $0.inCluster = TestMatroska.element(0xA0, block + TestMatroska.element(id, value)) }
      }
    }
    for side in [0, 65_535, 65_536, 1 << 53, Int.max] {
      for codec in ["V_MPEG4/ISO/AVC", "V_AV1", "V_UNKNOWN"] {
        for display in [1, 1 << 24 - 1] {
          read {
            ($0.width, $0.height, $0.codec) = (side, 1, codec)
            $0.inVideo = TestMatroska.element(0x54B0, number: display)
          }
          read {
            ($0.width, $0.height, $0.codec) = (1, side, codec)
            $0.inVideo = TestMatroska.element(0x54BA, number: display)
          }
        }
      }
    }
    for tick in [1, 999_999_937, 1_000_000_000] {
      for time in [0, 1, 1 << 31, 1 << 52, 1 << 53] {
        read { film in
          film.tick = tick
          for index in film.pictures.indices { film.pictures[index].time += time }
          for index in film.sound.indices { film.sound[index].time += time }
        }
      }
    }
  }

  private let ends = [UInt8](repeating: 0xFF, count: 6)

  /// Whatever is changed: what is read lies in the file, what is asked about is told or refused, and nothing stops the program.
  @Test func survivesChangedBytes() throws {
    var film = HostileMatroska.plain
    film.hasGroups = true
    film.lacing = .ebml
    let bytes = film.bytes
    var random = SplitMix(seed: 23)
    var opened = 0
    for _ in 0..<4000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      let examined = try? FilmInspection(FileBytes(changed)).film
      guard let file = try? MatroskaFile(FileBytes(changed)) else { continue }
      opened += 1
      let samples = file.film.video.samples
      // The gate's reader may refuse what this one takes; what it takes, it takes for the same.
      if let other = examined?.pictureTracks.first?.samples {
        #expect(other.decodeTimes == (0..<samples.count).map { samples[$0].decodeTime }, "\(changed)")
        #expect(
          other.places.map(\.lowerBound) == (0..<samples.count).map { samples[$0].offset }, "\(changed)")
      }
      for index in 0..<samples.count { #expect(try file.packet(index).count == samples[index].size) }
      #expect(Set((0..<samples.count).map(samples.presentationTime)).count == samples.count)
      _ = try? file.audioTracks()
    }
    #expect(opened > 100 && opened < 3900)
  }

  @Test func soundThatIsNoneIsRefusedWhenItIsAskedFor() throws {
    for (codec, name) in [
      ("A_VORBIS", "Vorbis"), ("A_DTS", "DTS"), ("A_OPUS", "does not say"), ("A_FLAC", "does not say"),
    ] {
      let film = TestMatroska {
        $0 = HostileMatroska.plain
        $0.soundCodec = codec
      }
      let file = try MatroskaFile(FileBytes(film.bytes))
      let error = #expect(throws: FaceBlurError.self) { try file.audioTracks() }
      #expect(
        error?.reason.contains(name) == true && error?.advice == "\(.dropAudio)", "\(error?.reason ?? "")")
    }
  }
}
