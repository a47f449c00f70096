import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A worker that another program asks: what it makes, what it refuses, and how it ends.
@Suite struct WorkerTests {
  /// The names of the small photos below `photos`.
  private func names(_ count: Int) -> [String] { (0..<count).map { "\($0 % 3)/\($0).jpg" } }

  @Test(arguments: [1, 3])
  func makesWhatScrubMakes(jobs: Int) throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(9)
    try scratch.write(Array("no photo".utf8), "photos/0/text.jpg")
    let run = try scratch.work(
      (names(9) + ["0/text.jpg"]).map { try scratch.request($0) }, ["--jobs", "\(jobs)"])
    #expect(run.outcome.exitCode == 1)
    try scratch.scrub(target: "scrubbed")
    let scrubbed = try scratch.published("scrubbed")
    #expect(try scratch.published() == scrubbed)
    #expect(run.lines.first?.event == "ready" && run.lines.last?.event == "ended")
    #expect(run.answers.count == 10 && run.refusals.isEmpty)
    for name in names(9) {
      let answer = try #require(run.answers[name])
      #expect(answer.status == "done" && answer.target == name)
      #expect(answer.targetSHA256 == scrubbed[name])
      #expect(answer.sourceSHA256 == (try FileState(at: scratch.path("photos/\(name)"))).digest)
      #expect(answer.settingsSHA256 == run.lines[0].settingsSHA256 && answer.settingsSHA256 != nil)
      #expect(answer.modelSHA256 == run.lines[0].modelSHA256 && answer.modelSHA256 != nil)
    }
    #expect(run.answers["0/text.jpg"]?.status == "failed")
    #expect(run.end?.answered == 10 && run.end?.failed == 1 && run.end?.interrupted == false)
    // Neither a journal nor a report.
    #expect(try !scratch.names().contains { $0.hasPrefix("out.faceblur") })
  }

  // Networks see not quite the same on every processor: what was seen is made again without them.
  @Test func makesTheSameBytesAgainFromAnEdit() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.writeGraceHopper("photos/admiral.jpg")
    let first = try scratch.work(["portrait.jpg", "admiral.jpg"].map { try scratch.request($0) })
    #expect(first.outcome.exitCode == 0)
    let edits = try first.edits()
    let again = try first.answers.map { name, answer in
      try scratch.request(
        name, ["sourceSHA256": answer.sourceSHA256 ?? "", "edit": try #require(edits[name])])
    }
    // That sees nothing at all, and would show every face.
    let second = try scratch.work(again, ["--threshold", "1"], target: "again")
    #expect(second.outcome.exitCode == 0)
    #expect(try scratch.published("again") == scratch.published())
    #expect(NSDictionary(dictionary: try second.edits()) == NSDictionary(dictionary: edits))
  }

  // The regions of one photo show the faces of another one.
  @Test func hidesNothingByTheEditOfAnotherPhoto() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.writeGraceHopper("photos/admiral.jpg")
    let first = try scratch.work([scratch.request("portrait.jpg")])
    let edit = try #require(first.edits()["portrait.jpg"])
    let sha256 = try #require(first.answers["portrait.jpg"]?.sourceSHA256)
    let run = try scratch.work(
      [
        scratch.request("admiral.jpg", ["sourceSHA256": sha256, "edit": edit]),
        scratch.request("admiral.jpg", ["edit": edit]),
      ], target: "other")
    #expect(run.outcome.exitCode == 1)
    #expect(
      run.answers["admiral.jpg"]?.reason?.contains("another photo than the one that was asked for") == true)
    #expect(run.refusals.map(\.line) == [2])
    #expect(try scratch.published("other").isEmpty)
  }

  @Test func namesAFolderAsPeopleDo() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/school/portrait.jpg")
    let run = try scratch.work([scratch.request("school")])
    let reason = try #require(run.answers["school"]?.reason)
    #expect(reason.contains("it is a folder") && !reason.contains("/proc/"), "\(reason)")
  }

  // Another look may see less, and what was hidden is not shown for that.
  @Test func keepsHiddenWhatWasHidden() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.writeGraceHopper("photos/admiral.jpg")
    let names = ["portrait.jpg", "admiral.jpg"]
    let first = try scratch.work(names.map { try scratch.request($0) })
    let edits = try first.edits()
    func earlier(of name: String) throws -> [String: Any] {
      [
        "earlier": [
          "sourceSHA256": try #require(first.answers[name]?.sourceSHA256), "edit": try #require(edits[name]),
        ]
      ]
    }
    // One photo with what was told of it, the other with what was told of another photo.
    let requests = try names.map { try scratch.request($0, earlier(of: names[0])) }
    let second = try scratch.work(requests, ["--threshold", "1"], target: "again")
    #expect(second.outcome.exitCode == 0)
    #expect(try scratch.published("again")[names[0]] == scratch.published()[names[0]])
    #expect(second.answers[names[0]]?.hiddenCount == 1 && second.answers[names[1]]?.hiddenCount == 0)
    // What was left open then is found now.
    var opened = try #require(earlier(of: names[0])["earlier"] as? [String: Any])
    var edit = try #require(opened["edit"] as? [String: Any])
    edit["regions"] = (edit["regions"] as? [[String: Any]])?.map { $0.merging(["state": "excluded"]) { $1 } }
    opened["edit"] = edit
    let third = try scratch.work([scratch.request(names[0], ["earlier": opened])], target: "third")
    #expect(third.answers[names[0]]?.hiddenCount == 1)
    let both = try scratch.request(
      names[0],
      earlier(of: names[0]).merging([
        "edit": edits[names[0]] ?? "", "sourceSHA256": String(repeating: "0", count: 64),
      ]) { $1 })
    #expect(try scratch.work([both], target: "both").refusals.first?.reason?.contains("'earlier'") == true)
  }

  @Test func refusesWhatIsNoRequest() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(3)
    try scratch.writeAstronaut("elsewhere/portrait.jpg")
    try scratch.link("photos/link", to: "../elsewhere")
    let good = try scratch.request("0/0.jpg")
    let bad: [(String, reason: String)] = [
      ("junk", "no JSON object"), ("[]", "no JSON object"), ("{\"id\":\"a\"}", "'source'"),
      (try scratch.request("0/0.jpg", ["force": true]), "'force'"),
      (try scratch.request("0/0.jpg", ["id": 7]), "'id'"),
      (try scratch.request("0/0.jpg", ["id": String(repeating: "a", count: 1025)]), "'id'"),
      (try scratch.request("0/0.jpg", ["source": "photos/0/0.jpg"]), "'source'"),
      (try scratch.request("../elsewhere/portrait.jpg", target: "a.jpg"), "'source'"),
      (try scratch.request("a", ["source": scratch.path("elsewhere/portrait.jpg")]), "'source'"),
      (try scratch.request("0/0.jpg", target: "../a.jpg"), "'target'"),
      (try scratch.request("0/0.jpg", target: scratch.path("a.jpg")), "'target'"),
      (try scratch.request("0/0.jpg", target: "a//b.jpg"), "'target'"),
      (try scratch.request("0/0.jpg", ["sourceSHA256": "AB"]), "'sourceSHA256'"),
      (try scratch.request("0/0.jpg", ["edit": ["regions": 7]]), "'edit'"),
      (String(repeating: "x", count: (4 << 20) + 1), "longer than"),
      // The one before it is not done yet.
      (good, "'target' is not yet answered"),
    ]
    let run = try scratch.work(bad.dropLast().map(\.0) + [good] + bad.suffix(1).map(\.0) + ["", "  "])
    #expect(run.outcome.exitCode == 1)
    #expect(run.refusals.count == bad.count)
    for (refusal, wrong) in zip(run.refusals, bad) {
      #expect(refusal.reason?.contains(wrong.reason) == true, "\(refusal)")
    }
    #expect(run.refusals.map(\.line) == Array(1...15) + [17])
    #expect(run.answers["0/0.jpg"]?.status == "done")
    #expect(Set(try scratch.published().keys) == ["0", "0/0.jpg"])
    // Behind a link lies what the worker may not read.
    let linked = try scratch.work([scratch.request("link/portrait.jpg")], target: "linked")
    #expect(linked.answers["link/portrait.jpg"]?.status == "failed")
    #expect(try scratch.published("linked").isEmpty)
  }

  @Test func replacesNothingThatIsThere() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(2)
    let request = try scratch.request("0/0.jpg")
    #expect(try scratch.work([request]).outcome.exitCode == 0)
    // The same bytes: a request may be repeated.
    #expect(try scratch.work([request]).outcome.exitCode == 0)
    let own = try scratch.read("out/0/0.jpg")
    try scratch.write(Array("somebody's".utf8), "out/0/0.jpg")
    let refused = try scratch.work([request])
    #expect(refused.outcome.exitCode == 1 && refused.answers["0/0.jpg"]?.status == "failed")
    #expect(try scratch.read("out/0/0.jpg") == Array("somebody's".utf8))
    #expect(try scratch.work([request], ["--force"]).outcome.exitCode == 0)
    #expect(try scratch.read("out/0/0.jpg") == own)
  }

  @Test func outlivesAPhotoThatEndsWhatReadsIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(4)
    try scratch.write(PoisonedCommand.poisoned(TestPhotos.astronaut(), .fall), "photos/poison.jpg")
    let run = try scratch.work(
      (["poison.jpg"] + names(4)).map { try scratch.request($0) }, prefix: PoisonedCommand.prefix())
    #expect(run.outcome.exitCode == 1)
    #expect(run.answers["poison.jpg"]?.status == "failed")
    #expect(run.answers["poison.jpg"]?.reason?.contains("twice; please report this photo") == true)
    #expect(names(4).allSatisfy { run.answers[$0]?.status == "done" })
    #expect(try scratch.published().keys.filter { $0.hasSuffix(".jpg") }.sorted() == names(4).sorted())
  }

  // Every request that was taken is answered, and nothing is there that is not answered as done.
  @Test func finishesWhatIsInFlightWhenItIsToEnd() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(12)
    let requests = scratch.path("requests")
    #expect(mkfifo(requests, 0o600) == 0)
    // Kept open: the requests do not end.
    let pipe = try #require(FileHandle(forUpdatingAtPath: requests))
    let run = try RunningCommand(
      ["worker", "photos", "-o", "out", "--heartbeat", "1"] + ScratchFolder.quick,
      prefix: ["sh", "-c", "exec \"$@\" < requests", "sh"], in: scratch.path)
    for name in names(12) { try pipe.write(contentsOf: Data("\(scratch.request(name))\n".utf8)) }
    var lines: [WorkerLine] = []
    while lines.last?.event != "answer" {
      lines.append(try WorkerLine(#require(run.nextLine())))
    }
    run.send(SIGTERM)
    while let line = run.nextLine() { lines.append(try WorkerLine(line)) }
    #expect(run.wait() == 75)
    let answers = lines.filter { $0.event == "answer" }
    let done = answers.filter { $0.status == "done" }.compactMap(\.target)
    #expect(answers.allSatisfy { ["done", "pending"].contains($0.status) })
    #expect(Set(answers.compactMap(\.id)).count == answers.count)
    #expect(try Set(scratch.published().keys.filter { $0.hasSuffix(".jpg") }) == Set(done))
    #expect(lines.last?.interrupted == true && lines.last?.answered == answers.count)
    #expect(lines.last?.pending == answers.count - done.count)
  }

  // Machines have settings of their own, and a collection has one look.
  @Test func heedsNoStoredSettings() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(1)
    let request = try scratch.request("0/0.jpg")
    let plain = try scratch.work([request])
    try scratch.store(#"{"style": "fill", "margin": 3}"#)
    let run = try scratch.work([request], target: "stored", prefix: scratch.heedingPrefix)
    #expect(run.answers["0/0.jpg"]?.settingsSHA256 == plain.answers["0/0.jpg"]?.settingsSHA256)
    #expect(try scratch.published("stored") == scratch.published())
    let filled = try scratch.work([request], ["--style", "fill"], target: "filled")
    #expect(filled.answers["0/0.jpg"]?.settingsSHA256 != plain.answers["0/0.jpg"]?.settingsSHA256)
  }

  @Test func beginsNothingWhereItCannotWork() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(1)
    let request = try scratch.request("0/0.jpg")
    func run(_ words: String...) throws -> BuiltCommand.Outcome {
      try BuiltCommand.run(
        ["worker"] + words, in: scratch.path, input: scratch.write(Array("\(request)\n".utf8), "requests"))
    }
    #expect(try run("photos").exitCode == 64)
    #expect(try run("-o", "out").exitCode == 64)
    #expect(try run("missing", "-o", "out").exitCode == 66)
    #expect(try run("photos/0/0.jpg", "-o", "out").exitCode == 66)
    #expect(try run("photos", "-o", "photos/out").exitCode == 0)
    #expect(try run("photos/0", "-o", "photos").exitCode == 73)
    #expect(try run("photos", "-o", "out", "--models", "nowhere").exitCode == 69)
  }
}
