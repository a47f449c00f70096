import ImageProcessingKit
import TestSupport
import Testing

/// JPEG XLs that are made to keep a parser busy: each gets its answer, in a time and a memory that do not grow faster than the file.
///
/// Nothing is timed: see `HostileFileTests`.
@Suite struct HostileJPEGXLFileTests {
  private static let limits = ["prlimit", "--cpu=60", "--as=\(2 << 30)"]

  /// The files together in a folder.
  private func folder(_ files: [HostileFile]) throws -> ScratchFolder {
    // Small, with a face, so that there is something to blur.
    let photo = try HiddenPicture.jpeg()
    let scratch = try ScratchFolder()
    for file in files { try scratch.write(file.build(photo), file.fileName) }
    return scratch
  }

  /// Small ones a few at a time, large ones alone.
  private static let photos: [[HostileFile]] = {
    let small = HostileFile.jpegXL.filter(\.isPhoto)
    let groups = stride(from: 0, to: small.count, by: 8).map { Array(small[$0..<min($0 + 8, small.count)]) }
    return groups + HostileFile.largeJPEGXL.filter(\.isPhoto).map { [$0] }
  }()

  @Test(arguments: photos)
  func blursWhatIsAPhotoAndKeepsNothingOfTheRest(_ files: [HostileFile]) throws {
    let scratch = try folder(files)
    let blur = try BuiltCommand.run(
      ["blur", "-o", "out/", "--json"] + files.map(\.fileName), prefix: Self.limits, in: scratch.path)
    #expect(blur.exitCode == 0, "\(blur.errors)")
    let renders = try blur.photos().compactMap(\.outputs.render)
    #expect(renders.count == files.count)
    let verify = try BuiltCommand.run(["verify"] + renders, prefix: Self.limits, in: scratch.path)
    #expect(verify.exitCode == 0, "\(verify.output)")
    for render in renders {
      let name = render.split(separator: "/").suffix(2).joined(separator: "/")
      let file = try scratch.read(name)
      #expect(try TestJXL.read(file).picture.width == 171)
      #expect(file.count < 1 << 20)
    }
  }

  @Test(arguments: [HostileFile.jpegXL] + HostileFile.largeJPEGXL.map { [$0] })
  func verifyAnswersForEveryOne(_ files: [HostileFile]) throws {
    let scratch = try folder(files)
    let outcome = try BuiltCommand.run(
      ["verify", "--json"] + files.map(\.fileName), prefix: Self.limits, in: scratch.path)
    // One that is no photo has a code of its own where it is alone.
    let codes: Set<Int32> = files.count == 1 && !files[0].isPhoto ? [1, 65] : [1]
    #expect(codes.contains(outcome.exitCode), "\(files): \(outcome.errors)")
    #expect(outcome.output.utf8.count < 4 << 20, "the list grows with the file")
  }

  @Test func refusesWhatIsNoPhoto() throws {
    let files = (HostileFile.jpegXL + HostileFile.largeJPEGXL).filter { !$0.isPhoto }
    try folder(files).expectRefusal(of: files, under: Self.limits)
  }

  /// Hostile files take down nothing but themselves.
  @Test func nothingButItselfFails() throws {
    let scratch = try ScratchFolder()
    let small = try TestJPEG.encode(TestPhotos.closeUp())
    for file in HostileFile.jpegXL { try scratch.write(file.build(small), "photos/\(file.fileName)") }
    try scratch.write(TestJXL.transcode(small), "photos/sound.jxl")
    #expect(try scratch.scrub("--jobs", "2").exitCode == 1)
    let report = try scratch.report()
    #expect(report["sound.jxl"]?.status == "done")
    for file in HostileFile.jpegXL {
      let line = try #require(report[file.fileName], "\(file)")
      let reason = line.reason ?? ""
      #expect(!reason.contains("worker") && !reason.contains("internal error"), "\(file): \(reason)")
      #expect((line.status == "failed") == !file.isPhoto, "\(file): \(line.status) \(reason)")
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
  }
}
