import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// What the edit beside a photo or film hides, a collection hides, too, also where the file has changed since by a byte, or where the
/// edit is of what another program had made of the photo.
@Suite struct ScrubChangedOriginalTests {
  private static let corner = PixelBox(x: 16, y: 560, width: 64, height: 48)

  private func isCornerHidden(_ scratch: ScratchFolder, _ photo: String) throws -> Bool {
    try isHidden(Self.corner, scratch, photo)
  }

  private func isHidden(_ box: PixelBox, _ scratch: ScratchFolder, _ photo: String) throws -> Bool {
    let seen = try RenderedCoefficients(
      original: scratch.read("photos/\(photo)"), render: scratch.read("out/\(photo)"))
    try #require(seen.isComparable)
    return seen.coverage(of: box, by: seen.isFlat) == 1
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

  /// Whoever turns a photo may change how it is to be turned, or what is stored.
  @Test func findsWhatWasDrawnWhereThePhotoWasTurned() throws {
    let scratch = try ScratchFolder()
    let picture = try TestPhotos.group().picture
    for name in ["note", "pixels"] {
      try scratch.write(TestJPEG.encode(picture), "photos/\(name).jpg")
      try scratch.faceblur("edit", "photos/\(name).jpg", "--threshold", "1", "--add", "16,560,64,48")
    }
    try scratch.write(TestJPEG.oriented(TestJPEG.encode(picture), .right), "photos/note.jpg")
    try scratch.write(TestJPEG.encode(picture.stored(for: .right)), "photos/pixels.jpg")
    let outcome = try scratch.scrub("--threshold", "1")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try isCornerHidden(scratch, "note.jpg"))
    #expect(try isHidden(Self.corner.stored(for: .right, in: picture), scratch, "pixels.jpg"))
    // In which way it was turned, nobody can tell, whatever the note says: both places are hidden.
    #expect(try scratch.report()["note.jpg"]?.faces == 2)
    #expect(try scratch.report()["pixels.jpg"]?.faces == 2)
  }

  /// Of a part of the photo nobody knows where it lay.
  @Test func publishesNoPartOfAPhotoWhoseEditHidesSomething() throws {
    let scratch = try ScratchFolder()
    let picture = try TestPhotos.group().picture
    try scratch.write(TestJPEG.encode(picture), "photos/group.jpg")
    try scratch.faceblur("edit", "photos/group.jpg", "--threshold", "1", "--add", "16,560,64,48")
    let frame = PictureFrame(
      width: 1088, height: 640, visible: PixelRect(x: 0, y: 160, width: 1088, height: 480))
    try scratch.write(TestJPEG.encode(picture.visible(in: frame)), "photos/group.jpg")
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1)
    let failed = try scratch.report()["group.jpg"]
    #expect(failed?.status == "failed")
    #expect(failed?.reason?.contains("nobody can tell where") == true, "\(failed?.reason ?? "")")
    #expect(try !scratch.names().contains("out/group.jpg"))
    // The advice is the way.
    try scratch.faceblur("revert", "photos/group.jpg")
    #expect(try scratch.scrub().exitCode == 0)
  }

  @Test func findsWhatWasDrawnWhereTheFilmWasTurned() throws {
    var film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    try scratch.faceblur("edit", "photos/film.mp4", "--threshold", "1", "--add", "240,0,64,64")
    film.orientation = .right
    try scratch.write(film.bytes(), "photos/film.mp4")
    let outcome = try scratch.scrub("--threshold", "1")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    // Where it was stored.
    let left = try film.left(in: 0..<8, of: scratch.read("out/film.mp4")) { _ in
      PixelBox(x: 240, y: 0, width: 64, height: 64)
    }
    #expect(left < 0.6)
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
    // Where the edit itself is published, what lies beneath it is no photo of its own.
    #expect(try !scratch.names().contains("out/IMG_1234_base.JPG"))
    #expect(try !scratch.names().contains("photos/IMG_1234_base.AAE"))
  }

  /// Another program may have cropped it, or covered something that no detector sees.
  @Test(arguments: ["none", "records"])
  func publishesNoOriginalThatAnotherProgramHasEdited(records: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/IMG_1234.JPG")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/IMG_E1234.JPG")
    try scratch.write(ForeignRecords.photos(), "photos/IMG_1234.AAE")
    #expect(try scratch.scrub("--records", records).exitCode == 1)
    #expect(try scratch.report()["IMG_1234.JPG"]?.reason?.contains("give --records beside") == true)
    #expect(try !scratch.names().contains("out/IMG_1234.JPG"))
    try scratch.expectFailure(
      65, naming: "photos/IMG_1234.AAE", "blur", "photos/IMG_1234.JPG", "-o", "web/", "--record", "elsewhere")
    // An edit of ours on top makes no difference, also one that hides nothing.
    try scratch.faceblur("filter", "photos/IMG_1234.JPG", "--sepia", "1")
    for options in [["--dry-run"], []] {
      #expect(try scratch.scrub(["--records", records] + options).exitCode == 1)
    }
    #expect(try !scratch.names().contains("out/IMG_1234.JPG"))
    // What that program made of it shows no face. The original, which shows two, is not published instead.
    #expect(try scratch.scrub("--records", "beside").exitCode == 1)
    #expect(
      try scratch.report()["IMG_1234.JPG"]?.reason?.contains("no face was found in what that made") == true)
    #expect(try !scratch.names().contains("out/IMG_1234.JPG"))
    try scratch.faceblur("edit", "photos/IMG_1234.JPG", "--add", "5,5,40,40")
    #expect(try scratch.scrub("--records", "beside").exitCode == 0)
    let (made, published) = (
      TestPhotos.withoutFaces(), try TestPhotos.pixels(of: scratch.read("out/IMG_1234.JPG"))
    )
    #expect((published.width, published.height) == (made.width, made.height))
    let seen = try scratch.faceblur("detect", "out/IMG_1234.JPG")
    #expect(seen.output.contains("no face found"), "\(seen.output)")
  }
}
