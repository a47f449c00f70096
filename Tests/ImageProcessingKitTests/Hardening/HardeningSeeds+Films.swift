import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// Films of Matroska of every codec, small enough for a fuzzer, and some that were put together by hand.
  static func matroskaFilms() throws -> [[UInt8]] {
    let small = TestFilm.Codec.allCases.map { codec in
      TestFilm { film in
        (film.codec, film.width, film.height, film.frames) = (codec, 64, 48, 5)
        (film.isMatroska, film.audioTracks) = (true, codec == .h264 ? 1 : 0)
      }
    }
    let handMade = TestMatroska.Lacing.allCases.map { lacing in
      var film = HostileMatroska.plain
      (film.lacing, film.isOpen, film.hasGroups) = (lacing, lacing == .xiph, lacing == .ebml)
      return film.bytes
    }
    return try small.map { try $0.bytes() } + handMade
  }

  /// Films of every codec, small enough for a fuzzer, and some whose boxes were put together by hand.
  static func films() throws -> [[UInt8]] {
    let small = TestFilm.Codec.allCases.map { codec in
      TestFilm { film in
        (film.codec, film.width, film.height, film.frames) = (codec, 64, 48, 5)
        (film.isIndexInFront, film.bFrames) = (codec == .h264, codec == .hevc ? 2 : 0)
      }
    }
    let handMade = [
      HandMadeFilm(),
      HandMadeFilm {
        $0.inTrack = BoxWriter.box(
          "edts", BoxWriter.fullBox("elst", HandMadeFilm.numbers([1, 4, 0, 0x1_0000])))
      },
      HandMadeFilm { $0.matrix = [0, 0x1_0000, 0, -0x1_0000 & 0xFFFF_FFFF, 0, 0, 0, 0, 0x4000_0000] },
      HandMadeFilm {
        $0.tables = ["stss": HandMadeFilm.table([[1], [3]]), "ctts": HandMadeFilm.table([[4, 1]])]
      },
    ]
    return try small.map { try $0.bytes() } + handMade.map(\.bytes)
  }
}
