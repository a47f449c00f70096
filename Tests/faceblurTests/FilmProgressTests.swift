import Foundation
import TestSupport
import Testing

/// Films take long: people see how far one has come, and whoever ends the work finds nothing of it.
@Suite struct FilmProgressTests {
  private static let film = TestFilm { ($0.frames, $0.audioTracks) = (40, 1) }

  private func folder(_ film: TestFilm = Self.film) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "film.mp4")
    return scratch
  }

  /// What a terminal shows of a run.
  private func shown(_ words: String, in scratch: ScratchFolder) throws -> String {
    let command = "'\(BuiltCommand.path)' \(words) --effort fast"
    let outcome = try BuiltCommand.run(["-qefc", command, "/dev/null"], of: "script", in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    return outcome.output
  }

  @Test func aTerminalShowsEveryStageAndKeepsNothingOfIt() throws {
    let scratch = try folder()
    let text = try shown("blur film.mp4 --preview look", in: scratch)
    for stage in ["looking at", "hiding in", "checking", "drawing"] {
      #expect(text.contains("\r\u{1B}[K\(stage) frame 1 of 40 (2 %)"), "\(text)")
    }
    // What is said at last is on a line that was cleared.
    let said = try #require(text.components(separatedBy: "\r\u{1B}[K").last)
    #expect(said.hasPrefix("faceblur: warning: film.mp4: its sound is kept"), "\(said)")
    #expect(
      try shown("verify film_edited.mp4 --original film.mp4", in: scratch).contains("checking frame 1 of 40"))
  }

  @Test(arguments: ["detect film.mp4 -q", "detect film.mp4 --json", "detect film.mp4 2>errors"])
  func nothingIsShownWhereNobodyWantsIt(_ words: String) throws {
    let scratch = try folder()
    #expect(
      try !shown(words.replacing("2>errors", with: "--effort fast 2>errors #"), in: scratch).contains(
        "frame 1"))
    if words.contains("2>") { #expect(try scratch.read("errors").isEmpty) }
  }

  /// - Parameters:
  ///   - signal: that ends the work.
  ///   - processes: that decode and encode for it by then: one while faces are looked for, two from when pictures are hidden.
  @Test(arguments: [SIGINT, SIGTERM, SIGKILL], [1, 2])
  func leavesNothingWhereItIsEnded(_ signal: Int32, processes: Int) throws {
    let scratch = try folder(TestFilm { $0.frames = 160 })
    let before = try scratch.state()
    // A file without a record, so that it is seen what is made in place of one, too.
    let target = signal == SIGKILL ? [] : ["-o", "new/folder/"]
    let run = try RunningCommand(["blur", "film.mp4"] + target, in: scratch.path)
    var helpers: Set<Int32> = []
    while helpers.isEmpty || run.children.count < processes {
      helpers.formUnion(run.children)
      try #require(kill(run.id, 0) == 0, "it has ended")
      sched_yield()
    }
    helpers.formUnion(run.children)
    run.send(signal)
    #expect(run.wait() == (signal == SIGKILL ? SIGKILL : 75))
    #expect(try scratch.state() == before)
    for helper in helpers {
      let outcome = try BuiltCommand.run(["60", "tail", "--pid=\(helper)", "-f", "/dev/null"], of: "timeout")
      #expect(outcome.exitCode == 0, "\(helper) lives")
    }
  }

  @Test func saysThatItWasStoppedAndBeginsNothingElse() throws {
    let scratch = try folder(TestFilm { $0.frames = 160 })
    try scratch.write(Self.film.bytes(), "other.mp4")
    let before = try scratch.state()
    let run = try RunningCommand(
      ["blur", "film.mp4", "other.mp4", "--json"], in: scratch.path, mixingErrors: true)
    while run.children.isEmpty { try #require(kill(run.id, 0) == 0, "it has ended") }
    run.send(SIGINT)
    var lines: [String] = []
    while let line = run.nextLine() { lines.append(line) }
    #expect(run.wait() == 75)
    #expect(lines.contains("faceblur: stopping; Ctrl-C again stops at once"), "\(lines)")
    #expect(lines.contains("faceblur: film.mp4: it was stopped before it was done; begin again"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("{") && $0.contains("\"exitCode\":75") }, "\(lines)")
    #expect(!lines.contains { $0.contains("other.mp4") })
    #expect(try scratch.state() == before)
  }
}
