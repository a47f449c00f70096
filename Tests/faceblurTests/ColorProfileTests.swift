import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What viewers show is what is looked at: photos whose faces are seen by some viewers only.
@Suite struct ColorProfileTests {
  private static let run = Result {
    try CarrierRun(
      Dictionary(uniqueKeysWithValues: ProfilePhoto.all.map { ($0.fileName, try $0.build()) }))
  }
  private static let verified = Result { try VerifyRun(run.get().renders) }

  /// Faces in a file's picture as any viewer shows it.
  private func faces(in file: [UInt8]) throws -> [DetectedFace] {
    let detector = try NetworkDetector(networks: [.yunet], effort: .fast)
    return try detector.faces(
      in: PhotoFormats.standard.open(file).displayImage(fitting: detector.longestLook))
  }

  @Test(arguments: ProfilePhoto.all)
  func hidesTheFaceInWhateverViewerItIsSeen(_ photo: ProfilePhoto) throws {
    let run = try Self.run.get()
    let original = try #require(run.photos[photo.fileName])
    let found = try faces(in: original)
    let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
    #expect(found.contains { $0.rect.overlap(face) > 0.3 }, "\(photo): \(found)")
    let render = try run.render(of: photo.fileName)
    #expect(try faces(in: render).isEmpty, "\(photo)")
  }

  @Test(arguments: ProfilePhoto.all)
  func verifyPassesTheRender(_ photo: ProfilePhoto) throws {
    let verified = try Self.verified.get().file(photo.fileName)
    #expect(!verified.leak && verified.leaks.isEmpty, "\(photo): \(verified.leaks)")
  }

  @Test(arguments: ProfilePhoto.all)
  func showsOutsideTheRegionWhatTheOriginalShows(_ photo: ProfilePhoto) throws {
    let run = try Self.run.get()
    let before = try PhotoFormats.standard.open(try #require(run.photos[photo.fileName])).displayImage(
      fitting: .max)
    let after = try PhotoFormats.standard.open(try run.render(of: photo.fileName)).displayImage(fitting: .max)
    // The lower half holds no region.
    let start = before.pixels.bytes.count * 2 / 3
    let differences = zip(before.pixels.bytes[start...], after.pixels.bytes[start...]).map {
      abs(Int($0) - Int($1))
    }
    #expect(differences.reduce(0, +) <= 2 * differences.count, "\(photo)")
    #expect(after.otherViews.isEmpty == photo.isConverted, "\(photo)")
  }

  @Test func saysWhyAPictureWasConverted() throws {
    let scratch = try ScratchFolder()
    for photo in ProfilePhoto.all { try scratch.write(photo.build(), "photos/\(photo.fileName)") }
    for photo in ProfilePhoto.all {
      let line = try #require(try scratch.blur("photos/\(photo.fileName)", "--json").jsonLines().first)
      let warnings = try #require(line["warnings"] as? [String])
      #expect(
        warnings.contains { $0.hasSuffix("so the picture was converted to sRGB") } == photo.isConverted,
        "\(photo): \(warnings)")
      #expect((line["dropped"] as? [String])?.contains("colour profile") == false)
    }
  }

  // Workers may open no files and begin no programs; what reads profiles does neither.
  @Test func aCollectionHidesTheSameFaces() throws {
    let scratch = try ScratchFolder()
    for photo in ProfilePhoto.all { try scratch.write(photo.build(), "photos/\(photo.fileName)") }
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let report = try scratch.report()
    for photo in ProfilePhoto.all {
      #expect((report[photo.fileName]?.faces ?? 0) > 0, "\(photo)")
      #expect(try faces(in: scratch.read("out/\(photo.fileName)")).isEmpty, "\(photo)")
    }
    let lines = String(decoding: try scratch.read("out.faceblur/report.jsonl"), as: UTF8.self)
    #expect(
      lines.components(separatedBy: "converted to sRGB").count - 1
        == ProfilePhoto.all.count { $0.isConverted })
  }

  @Test(arguments: ["none", "minimal", "standard+gps", "minimal-profile"])
  func leavesPicturesInProfilesBehindWhateverThePolicy(_ policy: String) throws {
    let scratch = try ScratchFolder()
    let carriers = Carrier.all.filter { $0.name.contains("a profile") }
    try #require(carriers.count > 10)
    for carrier in carriers {
      try scratch.write(carrier.build(TestPhotos.astronaut()), "photos/\(carrier.fileName)")
    }
    let outcome = try BuiltCommand.run(
      ["blur"] + carriers.map { "photos/\($0.fileName)" } + ["-o", "out", "--metadata", policy]
        + ScratchFolder.quick, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    for carrier in carriers {
      let render = try scratch.read("out/\(carrier.fileName)")
      #expect(try HiddenPicture.traces(in: render).isEmpty, "\(carrier)")
      let profile = TestProfile.carried(by: render)
      #expect(profile.isEmpty || ICCInspection.objection(to: profile) == nil, "\(carrier)")
    }
  }

  @Test func aThumbnailShowsWhatViewersShow() throws {
    let scratch = try ScratchFolder()
    for photo in ProfilePhoto.all {
      try scratch.write(photo.build(), photo.fileName)
      try scratch.blur(photo.fileName, "--thumbnail")
      let verified = try scratch.attempt("verify", "render.jpg", "--effort", "fast")
      #expect(verified.exitCode == 0, "\(photo): \(verified.output)")
    }
  }

  @Test func rendersOfOneOriginalAreProvenAgain() throws {
    let scratch = try ScratchFolder()
    for photo in ProfilePhoto.all {
      try scratch.write(photo.build(), photo.fileName)
      try scratch.blur(photo.fileName)
      let verified = try scratch.attempt(
        "verify", "render.jpg", "--original", photo.fileName, "--effort", "fast")
      #expect(verified.exitCode == 0, "\(photo): \(verified.output)")
      // The render is known as ours and may be replaced.
      let again = try BuiltCommand.run(
        ["blur", photo.fileName, "-o", "render.jpg", "--style", "fill"] + ScratchFolder.quick,
        in: scratch.path)
      #expect(again.exitCode == 0, "\(photo): \(again.errors)")
    }
  }
}

extension ScratchFolder {
  /// Blurs a photo to `render.jpg`.
  @discardableResult
  fileprivate func blur(_ photo: String, _ options: String...) throws -> BuiltCommand.Outcome {
    let outcome = try BuiltCommand.run(
      ["blur", photo, "-o", "render.jpg", "--force"] + Self.quick + options, in: path)
    #expect(outcome.exitCode == 0, "\(photo): \(outcome.errors)")
    return outcome
  }
}
