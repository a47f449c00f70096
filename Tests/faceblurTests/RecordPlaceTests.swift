import Foundation
import TestSupport
import Testing

/// `--record`: photos on cards and shares that nothing can be written beside.
@Suite struct RecordPlaceTests {
  /// The command on a card, where nobody may write.
  private func run(_ words: [String], _ scratch: ScratchFolder) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(words, prefix: Hardship.permissionsApply, in: scratch.path)
  }

  @Test func keepsTheRecordInAFolderThatIsNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("card/portrait.jpg")
    try scratch.makeFolder("out")
    try scratch.setMode(0o555, "card")
    defer { try? scratch.setMode(0o755, "card") }
    let refused = try run(["blur", "card/portrait.jpg"], scratch)
    #expect(refused.exitCode == 73 && refused.errors.contains("--record"), "\(refused.errors)")
    let records = ["--record", "records"]
    let blurred = try run(["blur", "card/portrait.jpg", "-o", "out/"] + records, scratch)
    #expect(blurred.exitCode == 0, "\(blurred.errors)")
    #expect(
      try scratch.names() == [
        "card", "card/portrait.jpg", "out", "out/portrait.jpg", "records", "records/portrait.AAE",
      ])
    let reach = records + ["--renders", "out"]
    #expect(try run(["show", "card/portrait.jpg"] + records, scratch).output.contains("f1"))
    let render = try scratch.digest("out/portrait.jpg")
    for words in [
      ["edit", "--add", "400,400,64,48"], ["filter", "--sepia", "0.3"],
      ["revert", "--to", "1", "--unhidden"],
    ] {
      let outcome = try run(words + ["card/portrait.jpg"] + reach, scratch)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(try scratch.digest("out/portrait.jpg") == render)
    try scratch.remove("out/portrait.jpg")
    #expect(try run(["render", "card/portrait.jpg"] + reach, scratch).exitCode == 0)
    #expect(try scratch.digest("out/portrait.jpg") == render)
    #expect(try run(["revert", "card/portrait.jpg"] + reach, scratch).exitCode == 0)
    #expect(try scratch.names() == ["card", "card/portrait.jpg", "out", "records"])
  }

  @Test func keepsNoRecordWhereNoneIsWanted() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("in/portrait.jpg")
    try scratch.makeFolder("out")
    let outcome = try scratch.faceblur(
      "blur", "in/portrait.jpg", "-o", "out/", "--record", "none", "--json")
    #expect(try outcome.photos().first?.outputs.record == nil)
    let names: Set<String> = ["in", "in/portrait.jpg", "out", "out/portrait.jpg"]
    #expect(try scratch.names() == names)
    try scratch.faceblur("verify", "out/portrait.jpg")
    // The same again is there already; anything else is a file that nothing says is ours.
    try scratch.faceblur("blur", "in/portrait.jpg", "-o", "out/", "--record", "none")
    try scratch.expectFailure(
      73, naming: "out/portrait.jpg", "blur", "in/portrait.jpg", "-o", "out/", "--record", "none", "--cells",
      "2")
    try scratch.expectFailure(64, naming: "--xmp", "blur", "in/portrait.jpg", "--record", "none", "--xmp")
    // A record that is there would say what is not so, and forget what a person decided.
    try scratch.faceblur("blur", "in/portrait.jpg")
    try scratch.expectFailure(
      73, naming: "portrait.AAE", "blur", "in/portrait.jpg", "--record", "none", "--cells", "2")
  }
}
