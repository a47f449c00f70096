import CCodec
import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A helper that decodes one film after another, for a process that may start none.
@Suite struct FilmHelperTests {
  private static let film = CodedFilm.Form(
    codec: .h264, options: ["-c:v", "libx264", "-preset", "fast", "-g", "15"])

  private func helper() throws -> CodecHelper {
    try CodecHelper(FilePath(BuiltCommand.program("faceblur-codec")), for: .films, isConfined: false)
  }

  private func decoder(of film: CodedFilm, by helper: CodecHelper) throws -> VideoDecoder {
    try VideoDecoder(
      film.form.codec, configuration: film.configuration, shape: film.form.shape, by: helper)
  }

  /// Processes that an earlier film has had are gone, and what they had with them.
  @Test func decodesOneFilmAfterAnother() throws {
    let film = try CodedFilm.of(Self.film)
    let helper = try helper()
    for packets in [film.packets[...], film.packets.prefix(3), film.packets[...]] {
      do {
        let decoder = try decoder(of: film, by: helper)
        let frames = try CodedFilm.decode(Array(packets), with: decoder)
        let isWhole = packets.count == film.packets.count
        let areSame = frames.map(\.bytes) == film.frames
        #expect(frames.count == packets.count && (areSame || !isWhole))
        #expect(throws: FaceBlurError.self) { try self.decoder(of: film, by: helper) }
      }
      #expect(helper.beginNextFilm())
    }
  }

  /// What ends the process of a film ends its helper: nobody takes what the next one says for an answer of this one.
  @Test func isOfNoMoreUseOnceItWasLost() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/bad-codec-crash"
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: BuiltCommand.program("BadCodec"))
    let helper = try CodecHelper(FilePath(path), for: .films, isConfined: false)
    let film = try CodedFilm.of(Self.film)
    #expect(throws: FaceBlurError.self) { try decoder(of: film, by: helper) }
    #expect(!helper.beginNextFilm())
  }

  /// One for a single film has no other.
  @Test func onlyOneForFilmsHasAnother() throws {
    let helper = try CodecHelper(
      FilePath(BuiltCommand.program("faceblur-codec")), for: .film, isConfined: false)
    #expect(!helper.beginNextFilm())
  }
}
