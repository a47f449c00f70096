import Foundation
import TestSupport
import Testing

/// `--metadata` as people type it, and what goes wrong with it.
@Suite struct MetadataOptionTests {
  @Test(arguments: [
    "everything", "standard+serial", "minimal+GPSLatitude", "+", "standard-", "gps", "none+make+x",
  ])
  func refusesAnUnknownNameAndSaysWhatIsPossible(policy: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try scratch.expectFailure(
      64, naming: "--metadata", "blur", "portrait.jpg", "--metadata", policy)
    for name in ["none", "minimal", "standard", "date", "camera", "lens", "exposure", "gps=coarse"] {
      #expect(outcome.errors.contains(name), "\(name)")
    }
  }

  @Test(arguments: ["-date", "+gps", "STANDARD +GPS", "Standard,-MAKE"])
  func takesAPolicyWithASignInFrontOrInAnyCase(policy: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--metadata", policy)
  }

  // The bytes are the same for a photo that has nothing to tell, but its file time still tells something.
  @Test func hidesTheFileTimeOfARenderThatIsAlreadyThere() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "--metadata", "none")
    let state = try FileState(at: scratch.path("portrait_edited.jpg"))
    #expect(state.modified == Date(timeIntervalSince1970: 946_684_800))
  }

  @Test func rendersAgainUnderThePolicyOfTheRecord() throws {
    let scratch = try ScratchFolder()
    try scratch.write(CameraPhoto.jpeg(.bigEndian), "photo.jpg")
    for policy in ["none", "standard+gps=coarse-Make", "minimal,+artist"] {
      try scratch.faceblur("blur", "photo.jpg", "--metadata", policy)
      try scratch.faceblur("render", "photo.jpg", "-o", "again.jpg", "--force")
      #expect(try scratch.digest("again.jpg") == scratch.digest("photo_edited.jpg"), "\(policy)")
      try scratch.faceblur("render", "photo.jpg")
    }
    try scratch.faceblur("revert", "photo.jpg")
    #expect(try scratch.names() == ["photo.jpg", "again.jpg"])
  }
}

/// What libjpeg only grumbles about in a header does not spoil a photo.
@Suite struct OddHeaderTests {
  @Test(arguments: [
    TestJPEG.Kind(), TestJPEG.Kind { $0.isProgressive = true }, TestJPEG.Kind { $0.isArithmetic = true },
  ])
  func blursAPhotoOfAnUnknownJFIFVersion(kind: TestJPEG.Kind) throws {
    let scratch = try ScratchFolder()
    let photo = try TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.astronaut()), kind)
    let odd = Array("JFIF".utf8) + [0, 9, 99, 0, 0, 1, 0, 1, 0, 0]
    try scratch.write(JPEGParts.replacingJFIF(odd, in: photo), "a.jpg")
    try scratch.faceblur("blur", "a.jpg")
    try scratch.faceblur("verify", "a_edited.jpg", "--original", "a.jpg")
    let version = Array("JFIF".utf8) + [0, 1, 1]
    #expect(ByteSearch.contains(try scratch.read("a_edited.jpg"), version))
  }
}
