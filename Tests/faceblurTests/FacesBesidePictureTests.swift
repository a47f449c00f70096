import TestSupport
import Testing

/// Photos in whose picture no face is found, and whose files show one all the same: the cropped photo with its old thumbnail.
@Suite struct FacesBesidePictureTests {
  @Test(arguments: ["blur", "detect"])
  func isSaidAlsoWhereQuietIsAskedFor(command: String) throws {
    let scratch = try ScratchFolder()
    let plain = try TestJPEG.encode(TestPhotos.withoutFaces())
    try scratch.write(plain + TestPhotos.graceHopper(), "face.jpg")
    try scratch.write(plain, "plain.jpg")
    let words = command == "blur" ? ["blur", "-q"] : ["detect", "-q"]
    let said = try BuiltCommand.run(words + ["face.jpg"], in: scratch.path)
    #expect(
      said.exitCode == 0 && said.errors.contains("face.jpg: a face is seen in what its file holds"),
      "\(said.errors)")
    let silent = try BuiltCommand.run(words + ["plain.jpg"], in: scratch.path)
    #expect(silent.exitCode == 0 && silent.errors.isEmpty, "\(silent.errors)")
  }
}
