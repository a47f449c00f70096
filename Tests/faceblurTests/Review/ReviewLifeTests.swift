import Foundation
import Glibc
import TestSupport
import Testing

/// How a review begins and ends, and that nothing is lost in between.
@Suite struct ReviewLifeTests {
  private static let excludeAll = #"{"kind":"excludeAll"}"#
  private static let look = #"{"kind":"look"}"#

  private static func isExcluded(_ run: ReviewRun) throws -> Bool {
    let photo = try run.get("/api/photo/0").object()
    let regions = try #require(photo["regions"] as? [[String: Any]])
    return !regions.isEmpty && regions.allSatisfy { $0["state"] as? String == "excluded" }
  }

  @Test func losesNothingWhereItIsKilled() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.scrub()
    let before = try scratch.published()
    let first = try ReviewRun.opened(["out"], in: scratch)
    #expect(try first.queue()["kind"] as? String == "collection")
    #expect(try first.change(0, Self.excludeAll).status == 200)
    first.command.send(SIGKILL)
    _ = first.command.wait()
    #expect(try scratch.published() == before, "it was rendered before anybody asked for that")

    let second = try ReviewRun.opened(["out"], in: scratch)
    #expect(second.token != first.token && second.cookie != first.cookie)
    #expect(try second.post("/session", #"{"token":"\#(first.token)"}"#).status == 403)
    let queue = try second.queue()
    #expect(queue["changed"] as? Int == 1 && queue["canUndo"] as? Bool == true)
    #expect(try Self.isExcluded(second))
    #expect(try second.post("/api/undo", "{}").status == 200)
    #expect(try !Self.isExcluded(second))
    #expect(try second.post("/api/redo", "{}").status == 200)
    let work = try second.finish()
    #expect((work["results"] as? [[String: Any]])?.first?["error"] is NSNull)
    #expect(try second.quit() == 0)
    #expect(try scratch.published() != before)
    #expect(try scratch.faceblur("show", "out/a.jpg").output.contains("excluded"))
  }

  @Test func losesNothingOfPhotosWithoutACollection() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    let first = try ReviewRun.opened(["photos"], in: scratch)
    #expect(try first.settledQueue()["kind"] as? String == "photos")
    #expect(
      try first.change(0, #"{"kind":"add","rect":[0.1,0.1,0.1,0.1]}"#).status == 200)
    first.command.send(SIGKILL)
    _ = first.command.wait()
    #expect(try scratch.names().filter { $0.hasPrefix("photos/") } == ["photos/a.jpg"])
    #expect(try FileState(at: scratch.path("home/state/faceblur/review")).mode & 0o077 == 0)

    let second = try ReviewRun.opened(["photos"], in: scratch)
    #expect(try second.settledQueue()["changed"] as? Int == 1)
    _ = try second.finish()
    #expect(try second.quit() == 0)
    #expect(scratch.has("photos/a.AAE"))
    let regions = try scratch.faceblur("show", "photos/a.jpg", "--json").jsonLines().first?["regions"]
    #expect((regions as? [[String: Any]])?.contains { $0["origin"] as? String == "manual" } == true)
  }

  /// A second tab that has not seen what the first one did.
  @Test func refusesWhatWasDecidedAboutAnEarlierState() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let run = try ReviewRun.opened(["portrait.jpg"], in: scratch)
    let revision = try #require(try run.settledQueue()["revision"] as? Int)
    let basis = try run.basis(0)
    let changed = try run.change(0, Self.excludeAll, on: basis, at: revision)
    #expect(changed.status == 200)
    let newest = try #require(try run.queue()["revision"] as? Int)
    let state = try #require(try changed.object()["queue"] as? [String: Any])
    #expect(newest > revision && state["revision"] as? Int == newest)
    for (shown, seen, cause) in [
      (basis, revision, "decision"), (basis, newest, "decision"), (try run.basis(0), revision, "revision"),
    ] {
      let stale = try run.change(0, Self.look, on: shown, at: seen)
      let object = try stale.object()
      #expect(stale.status == 409 && object["revision"] as? Int == newest)
      #expect(object["cause"] as? String == cause && object["error"] is String)
    }
    #expect(try run.post("/api/finish", #"{"revision":\#(revision)}"#).status == 409)
    #expect(try run.post("/api/undo", #"{"revision":\#(revision)}"#).status == 409)
    #expect(try Self.isExcluded(run))
    #expect(try run.get("/api/work").object()["phase"] as? String == "idle")
  }

  /// Whoever does not say what they were shown may have been shown anything.
  @Test func takesNothingThatDoesNotSayWhatItWasDecidedOn() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let run = try ReviewRun.opened(["portrait.jpg"], in: scratch)
    let revision = try #require(try run.settledQueue()["revision"] as? Int)
    let basis = try run.basis(0)
    let photo = try run.get("/api/photo/0").object()
    let regions = try #require(photo["regions"] as? [[String: Any]])
    let region = try #require(regions.first?["id"] as? String)
    for beside in ["", #""basis":null,"#, #""basis":"","#, #""basis":"x","#] {
      let answer = try run.post(
        "/api/photo/0", #"{\#(beside)"revision":\#(revision),"change":\#(Self.look)}"#)
      #expect(answer.status == 409, "\(beside)")
      #expect(try answer.object()["photo"] as? Int == 0)
    }
    for member in [#"[0,"\#(region)"]"#, #"[0,"\#(region)",null]"#, #"[0,"\#(region)","x"]"#] {
      #expect(
        try run.post("/api/alike", #"{"members":[\#(member)],"face":false}"#).status != 200, "\(member)")
    }
    #expect(try run.queue()["revision"] as? Int == revision)
    let members = #"[[0,"\#(region)","\#(basis)"]]"#
    #expect(try run.post("/api/alike", #"{"members":\#(members),"face":false}"#).status == 200)
  }

  /// Of two photos that are exchanged while one is shown, neither gets what was said of the other.
  @Test func takesNothingForAnotherPhotoOfTheSameName() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("photos/b.jpg")
    let run = try ReviewRun.opened(["photos"], in: scratch)
    let basis = try run.basis(0)
    let (first, second) = (try scratch.read("photos/a.jpg"), try scratch.read("photos/b.jpg"))
    try scratch.write(second, "photos/a.jpg")
    try scratch.write(first, "photos/b.jpg")
    for _ in 0..<2 {
      let newest = try run.queue()["revision"] as? Int
      let answer = try run.change(0, Self.excludeAll, on: basis, at: newest)
      #expect(try answer.status == 409 && answer.object()["cause"] as? String == "photo", "\(answer.text)")
    }
    #expect(try !Self.isExcluded(run))
    #expect(try run.change(0, Self.excludeAll).status == 200)
  }

  /// An edit between what is shown and what is said of it: nobody has seen what is open now.
  @Test func signsNoPhotoThatWasEditedSinceItWasShown() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try #require(try scratch.scrub("--records", "records").exitCode == 0)
    let run = try ReviewRun.opened(["out"], in: scratch)
    let basis = try run.basis(0)
    let photo = try run.get("/api/photo/0").object()
    let regions = try #require(photo["regions"] as? [[String: Any]])
    let region = try #require(regions.first?["id"] as? String)
    try scratch.faceblur(
      "edit", "photos/a.jpg", "--record", "records/", "--renders", "out/", "--exclude", region, "--add",
      "10%,20%,5%,8%")
    for _ in 0..<2 {
      let newest = try run.queue()["revision"] as? Int
      let answer = try run.change(0, Self.look, on: basis, at: newest)
      #expect(try answer.status == 409 && answer.object()["cause"] as? String == "photo", "\(answer.text)")
    }
    _ = try run.finish()
    #expect(try run.quit() == 0)
    #expect(try scratch.attempt("review", "--check", "out").exitCode == 1)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func endsInGoodOrderWhenItIsTold(_ signal: Int32) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.scrub()
    let run = try ReviewRun.opened(["out"], in: scratch)
    #expect(try run.change(0, Self.excludeAll).status == 200)
    run.command.send(signal)
    #expect(run.command.wait() == 75)
    // Nobody holds the collection any more.
    let again = try ReviewRun.opened(["out"], in: scratch)
    #expect(try Self.isExcluded(again))
    #expect(try again.post("/api/discard", "{}").status == 204)
    #expect(try again.quit() == 0)
    let last = try ReviewRun.opened(["out"], in: scratch)
    #expect(try !Self.isExcluded(last))
  }

  /// Whatever of Done was through by then: the code says whether all of it was.
  @Test func saysThatItWasEndedWhileDoneRendered() throws {
    let scratch = try ScratchFolder()
    let names = (0..<6).map { "photos/\($0)" }
    for name in names { try scratch.writeAstronaut(name + ".jpg") }
    let run = try ReviewRun.opened(["photos"], in: scratch)
    _ = try run.settledQueue()
    for number in names.indices {
      #expect(try run.change(number, #"{"kind":"add","rect":[0.1,0.1,0.1,0.1]}"#).status == 200)
    }
    #expect(try run.post("/api/finish", "{}").status == 202)
    let code = try run.quit()
    let isAllMade = names.allSatisfy { scratch.has($0 + "_edited.jpg") }
    #expect(code == (isAllMade ? 0 : 75))
    // The rest is kept.
    let again = try ReviewRun.opened(["photos"], in: scratch)
    let left = names.filter { !scratch.has($0 + "_edited.jpg") }.count
    #expect(try again.settledQueue()["changed"] as? Int == left)
    _ = try again.finish()
    #expect(try again.quit() == 0)
    #expect(names.allSatisfy { scratch.has($0 + "_edited.jpg") })
  }

  /// A test that throws has no time to end what it has started.
  @Test func endsWithWhoeverHasStartedIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    var server: Int32 = 0
    #expect(throws: CocoaError.self) {
      let run = try ReviewRun.opened(["portrait.jpg"], in: scratch)
      server = run.command.id
      #expect(FileManager.default.fileExists(atPath: "/proc/\(server)"))
      throw CocoaError(.userCancelled)
    }
    #expect(server > 0 && !FileManager.default.fileExists(atPath: "/proc/\(server)"))
  }

  @Test func endsWhenNobodyUsesIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.scrub()
    let run = try ReviewRun(["out", "--idle-minutes", "0.01"], in: scratch)
    #expect([0, 75].contains(run.command.wait()))
  }

  @Test func isHeldByOneAtATime() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.scrub()
    let run = try ReviewRun.opened(["out"], in: scratch)
    let other = try scratch.attempt(
      "review", "out", "--no-open", prefix: ["XDG_STATE_HOME=\(scratch.path("home/state"))"])
    #expect(other.exitCode == 73, "\(other.errors)")
    #expect(try scratch.scrub().exitCode != 0)
    #expect(try run.get("/api/queue").status == 200)
  }

  @Test func takesThePortThatItIsTold() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let first = try ReviewRun(["portrait.jpg"], in: scratch)
    try scratch.write(try scratch.read("portrait.jpg"), "other.jpg")
    let second = try scratch.attempt(
      "review", "other.jpg", "--no-open", "--port", "\(first.port)",
      prefix: ["XDG_STATE_HOME=\(scratch.path("s"))"])
    #expect(second.exitCode == 73)
    second.expectOneErrorLine(naming: "\(first.port)")
    #expect(try first.get("/").status == 200)
    first.command.send(SIGTERM)
    _ = first.command.wait()
    let third = try ReviewRun(["other.jpg", "--port", "\(first.port)"], in: scratch)
    #expect(third.port == first.port)
  }

  /// A browser's command line is read by everybody on the machine.
  @Test func leadsTheBrowserThereByAFileOfItsOwn() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let runtime = scratch.path("runtime")
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let pipe = scratch.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Stands in for what opens files on a desktop: says what it was given, and what process lists show meanwhile.
    let opener = """
      #!/bin/sh
      [ -n "$HURRIED" ] || HURRIED=1 exec timeout 60 "$0" "$@"
      { printf '%s\\n' "$1"; stat -c '%a' "$1"; cat "$1"; echo PROCESSES; cat /proc/[0-9]*/cmdline | tr '\\0' '\\n'; } > '\(pipe)' 2>/dev/null
      """
    try scratch.write(Array(opener.utf8), "bin/xdg-open")
    try #require(chmod(scratch.path("bin/xdg-open"), 0o755) == 0)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try ReviewRun(
      ["portrait.jpg"], in: scratch,
      variables: ["PATH=\(scratch.path("bin")):\(path)", "DISPLAY=:0", "XDG_RUNTIME_DIR=\(runtime)"],
      opening: true)
    let told = try BuiltCommand.run(["60", "cat", pipe], of: "timeout", in: scratch.path).output
    let lines = told.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try #require(lines.count > 3)
    #expect(lines[0].hasPrefix(runtime + "/") && !lines[0].contains(run.token))
    #expect(lines[1] == "600")
    let parts = told.components(separatedBy: "PROCESSES\n")
    #expect(parts[0].contains("url=\(run.address)\""))
    #expect(parts.count == 2 && parts[1].contains("faceblur-review") && !parts[1].contains(run.token))
    try run.signIn()
    // It is removed soon after, and not only in the end.
    for _ in 0..<100_000 where FileManager.default.fileExists(atPath: lines[0]) {
      _ = try run.get("/api/work")
    }
    #expect(!FileManager.default.fileExists(atPath: lines[0]))
    #expect(try run.quit() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: runtime).isEmpty)
  }

  @Test func removesTheFileThatNobodyHasFollowed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let temporary = scratch.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    try scratch.write(Array("#!/bin/sh\nexit 3\n".utf8), "bin/xdg-open")
    try #require(chmod(scratch.path("bin/xdg-open"), 0o755) == 0)
    let run = try ReviewRun(
      ["portrait.jpg"], in: scratch,
      variables: [
        "PATH=\(scratch.path("bin")):/usr/bin:/bin", "WAYLAND_DISPLAY=w", "XDG_RUNTIME_DIR=",
        "TMPDIR=\(temporary)",
      ], opening: true)
    var lines: [String] = []
    while let line = run.command.nextLine(), !line.contains("no browser could be opened") {
      lines.append(line)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).count == 1)
    run.command.send(SIGTERM)
    _ = run.command.wait()
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  @Test func keepsItsSecretsOutOfWhatOthersCanRead() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let run = try ReviewRun.opened(["portrait.jpg"], in: scratch)
    let value = try #require(run.cookie?.split(separator: "=").last.map(String.init))
    for id in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(id) != nil {
      let line = String(
        decoding: FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data(), as: UTF8.self)
      #expect(!line.contains(run.token) && !line.contains(value))
    }
    let own = try #require(FileManager.default.contents(atPath: "/proc/\(run.command.id)/cmdline"))
    #expect(String(decoding: own, as: UTF8.self) == "faceblur-review\0")
  }

  @Test func takesALibraryForServingOnlyWhereItServes() throws {
    let command = try BuiltCommand.run(["--version"], prefix: ["LD_TRACE_LOADED_OBJECTS=1"])
    #expect(command.output.contains("libjpeg") && !command.output.contains("microhttpd"))
    let server = try BuiltCommand.run(
      [], of: BuiltCommand.program("faceblur-review"), prefix: ["LD_TRACE_LOADED_OBJECTS=1"])
    #expect(server.output.contains("microhttpd"))
  }

  @Test(arguments: ["libexec/faceblur", "bin"])
  func findsItsServerWhereverTheFoldersAreMoved(_ folder: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let missing = try Self.installed(scratch, server: nil)
    let outcome = try BuiltCommand.run(
      ["review", "portrait.jpg", "--no-open"], of: missing, in: scratch.path)
    #expect(outcome.exitCode == 69)
    outcome.expectOneErrorLine(naming: scratch.path("place/libexec/faceblur/faceblur-review"))
    let command = try Self.installed(scratch, server: folder)
    let found = try BuiltCommand.run(
      ["review", "portrait.jpg", "--no-open", "--idle-minutes", "0.01"] + ScratchFolder.quick, of: command,
      prefix: ["XDG_STATE_HOME=\(scratch.path("state"))"], in: scratch.path)
    #expect(found.output.hasPrefix("http://127.0.0.1:"), "\(found.errors)")
  }

  /// Copies what was built as it is installed.
  /// - Returns: the path of the command.
  private static func installed(_ scratch: ScratchFolder, server: String?) throws -> String {
    func copy(_ name: String, _ folder: String) throws -> String {
      let path = scratch.path("place/\(folder)/\(name)")
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: BuiltCommand.program(name), toPath: path)
      return path
    }
    if let server { _ = try copy("faceblur-review", server) }
    return try copy("faceblur", "bin")
  }

  @Test func servesNobodyWhoStartsTheServerAlone() throws {
    let outcome = try BuiltCommand.run([], of: BuiltCommand.program("faceblur-review"))
    #expect(outcome.exitCode == 64)
    outcome.expectOneErrorLine(naming: "faceblur review")
  }
}
