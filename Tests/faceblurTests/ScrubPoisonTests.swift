import Foundation
import TestSupport
import Testing

/// Photos that end what decodes them, and what would be done with that.
@Suite struct ScrubPoisonTests {
  private func collection(with poison: PoisonedCommand.Poison) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(6)
    try scratch.write(PoisonedCommand.poisoned(TestPhotos.astronaut(), poison), "photos/1/poison.jpg")
    return scratch
  }

  /// Every good photo is in the target, and the other one is not.
  private func expectOnlyThePoisonFails(
    _ scratch: ScratchFolder, _ outcome: BuiltCommand.Outcome, _ reason: String
  ) throws {
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "poison.jpg")
    let report = try scratch.report()
    #expect(report.filter { $0.value.status == "done" }.count == 6)
    #expect(report.filter { $0.value.status == "failed" }.map(\.key) == ["poison.jpg"])
    let said = report["poison.jpg"]?.reason ?? ""
    #expect(said.contains(reason) && said.contains("twice; please report this photo"), "\(said)")
    let published = try scratch.published().keys.filter { $0.contains(".") }
    #expect(published.count == 6, "\(published)")
  }

  @Test func putsAPhotoOnTheListThatEndsItsWorkerTwice() throws {
    let scratch = try collection(with: .fall)
    // What an earlier run made of it is not what these settings make of it.
    #expect(try scratch.scrub().exitCode == 0)
    for _ in 0..<2 {
      let outcome = try scratch.scrub("--style", "fill", prefix: PoisonedCommand.prefix())
      try expectOnlyThePoisonFails(scratch, outcome, "signal 11 (segmentation fault)")
    }
    #expect(try scratch.scrub("--style", "fill").output.contains("6 were done before"))
    #expect(try scratch.report()["poison.jpg"]?.status == "done")
  }

  @Test func triesAPhotoOnceMoreThatEndedItsWorker() throws {
    let scratch = try collection(with: .once)
    #expect(try scratch.scrub(prefix: PoisonedCommand.prefix()).exitCode == 0)
    #expect(try scratch.names().contains("out/tried"))
    #expect(try scratch.report().values.allSatisfy { $0.status == "done" })
  }

  // With records, and with several workers: the edit of the photo is half done when its worker ends.
  @Test(arguments: ["beside", "records"])
  func survivesPoisonWhereRecordsAreWritten(_ records: String) throws {
    let scratch = try collection(with: .fall)
    for _ in 0..<2 {
      let outcome = try scratch.scrub(
        "--records", records, "--jobs", "3", prefix: PoisonedCommand.prefix())
      try expectOnlyThePoisonFails(scratch, outcome, "signal 11")
    }
    #expect(try scratch.scrub("--records", records).exitCode == 0)
  }

  @Test func endsAWorkerThatTakesMoreThanItsPhotoMay() throws {
    let scratch = try collection(with: .swell)
    let outcome = try scratch.scrub(prefix: PoisonedCommand.prefix())
    try expectOnlyThePoisonFails(scratch, outcome, "signal 6")
  }

  // The limit is that of whoever starts the run; its own is minutes.
  @Test func endsAWorkerThatComputesForEver() throws {
    let scratch = try collection(with: .hang)
    let outcome = try scratch.scrub(
      "--jobs", "1", prefix: ["prlimit", "--cpu=5:5"] + PoisonedCommand.prefix())
    try expectOnlyThePoisonFails(scratch, outcome, "its worker was ended")
  }

  // What runs in a worker reaches its photos and the target, and nothing else.
  @Test func letsNothingOutOfAWorker() throws {
    let scratch = try collection(with: .escape)
    try scratch.write(Array("nobody's business".utf8), "secret")
    let outcome = try scratch.scrub(prefix: PoisonedCommand.prefix())
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.report()["poison.jpg"]?.status == "done")
    #expect(try !scratch.names().contains { $0.contains("escaped") })
  }

  // What runs in the worker of a film reaches nothing that is kept of another one: what was seen there would count.
  @Test func letsNoFilmSayWhatWasSeenInAnother() throws {
    let scratch = try ScratchFolder()
    let film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    try scratch.write(film.bytes(), "photos/first.mp4")
    #expect(try scratch.scrub().exitCode == 0)
    // Of a run that was killed.
    try scratch.write([1, 2, 3], "out.faceblur/looks/other/a.looks")
    try scratch.write(TestFilm { ($0.frames, $0.seenIn) = (16, 0..<8) }.bytes(), "photos/second.mp4")
    let outcome = try scratch.scrub("--jobs", "1", prefix: PoisonedCommand.prefix(isForging: true))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.report()["second.mp4"]?.status == "done")
    #expect(try Set(scratch.published().keys) == ["first.mp4", "second.mp4", "tried"])
    #expect(try !scratch.names().contains { $0.hasPrefix("out.faceblur/looks") })
  }

  // A fault of the installation is no fault of the photos.
  @Test func saysThatNoWorkerCanBegin() throws {
    let scratch = try collection(with: .fall)
    #expect(try scratch.scrub().exitCode == 0)
    let done = try scratch.published()
    let outcome = try scratch.scrub("--style", "fill", prefix: PoisonedCommand.prefix(hasWorkers: false))
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors.contains("a worker cannot begin: its worker ended itself with code 3"))
    #expect(try scratch.published() == done)
    #expect(try scratch.report().values.allSatisfy { $0.status == "pending" })
  }

  // An update takes the program's file away while it runs.
  @Test func startsWorkersWhereTheProgramHasNoNameAnyMore() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(4)
    let script = "cp \"$0\" gone && exec 3<gone && rm gone && exec /proc/self/fd/3 \"$@\""
    let outcome = try scratch.scrub(prefix: ["sh", "-c", script])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.report().values.allSatisfy { $0.status == "done" })
  }

  /// A run over twenty photos that has begun, and the processes of its workers.
  private func runningScrub(in scratch: ScratchFolder) throws -> (run: RunningCommand, workers: [pid_t]) {
    try scratch.writeSmallPhotos(20)
    let run = try RunningCommand(
      ["scrub", "photos", "-o", "out", "--json", "--jobs", "2"] + ScratchFolder.quick, in: scratch.path)
    #expect(run.nextLine() != nil)
    let workers = run.children
    #expect(!workers.isEmpty)
    return (run, workers)
  }

  // A terminal, or who shuts the system down, tells every process; what is in flight is finished all the same.
  @Test func workersOutliveWhatATerminalSends() throws {
    let scratch = try ScratchFolder()
    let (run, workers) = try runningScrub(in: scratch)
    for worker in workers {
      #expect(getpgid(worker) == worker)
      for signal in [SIGINT, SIGHUP, SIGTERM] { kill(worker, signal) }
    }
    #expect(run.wait() == 0)
    #expect(try scratch.report().values.allSatisfy { $0.status == "done" })
  }

  @Test func noWorkerOutlivesItsRun() throws {
    let scratch = try ScratchFolder()
    let (run, workers) = try runningScrub(in: scratch)
    run.send(SIGKILL)
    _ = run.wait()
    for worker in workers {
      let outcome = try BuiltCommand.run(["60", "tail", "--pid=\(worker)", "-f", "/dev/null"], of: "timeout")
      #expect(outcome.exitCode == 0, "worker \(worker) lives")
    }
    #expect(try scratch.scrub().exitCode == 0)
  }
}
