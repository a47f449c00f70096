import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a film says of its code beside its sets of parameters follows from these: nobody else looks at it, and it could be anything.
@Suite struct FilmConfigurationTests {
  private static let film = Result {
    // Without what x265 says of itself beside its sets.
    var film = try RebuiltFilm(
      TestFilm { ($0.codec, $0.frames) = (.hevc, 4) }.bytes(without: 0, atThe: "right"))
    film.tracks[0].samples = film.tracks[0].samples.map { packet in
      TestUnits.packet(TestUnits.list(packet).filter { $0[0] >> 1 < 32 })
    }
    return film
  }

  private static func changed(_ change: (inout [UInt8]) -> Void) throws -> RebuiltFilm {
    var film = try film.get()
    var content = try #require(RebuiltFilm.content("hvcC", of: film.tracks[0].entry))
    change(&content)
    film.tracks[0].entry = RebuiltFilm.setting("hvcC", to: content, of: film.tracks[0].entry)
    return film
  }

  /// Why the gate refuses the film's own pictures as its render once that says other things of them.
  private static func refusal(_ change: (inout [UInt8]) -> Void) throws -> FaceBlurError? {
    let (original, render) = (try changed { _ in }.bytes, try changed(change).bytes)
    do throws(FaceBlurError) {
      try FilmGate(original: FileBytes(original), render: FileBytes(render))
        .check(FilmPlan(tracks: [], strength: .default), audio: .all)
      return nil
    } catch { return error }
  }

  /// Bits of the head, by their bytes, that may be cleared: a promise less than the sets make.
  private static let promises: [Int: UInt8] = [2: 0xFF, 6: 0xFF, 21: 0x0C]

  @Test func everyBitOfTheHeadFollowsFromTheSets() throws {
    #expect(try Self.refusal { _ in } == nil)
    for place in 0...21 {
      for bit in 0..<8 {
        var isPromise = false
        let error = try Self.refusal { bytes in
          isPromise = bytes[place] & (Self.promises[place] ?? 0) & 1 << UInt8(bit) != 0
          bytes[place] ^= 1 << UInt8(bit)
        }
        #expect((error == nil) == isPromise, "bit \(bit) of byte \(place)")
      }
    }
  }

  /// What is listed, and how: where a kind begins, its first byte is changed, or an empty one, or one more stands there.
  @Test func setsAreListedInOneWay() throws {
    func kinds(_ bytes: [UInt8]) -> [Int] {
      var places: [Int] = []
      var place = 23
      for _ in 0..<bytes[22] {
        places.append(place)
        let count = Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
        place += 3
        for _ in 0..<count { place += 2 + (Int(bytes[place]) << 8 | Int(bytes[place + 1])) }
      }
      return places
    }
    for kind in 0..<3 {
      for bit in [0x40, 0x80] as [UInt8] {
        let error = try Self.refusal { $0[kinds($0)[kind]] ^= bit }
        #expect(error?.kind == .leak(.block("parameterSet")), "bit \(bit) of kind \(kind)")
      }
    }
    for empty in [[0x3C, 0, 0], [0xA2, 0, 0], [39, 0, 0], [0xA0, 0, 0]] as [[UInt8]] {
      let error = try Self.refusal { bytes in
        bytes[22] += 1
        bytes += empty
      }
      #expect(error?.kind == .leak(.block("parameterSet")), "\(empty)")
    }
    let error = try Self.refusal { bytes in
      let places = kinds(bytes)
      let (videos, sequences) = (bytes[places[0]..<places[1]], bytes[places[1]..<places[2]])
      bytes.replaceSubrange(places[0]..<places[2], with: Array(sequences) + Array(videos))
    }
    #expect(error?.kind == .leak(.block("parameterSet")))
    // No player asks in what layer in time a set stands.
    #expect(
      try Self.refusal { bytes in
        let place = kinds(bytes)[2] + 5
        bytes[place + 1] = 2
      }?.kind == .leak(.block("parameterSet")))
  }

  @Test func theInspectionNamesWhatIsSaidBesideTheSets() throws {
    func blocks(_ film: RebuiltFilm) throws -> [MetadataBlock] {
      try FilmInspection(FileBytes(film.bytes)).blocks.filter { $0.kind == .parameterSet }
    }
    #expect(try blocks(Self.changed { _ in }).isEmpty)
    let place = try Self.changed { $0.replaceSubrange(19..<21, with: Array("13".utf8)) }
    let found = try blocks(place)
    #expect(found.count == 1)
    for block in found {
      #expect(Array(place.bytes[block.range].dropFirst(4).prefix(4)) == Array("hvcC".utf8))
    }
  }
}
