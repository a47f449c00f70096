import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Two photos whose records may have one name: what another program has recorded under it is passed over for neither.
@Suite struct SharedRecordNameTests {
  private func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/IMG_0001.JPG")
    try scratch.writeGraceHopper("photos/IMG_0001.jpeg")
    return scratch
  }

  private func isPublished(_ name: String, in scratch: ScratchFolder) throws -> Bool {
    try scratch.published().keys.contains(name)
  }

  /// Ours has the longer name.
  private func editedByBoth() throws -> ScratchFolder {
    let scratch = try folder()
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    #expect(try scratch.names().contains("photos/IMG_0001.JPG.AAE"))
    try scratch.write(ForeignRecords.photos(), "photos/IMG_0001.AAE")
    return scratch
  }

  @Test func hidesNoOtherProgramsRecordBehindOurs() throws {
    let scratch = try editedByBoth()
    for words in [["blur"], ["blur", "--forget"], ["edit", "--add", "4,4,40,40"], ["render"]] {
      let outcome = try scratch.expectFailure(
        65, naming: "photos/IMG_0001.AAE", [words[0], "photos/IMG_0001.JPG"] + words.dropFirst())
      #expect(outcome.errors.contains("call it IMG_0001.jpeg.AAE"), "\(outcome.errors)")
    }
    // It may as well be the other one's.
    try scratch.expectFailure(65, naming: "photos/IMG_0001.AAE", "blur", "photos/IMG_0001.jpeg")
    for records in ["none", "records", "beside"] {
      #expect(try scratch.scrub("--records", records).exitCode == 1)
      #expect(try !isPublished("IMG_0001.JPG", in: scratch) && !isPublished("IMG_0001.jpeg", in: scratch))
    }
    // The advice is the way.
    try scratch.rename("photos/IMG_0001.AAE", to: "photos/IMG_0001.jpeg.AAE")
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try isPublished("IMG_0001.JPG", in: scratch) && !isPublished("IMG_0001.jpeg", in: scratch))
  }

  /// The other advice: it is this photo's.
  @Test func goesOnWithThatRecordOnceOursIsTakenBack() throws {
    let scratch = try editedByBoth()
    try scratch.faceblur("revert", "photos/IMG_0001.JPG")
    try scratch.writeAstronaut("photos/IMG_E0001.JPG")
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    #expect(try TestPhotos.pixels(of: scratch.read("photos/IMG_E0001.JPG")).width == 512)
  }

  /// The edit beneath ours may be of the other photo as well, of which it would be forgotten.
  @Test func forgetsNoOtherProgramsEditBeneathOurs() throws {
    let scratch = try folder()
    try scratch.writeAstronaut("photos/IMG_E0001.JPG")
    try scratch.write(ForeignRecords.photos(), "photos/IMG_0001.AAE")
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    let outcome = try scratch.expectFailure(
      65, naming: "photos/IMG_0001.AAE", "blur", "photos/IMG_0001.jpeg")
    #expect(outcome.errors.contains("call it IMG_0001.JPG.AAE"), "\(outcome.errors)")
    #expect(try scratch.scrub("--records", "beside").exitCode == 1)
    #expect(try isPublished("IMG_0001.JPG", in: scratch) && !isPublished("IMG_0001.jpeg", in: scratch))
    try scratch.rename("photos/IMG_0001.AAE", to: "photos/IMG_0001.JPG.AAE")
    try scratch.faceblur("blur", "photos/IMG_0001.jpeg")
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    #expect(try TestPhotos.pixels(of: scratch.read("photos/IMG_E0001.JPG")).width == 512)
  }
}
