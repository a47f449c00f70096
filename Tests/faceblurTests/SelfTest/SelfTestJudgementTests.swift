import Foundation
import Glibc
import TestSupport
import Testing

@testable import ImageProcessingKit
@testable import faceblur

/// What a self-test takes for a failure: a look that finds nothing, whatever it is shown, must not pass.
@Suite struct SelfTestJudgementTests {
  private static let place = 1000..<3000

  private static func verdict(_ blocks: [MetadataBlock] = []) -> PhotoVerifier.Verdict {
    PhotoVerifier.Verdict(file: "render.jpg", blocks: blocks)
  }

  private static func block(
    _ range: Range<Int>, objection: String? = "it is a picture", _ evidence: MetadataBlock.FaceEvidence = .yes
  ) -> MetadataBlock {
    var block = MetadataBlock(.exifThumbnail, range, objection: objection)
    block.mayShowFace = evidence
    return block
  }

  private static func region(_ rect: NormalizedRect) -> PlannedRegion {
    PlannedRegion(id: "f1", rect: rect, score: 0.9, origin: .detected)
  }

  /// One in which everything is as it should be.
  private static func soundTrial() -> FormatTrial {
    FormatTrial(
      hidden: [region(SelfTestPhoto.face)], render: verdict([block(10..<60, objection: nil, .no)]),
      planted: verdict([block(10..<60, objection: nil, .no), block(place)]), place: place)
  }

  @Test func passesWhatIsSound() {
    #expect(Self.soundTrial().fault == nil)
  }

  @Test func failsWhereThePlantedPictureIsNotFound() {
    let answers: [[MetadataBlock]] = [
      [], [Self.block(0..<1000)], [Self.block(Self.place, objection: nil)], [Self.block(Self.place, .no)],
      [Self.block(Self.place, .unknown)],
    ]
    for blocks in answers {
      var trial = Self.soundTrial()
      trial.planted = Self.verdict(blocks)
      #expect(trial.fault?.contains("verify did not find") == true, "\(blocks)")
    }
  }

  @Test func failsWhereTheFaceIsNotHidden() {
    let corner = NormalizedRect(x: 0, y: 0, width: 0.2, height: 0.2)
    for rects in [[], [corner]] {
      var trial = Self.soundTrial()
      trial.hidden = rects.map(Self.region)
      #expect(trial.fault?.contains("not found") == true, "\(rects)")
    }
  }

  @Test func failsWhereTheGateObjects() {
    var trial = Self.soundTrial()
    trial.render = Self.verdict([Self.block(10..<60)])
    #expect(trial.fault != nil)
    trial = Self.soundTrial()
    trial.render.problems = ["a region shows something else"]
    #expect(trial.fault?.contains("a region shows something else") == true)
    trial = Self.soundTrial()
    trial.render.unread = "it is damaged"
    #expect(trial.fault?.contains("it is damaged") == true)
  }

  /// A missing package is a failure only for those who ask for all.
  @Test func countsWhatIsMissingOnlyOnRequest() {
    let missing = SelfTestCheck.missing("HEIC", .codecs)
    #expect(!missing.fails(asWhole: false) && missing.fails(asWhole: true))
    #expect(missing.detail.contains("faceblur-codecs"))
    // No package brings a kernel.
    let kernel = SelfTestCheck("sandbox", .missing, "no seccomp")
    #expect(!kernel.fails(asWhole: false) && !kernel.fails(asWhole: true))
    for state in [false, true] {
      #expect(SelfTestCheck("JPEG", .failed, "").fails(asWhole: state))
      #expect(!SelfTestCheck("JPEG", .works, "").fails(asWhole: state))
    }
  }

  /// A new format needs a portrait, and a place to hide a picture in.
  @Test func hasAPortraitOfEachFormat() throws {
    let formats = PhotoFormats.standard
    #expect(SelfTestPhoto.all.map(\.format) == formats.all.map(\.name))
    for photo in SelfTestPhoto.all {
      #expect(formats.format(of: photo.bytes)?.name == photo.format)
      #expect(
        formats.all.contains { $0.name == photo.format && $0.fileExtensions.contains(photo.fileExtension) })
      let planted = try #require(
        PlantedPicture(SelfTestPhoto.hidden, in: photo.bytes, photo.fileExtension), "\(photo.format)")
      #expect(Array(planted.bytes[planted.range]) == SelfTestPhoto.hidden)
    }
    #expect(PlantedPicture([1], in: [UInt8](repeating: 0, count: 64), "gif") == nil)
    // The command is small.
    #expect(SelfTestPhoto.all.reduce(0) { $0 + $1.bytes.count } < 100_000)
  }

  /// Rights are given up by a thread that ends with them.
  @Test func theProgramKeepsItsRights() throws {
    let sandbox = SelfTestMachine.Sandbox()
    #expect(sandbox.check.state != .failed, "\(sandbox.check.detail)")
    #expect(sandbox.hasSeccomp == (sandbox.check.state == .works))
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(socket >= 0)
    close(socket)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: "/").isEmpty)
  }

  /// Another program finds the thumbnail, and nothing wrong with the EXIF around it.
  @Test func plantsWhereReadersLook() throws {
    let planted = try #require(PlantedPicture(SelfTestPhoto.hidden, in: SelfTestPhoto.hidden, "jpg"))
    let scratch = try ScratchFolder()
    try scratch.write(planted.bytes, "planted.jpg")
    let outcome = try BuiltCommand.run(
      ["-s3", "-ThumbnailLength", "-Warning", "-Error", "planted.jpg"], of: "exiftool", in: scratch.path)
    #expect(outcome.output == "\(SelfTestPhoto.hidden.count)\n", "\(outcome)")
  }
}
