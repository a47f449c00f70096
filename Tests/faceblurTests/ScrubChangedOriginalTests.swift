import Foundation
import TestSupport
import Testing

/// What the edit beside a photo or film hides, a collection hides, too, also where the file has changed since by a byte, or where the
/// edit is of what another program had made of the photo.
@Suite struct ScrubChangedOriginalTests {
  private static let corner = PixelBox(x: 16, y: 560, width: 64, height: 48)

  private func isCornerHidden(_ scratch: ScratchFolder, _ photo: String) throws -> Bool {
    let seen = try RenderedCoefficients(
      original: scratch.read("photos/\(photo)"), render: scratch.read("out/\(photo)"))
    try #require(seen.isComparable)
    return seen.coverage(of: Self.corner, by: seen.isFlat) == 1
  }

  @Test(arguments: ["none", "records"])
  func hidesWhatWasDrawnIntoAPhotoThatHasChanged(records: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    try scratch.faceblur("edit", "photos/group.jpg", "--threshold", "1", "--add", "16,560,64,48")
    // Whoever notes a caption changes the file, and not what is seen.
    try scratch.append("a caption", to: "photos/group.jpg")
    let outcome = try scratch.scrub("--records", records)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try isCornerHidden(scratch, "group.jpg"))
    #expect(try scratch.report()["group.jpg"]?.faces == 3)
    let warning = "it has changed since it was edited: what group.AAE hides stays hidden"
    #expect(try scratch.report()["group.jpg"]?.warnings.contains(warning) == true)
  }

  /// Where the edit is gone on with, it says so itself, and nothing is written.
  @Test func refusesToGoOnWithTheEditOfAPhotoThatHasChanged() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    try scratch.faceblur("edit", "photos/group.jpg", "--threshold", "1", "--add", "16,560,64,48")
    // Whoever notes a caption changes the file, and not what is seen.
    try scratch.append("a caption", to: "photos/group.jpg")
    let outcome = try scratch.scrub("--records", "beside")
    #expect(outcome.exitCode == 1)
    #expect(try scratch.report()["group.jpg"]?.status == "failed")
    #expect(try !scratch.names().contains("out/group.jpg"))
  }

  @Test func hidesNothingThatWasDrawnIntoAnotherPhotoOfThatName() throws {
    let scratch = try ScratchFolder()
    let picture = try TestPhotos.group().picture
    try scratch.write(TestJPEG.encode(picture), "photos/group.jpeg")
    try scratch.faceblur("edit", "photos/group.jpeg", "--threshold", "1", "--add", "16,560,64,48")
    try scratch.write(
      TestJPEG.encode(picture, TestJPEG.Kind { $0.quality = 80 }), "photos/group.jpg")
    try scratch.scrub()
    #expect(try !isCornerHidden(scratch, "group.jpg"))
    #expect(try scratch.report()["group.jpg"]?.faces == 2)
    #expect(try scratch.report()["group.jpeg"]?.faces == 3)
  }

  @Test func hidesWhatWasDrawnIntoAFilmThatHasChanged() throws {
    let film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    try scratch.faceblur("edit", "photos/film.mp4", "--threshold", "1", "--add", "240,0,64,64")
    // A box of eight bytes that is free.
    try scratch.append("\0\0\0\u{8}free", to: "photos/film.mp4")
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let left = try film.left(in: 0..<8, of: scratch.read("out/film.mp4")) { _ in
      PixelBox(x: 240, y: 0, width: 64, height: 64)
    }
    #expect(left < 0.6)
    let warning = "it has changed since it was edited: what film.AAE hides stays hidden"
    #expect(try scratch.report()["film.mp4"]?.warnings.contains(warning) == true)
  }

  /// The regions lie in the other program's picture, which may be cropped: in the original nobody can tell where they are.
  @Test func publishesNoOriginalWhoseRegionsLieInAnotherProgramsPicture() throws {
    let scratch = try ScratchFolder()
    let picture = try TestPhotos.group().picture
    try scratch.write(TestJPEG.encode(picture), "photos/IMG_1234.JPG")
    try scratch.write(TestJPEG.encode(picture, TestJPEG.Kind { $0.quality = 80 }), "photos/IMG_E1234.JPG")
    try scratch.write(ForeignRecords.photos(), "photos/IMG_1234.AAE")
    try scratch.faceblur("edit", "photos/IMG_1234.JPG", "--threshold", "1", "--add", "16,560,64,48")
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1)
    let failed = try scratch.report()["IMG_1234.JPG"]
    #expect(failed?.status == "failed")
    #expect(failed?.reason?.contains("give --records beside") == true, "\(failed?.reason ?? "")")
    #expect(try !scratch.names().contains("out/IMG_1234.JPG"))
    // What the other program had made of it is kept beside the photo, and shows no more.
    #expect(try isCornerHidden(scratch, "IMG_1234_base.JPG"))
    #expect(try scratch.report()["IMG_1234_base.JPG"]?.faces == 3)
    // The advice is the way.
    #expect(try scratch.scrub("--records", "beside").exitCode == 0)
    #expect(try scratch.report()["IMG_1234.JPG"]?.faces == 3)
    #expect(try isCornerHidden(scratch, "IMG_1234_base.JPG"))
  }
}
