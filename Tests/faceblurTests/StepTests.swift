import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// The list of what was done to a photo, and going back and forth on it.
@Suite struct StepTests {
  private func steps(_ scratch: ScratchFolder) throws -> [(text: String, enabled: Bool, current: Bool)] {
    let shown = try #require(try scratch.faceblur("show", "portrait.jpg", "--json").jsonLines().first)
    return (shown["steps"] as? [[String: Any]] ?? []).map {
      ($0["text"] as? String ?? "", $0["enabled"] as? Bool ?? false, $0["current"] as? Bool ?? false)
    }
  }

  private func editedThrice() throws -> (scratch: ScratchFolder, renders: [String]) {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    var renders: [String] = []
    for command in [
      ["blur", "portrait.jpg"], ["edit", "portrait.jpg", "--add", "400,400,64,48"],
      ["edit", "portrait.jpg", "--style", "fill"],
    ] {
      let outcome = try BuiltCommand.run(command, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      renders.append(try scratch.digest("portrait_edited.jpg"))
    }
    return (scratch, renders)
  }

  @Test func listsEveryStepInItsOrder() throws {
    let (scratch, _) = try editedThrice()
    let steps = try steps(scratch)
    #expect(
      steps.map(\.text) == [
        "obscure 1 region, mosaic", "obscure 2 regions, mosaic", "obscure 2 regions, fill",
      ])
    #expect(steps.map(\.current) == [false, false, true])
    let text = try scratch.faceblur("show", "portrait.jpg").output
    for word in ["step 1", "step 2", "step 3", "current"] { #expect(text.contains(word)) }
  }

  /// A style that shows something of what it hides tells more.
  @Test func asksBeforeAStyleTellsMore() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--style", "pixelate")
    try scratch.faceblur("edit", "portrait.jpg", "--style", "mosaic")
    try scratch.expectFailure(64, naming: "--unhidden", "revert", "portrait.jpg", "--to", "1", "-q")
    try scratch.faceblur("revert", "portrait.jpg", "--to", "1", "--unhidden")
    try scratch.faceblur("revert", "portrait.jpg", "--to", "2")
  }

  @Test func goesBackAndForthWithTheSamePixels() throws {
    let (scratch, renders) = try editedThrice()
    for step in [1, 3, 2, 1] {
      // Before the second step nothing hid what was drawn then.
      let more = step == 1 ? ["--unhidden"] : []
      let outcome = try BuiltCommand.run(
        ["revert", "portrait.jpg", "--to", "\(step)", "-q"] + more, in: scratch.path)
      #expect(outcome.exitCode == 0 && outcome.errors.contains("m1") == (step == 1), "\(outcome.errors)")
      #expect(try scratch.digest("portrait_edited.jpg") == renders[step - 1])
      #expect(try steps(scratch).map(\.enabled) == (1...3).map { $0 <= step })
      #expect(try steps(scratch).count { $0.current } == 1)
    }
    // What was taken back gives way to the next step.
    try scratch.faceblur("edit", "portrait.jpg", "--cells", "3")
    #expect(try steps(scratch).count == 2)
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  @Test func showsNothingThatIsHiddenUnlessItIsTold() throws {
    let (scratch, _) = try editedThrice()
    let before = try scratch.state()
    try scratch.expectFailure(64, naming: "--unhidden", "revert", "portrait.jpg", "--to", "1", "-q")
    #expect(try scratch.state() == before)
    let outcome = try scratch.attempt("revert", "portrait.jpg", "--to", "1", "--unhidden", "--json", "-q")
    #expect(outcome.exitCode == 0 && outcome.errors.contains("m1"))
    #expect(try outcome.jsonLines().first?["shown"] as? [String] == ["m1"])
  }

  @Test func goingToTheCurrentStepWritesNothing() throws {
    let (scratch, _) = try editedThrice()
    let before = try scratch.state()
    let outcome = try scratch.faceblur("revert", "portrait.jpg", "--to", "3")
    #expect(outcome.output.contains("nothing has changed"))
    #expect(try scratch.state() == before)
  }

  @Test func rendersARecordThatIsNotAtItsLastStep() throws {
    let (scratch, renders) = try editedThrice()
    try scratch.faceblur("revert", "portrait.jpg", "--to", "2")
    try scratch.remove("portrait_edited.jpg")
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.digest("portrait_edited.jpg") == renders[1])
    #expect(try steps(scratch).map(\.enabled) == [true, true, false])
  }

  @Test(arguments: [("0", 64), ("4", 64), ("-1", 64), ("two", 64)])
  func refusesAStepThatIsNotThere(_ step: (text: String, exitCode: Int32)) throws {
    let (scratch, _) = try editedThrice()
    try scratch.expectFailure(step.exitCode, naming: "step", ["revert", "portrait.jpg", "--to", step.text])
  }

  /// The state survives, and the list stays short enough to be written.
  @Test func forgetsTheOldestStepsOfAVeryLongList() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--effort", "fast")
    for step in 0..<70 {
      let session = FilePath(scratch.path("portrait.jpg"))
      var edit = try EditSession.begin(session)
      var settings = try #require(edit.state.faceBlur)
      settings.cells = 1 + step % 6
      edit.apply(.faceBlur(settings))
      var outputs = OutputGuard(originals: [session], force: false)
      _ = try edit.finish(lookingAgain: nil, guardedBy: &outputs)
    }
    let listed = try steps(scratch)
    #expect(listed.count == EditRecord.maxSteps && listed.last?.current == true)
  }
}
