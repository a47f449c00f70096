import TestSupport
import Testing

/// The example programme, which uses the library alone.
@Suite struct ExampleTests {
  @Test func editsAPhotoAndTakesTheEditUpAgain() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_0001.JPG")
    func run() throws -> BuiltCommand.Outcome {
      try BuiltCommand.run(
        ["IMG_0001.JPG"], of: BuiltCommand.program("EditOnePhoto"), in: scratch.path)
    }
    let first = try run()
    #expect(first.output == "IMG_E0001.JPG: 1 faces hidden, as IMG_0001.AAE says\n", "\(first.errors)")
    let before = try scratch.state()
    #expect(try run().output == "IMG_0001.JPG: nothing has changed\n")
    #expect(try scratch.state() == before)
    try scratch.faceblur("edit", "IMG_0001.JPG", "--add", "400,400,64,48")
    #expect(try run().output == "IMG_0001.JPG: nothing has changed\n")
    try scratch.faceblur("revert", "IMG_0001.JPG")
    #expect(try scratch.names() == ["IMG_0001.JPG"])
  }
}
