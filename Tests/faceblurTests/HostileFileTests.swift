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
    try scratch.write(files, of: photo)
    return scratch
  }

  @Test(arguments: [HostileFile.all] + HostileFile.large.map { [$0] })
  func blursWhatIsAPhotoAndKeepsNothingOfTheRest(_ files: [HostileFile]) throws {
    let photos = files.filter(\.isPhoto)
    try folder(photos).expectRenders(of: photos, under: Self.limits)
  }

  @Test(arguments: [HostileFile.all] + HostileFile.large.map { [$0] })
  func verifyFindsEveryOne(_ files: [HostileFile]) throws {
    let outcome = try folder(files).expectAnswers(for: files, [1], under: Self.limits)
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
