import TestSupport
import Testing

/// Files that are made to keep a parser busy: each gets its answer, in a time and a memory that do not grow faster
/// than the file.
///
/// Nothing is timed. The system ends a command that takes more of the processor or of memory than a sound parser
/// needs many times over; work that grows with the square of a file's size takes tens of times as much as that.
@Suite struct HostileFileTests {
  private static let limits = ["prlimit", "--cpu=20", "--as=\(2 << 30)"]

  /// The files together in a folder.
  private func folder(_ files: [HostileFile]) throws -> ScratchFolder {
    // Small, with a face, so that there is something to blur.
    let photo = try TestJPEG.encode(TestPhotos.pixels(of: HiddenPicture.jpeg()))
    let scratch = try ScratchFolder()
    for file in files { try scratch.write(file.build(photo), file.fileName) }
    return scratch
  }

  @Test(arguments: [HostileFile.all] + HostileFile.large.map { [$0] })
  func blursWhatIsAPhotoAndKeepsNothingOfTheRest(_ files: [HostileFile]) throws {
    let photos = files.filter(\.isPhoto)
    let scratch = try folder(photos)
    let names = photos.map(\.fileName)
    let blur = try BuiltCommand.run(
      ["blur", "-o", "out/", "--json"] + names, prefix: Self.limits, in: scratch.path)
    #expect(blur.exitCode == 0, "\(blur.errors)")
    let renders = try blur.photos().compactMap(\.outputs.render)
    #expect(renders.count == names.count)
    let verify = try BuiltCommand.run(["verify"] + renders, prefix: Self.limits, in: scratch.path)
    #expect(verify.exitCode == 0, "\(verify.output)")
  }

  @Test(arguments: [HostileFile.all] + HostileFile.large.map { [$0] })
  func verifyFindsEveryOne(_ files: [HostileFile]) throws {
    let scratch = try folder(files)
    let outcome = try BuiltCommand.run(
      ["verify", "--json"] + files.map(\.fileName), prefix: Self.limits, in: scratch.path)
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.output.utf8.count < 4 << 20, "the list grows with the file")
    #expect(try outcome.jsonLines().count == files.count, "\(outcome.errors)")
  }

  @Test func refusesWhatIsNoPhoto() throws {
    for file in HostileFile.all where !file.isPhoto {
      let scratch = try folder([file])
      try scratch.expectFailure(
        65, naming: file.fileName, "blur", file.fileName, prefix: Self.limits)
    }
  }
}
