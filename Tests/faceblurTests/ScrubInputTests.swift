import Foundation
import TestSupport
import Testing

/// Where photos come from, and under what names.
@Suite struct ScrubInputTests {
  @Test func takesNamesOfAnyBytes() throws {
    let scratch = try ScratchFolder()
    let portrait = try TestPhotos.astronaut()
    let names = [
      "-o.jpg", "=1+1.jpg", "new\nline.jpg", "\"<script>alert(1)</script>.jpg", "äöü 写真.jpg", ".hidden.jpg",
      String(repeating: "x", count: 251) + ".jpg",
    ]
    for name in names { try scratch.write(portrait, "photos/\(name)") }
    // Foundation writes no such name.
    let odd = Array("\(scratch.path)/photos/".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)
    try portrait.withUnsafeBytes { bytes in
      let file = try #require(fopen((odd + [0]).map { CChar(bitPattern: $0) }, "w"))
      fwrite(bytes.baseAddress, 1, bytes.count, file)
      fclose(file)
    }
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\(names.count + 1) scrubbed"))
    for name in names { #expect(FileManager.default.fileExists(atPath: scratch.path("out/\(name)"))) }
    let page = String(decoding: try scratch.read("out.faceblur/report.html"), as: UTF8.self)
    #expect(!page.contains("<script>alert"))
    let table = String(decoding: try scratch.read("out.faceblur/report.csv"), as: UTF8.self)
    #expect(table.contains(",./=1+1.jpg,"))
    #expect(try scratch.scrub().output.contains("\(names.count + 1) were done before"))
  }

  @Test func survivesLinksInCirclesAndSpecialFiles() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a/portrait.jpg")
    try scratch.writeAstronaut("elsewhere/other.jpg")
    try scratch.link("photos/a/circle", to: "..")
    try scratch.link("photos/self.jpg", to: "self.jpg")
    try scratch.link("photos/outside", to: "../elsewhere")
    try scratch.link("photos/linked.jpg", to: "a/portrait.jpg")
    #expect(mkfifo(scratch.path("photos/pipe.jpg"), 0o600) == 0)
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1)
    let report = try scratch.report()
    #expect(report["circle"]?.status == "other" && report["pipe.jpg"]?.status == "other")
    #expect(report["self.jpg"]?.status == "failed")
    // Photos may be missing, so this may not pass for done.
    #expect(report["outside"]?.status == "failed")
    #expect(report["linked.jpg"]?.status == "other")
    #expect(Set(try scratch.published().keys) == ["a", "a/portrait.jpg"])
  }

  // Whoever may put a link into the collection does not choose what is published; who runs the command does.
  @Test func followsLinksOnlyWhereTheyAreNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("private/secret.jpg")
    try scratch.link("photos/link.jpg", to: "../private/secret.jpg")
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "a link to a file outside the collection")
    #expect(Set(try scratch.published().keys) == ["a.jpg"])
    // A folder that a list names is no other than one that is named on the command line.
    try scratch.write(Array("photos\n".utf8), "list")
    #expect(try scratch.scrub("--from", scratch.path("list"), from: "", target: "listed").exitCode == 1)
    #expect(Set(try scratch.published("listed").keys) == ["photos", "photos/a.jpg"])
    try scratch.write(Array("photos/link.jpg\n".utf8), "list")
    #expect(try scratch.scrub("--from", scratch.path("list"), from: "", target: "links").exitCode == 0)
    #expect(Set(try scratch.published("links").keys) == ["photos", "photos/link.jpg"])
    #expect(try scratch.scrub(from: "photos/link.jpg", target: "named").exitCode == 0)
    #expect(Set(try scratch.published("named").keys) == ["link.jpg"])
  }

  // A name may hold what a terminal obeys, and every report may end in one.
  @Test func writesNoControlCharactersIntoReports() throws {
    let scratch = try ScratchFolder()
    let name = "a\u{1B}]0;gone\u{7}\u{9B}2J\u{202E}gpj.jpg"
    try scratch.writeAstronaut("photos/\(name)")
    try scratch.write([], "photos/b\(name)")
    let outcome = try scratch.scrub("-v")
    let json = try scratch.scrub("--json")
    let reports = try ["csv", "jsonl", "html"].map {
      String(decoding: try scratch.read("out.faceblur/report.\($0)"), as: UTF8.self)
    }
    for text in [outcome.output, outcome.errors, json.output, json.errors] + reports {
      #expect(
        !text.unicodeScalars.contains {
          $0 != "\n" && $0 != "\r" && [.control, .format].contains($0.properties.generalCategory)
        })
    }
    // Programs get the name as it is.
    #expect(try scratch.report()[name]?.status == "done")
    #expect(try json.jsonLines().contains { ($0["file"] as? String)?.hasSuffix("/b\(name)") == true })
  }

  @Test func doesNotScrubItsOwnOutputAgain() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    for _ in 0..<2 {
      let outcome = try BuiltCommand.run(
        ["scrub", ".", "-o", "out", "--records", "records"] + ScratchFolder.quick, in: scratch.path("photos"))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(Set(try scratch.published("photos/out").keys) == ["portrait.jpg"])
    try scratch.write(Array("out/portrait.jpg\nportrait.jpg\n".utf8), "list")
    let listed = try BuiltCommand.run(
      ["scrub", "--from", "../list", "-o", "out"] + ScratchFolder.quick, in: scratch.path("photos"))
    #expect(listed.exitCode == 0)
    #expect(Set(try scratch.published("photos/out").keys) == ["portrait.jpg"])
  }

  // By dots or through a link, a folder in a list is still the one that holds the target.
  @Test(arguments: [".", "./", "../photos", "../link", "inner/.."])
  func doesNotScrubItsOwnOutputAgainFromAList(_ name: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/inner/portrait.jpg")
    try scratch.link("link", to: "photos")
    try scratch.write(Array(name.utf8), "list")
    for _ in 0..<2 {
      let outcome = try BuiltCommand.run(
        ["scrub", "--from", "../list", "-o", "out"] + ScratchFolder.quick, in: scratch.path("photos"))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(try scratch.published("photos/out").keys.count { $0.hasSuffix(".jpg") } == 1)
  }

  // Whoever writes the list may take any time, and whoever waits may lose patience.
  @Test func stopsWaitingForAList() throws {
    let scratch = try ScratchFolder()
    #expect(mkfifo(scratch.path("list"), 0o600) == 0)
    // Also for reading, or it would wait for the command here.
    let list = try #require(fopen(scratch.path("list"), "r+"))
    defer { fclose(list) }
    let run = try RunningCommand(
      ["scrub", "--from", "list", "-o", "out", "--dry-run", "--json"], in: scratch.path)
    // As much as tells how the list is written.
    for _ in 0..<9000 { fputs("a/b.jpg\n", list) }
    fflush(list)
    #expect(run.nextLine()?.contains("planned") == true)
    run.send(SIGINT)
    #expect(run.wait() == 75)
  }

  @Test(arguments: ["\n", "\0"])
  func readsAListFromStandardInput(_ separator: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a/one.jpg")
    try scratch.writeAstronaut("photos/b/two.jpg")
    try scratch.writeAstronaut("photos/b/three.jpg")
    let names = [
      "./photos/a/one.jpg", scratch.path("photos/b/two.jpg"), "photos/gone.jpg", "photos/../photos/a/one.jpg",
    ]
    let list = try scratch.write(Array(names.joined(separator: separator).utf8), "list")
    let outcome = try scratch.scrub("--from", "-", from: "", input: list)
    #expect(outcome.exitCode == 1)
    let published = Set(try scratch.published().filter { $0.key.hasSuffix(".jpg") }.keys)
    #expect(published.contains("photos/a/one.jpg"))
    #expect(published.contains(String(scratch.path("photos/b/two.jpg").dropFirst())))
    #expect(published.count == 2)
    #expect(try scratch.report()["gone.jpg"]?.reason?.contains("no such file") == true)
  }

  @Test func takesWhatFitsThePatterns() throws {
    let scratch = try ScratchFolder()
    for name in ["a/one.jpg", "a/raw/two.jpg", "b/three.JPG", "b/four.jpeg", "five.jpg"] {
      try scratch.writeAstronaut("photos/\(name)")
    }
    try scratch.scrub("--include", "*.jpg", "--exclude", "raw", "--exclude", "/five*")
    let published = Set(try scratch.published().keys.filter { $0.contains(".") })
    #expect(published == ["a/one.jpg", "b/three.JPG"])
  }

  // However the shell completes it and wherever names come from: what was to be left out would be published.
  @Test(
    arguments: [
      (["s/"], "s/private"), (["s"], "s/private/"), (["s"], "./s/private"), (["s"], "private"),
      (["s"], "./private"),
      (["s"], "./private/**"), (["s"], "HERE/s/private"), (["HERE/s"], "s/private"),
      (["s/../s"], "s/private"),
      (["s/private", "s"], "private"), (["s/private/secret.jpg", "s"], "private"), ([], "private"),
      ([], "s/private"), ([], "./s/private"), ([], "s/private/**"), ([], "HERE/s/private"),
    ] as [(sources: [String], pattern: String)])
  func leavesOutFoldersHoweverTheyAreNamed(_ use: (sources: [String], pattern: String)) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("s/a.jpg")
    try scratch.writeGraceHopper("s/private/secret.jpg")
    try scratch.write(Array("s/a.jpg\n./s/private/secret.jpg\n".utf8), "list")
    func whole(_ word: String) -> String { word.replacing("HERE", with: scratch.path) }
    let named = use.sources.isEmpty ? ["--from", "list"] : use.sources.map(whole)
    let outcome = try BuiltCommand.run(
      ["scrub", "-o", "out", "--exclude", whole(use.pattern)] + named + ScratchFolder.quick, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let names = Set(try scratch.published().keys.map { $0.split(separator: "/").last.map(String.init) ?? "" })
    #expect(names.contains("a.jpg") && !names.contains("secret.jpg"))
    #expect(!outcome.errors.contains("fits nothing"))
  }

  @Test(
    arguments: [
      ("./a.jpg", ["a.jpg"]), ("sub", ["b.jpg"]), ("sub/", ["b.jpg"]), ("./photos/sub/", ["b.jpg"]),
      ("photos", []),
    ] as [(pattern: String, names: Set<String>)])
  func takesFoldersThatFit(_ use: (pattern: String, names: Set<String>)) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeAstronaut("photos/sub/b.jpg")
    let outcome = try scratch.scrub("--include", use.pattern, "-q")
    let names = Set(try scratch.published().keys.filter { $0.hasSuffix(".jpg") }.map { String($0.suffix(5)) })
    #expect(names == use.names)
    #expect(outcome.errors.contains("--include '\(use.pattern)' fits nothing") == use.names.isEmpty)
  }

  // A slip of the pen publishes what was to be left out, so it is said to whoever asked for silence, too.
  @Test(arguments: [["-q"], ["-q", "--dry-run"]])
  func saysThatAPatternFitsNothing(_ options: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    let outcome = try scratch.scrub(["--exclude", "privat", "--exclude", "b.*"] + options)
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("--exclude 'privat' fits nothing"))
    #expect(outcome.errors.contains("--exclude 'b.*' fits nothing"))
    let whole = try scratch.scrub(["--exclude", "photos"] + options, target: "other")
    #expect(whole.errors.contains("photos: left out with all that is in it"))
    #expect(!whole.errors.contains("fits nothing"))
  }

  @Test func putsSeveralSourcesSideBySide() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("one/portrait.jpg")
    try scratch.writeGraceHopper("two/portrait.jpg")
    let outcome = try BuiltCommand.run(
      ["scrub", "one", "two/portrait.jpg", "-o", "out"] + ScratchFolder.quick, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(Set(try scratch.published().keys) == ["one", "one/portrait.jpg", "portrait.jpg"])
  }

  // The second may not take the first one's place.
  @Test func saysWhereTwoPhotosWouldGetOneName() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.writeGraceHopper("portrait.jpg")
    try scratch.scrub()
    let first = try scratch.published()
    let list = try scratch.write(Array("portrait.jpg".utf8), "list")
    let outcome = try scratch.scrub("--from", list)
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "the same name")
    #expect(try scratch.published() == first)
  }

  // Each letter would be a name, and a dot the working folder with all that is in it.
  @Test(arguments: [true, false], [true, false])
  func refusesAListInUTF16(_ isLittleEndian: Bool, _ hasMark: Bool) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.writeGraceHopper("private/secret.jpg")
    let text = (hasMark ? "\u{FEFF}" : "") + "a.jpg\r\nphotos/b.jpg\r\n"
    let bytes = text.utf16.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isLittleEndian ? [low, high] : [high, low]
    }
    let list = try scratch.write(bytes, "list16")
    for options in [["--dry-run"], []] {
      let outcome = try scratch.scrub(["--from", list] + options, from: "")
      #expect(outcome.exitCode == 65)
      outcome.expectOneErrorLine(naming: "save it as UTF-8")
      #expect(outcome.errors.contains("list16"))
    }
    #expect(try (scratch.names().filter { $0.hasPrefix("out/") }).isEmpty)
  }

  @Test func refusesAListInUTF16WhoseNamesAreNotLatin() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("写.jpg")
    let bytes = "写.jpg\n真.jpg\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let list = try scratch.write(bytes, "list16")
    #expect(try scratch.scrub("--from", list, from: "").exitCode == 65)
  }

  // A line ends with CR and LF there, and a text begins with a mark. Elsewhere a name may end with CR.
  @Test func takesAListAsWindowsWritesIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeAstronaut("photos/b\r")
    let lines = ["photos/a.jpg", "", "photos/b", "photos/gone.jpg"].map { $0 + "\r\n" }.joined()
    let list = try scratch.write([0xEF, 0xBB, 0xBF] + Array(lines.utf8), "list")
    let outcome = try scratch.scrub("--from", list, from: "")
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "photos/gone.jpg")
    #expect(Set(try scratch.published().keys) == ["photos", "photos/a.jpg", "photos/b\r"])
  }

  // A name more may not cost as much as all names before it.
  @Test func takesListsOfAnyLength() throws {
    let scratch = try ScratchFolder()
    let names = (0..<40_000).map { "folder/\($0).jpg\n" }.joined()
    let list = try scratch.write(Array(names.utf8), "list")
    let outcome = try scratch.scrub("--from", list, from: "")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("40000 failed"))
    // The first ones are enough for a person, and the report has them all.
    #expect(outcome.errors.filter { $0 == "\n" }.count == 21)
    #expect(try scratch.report().count == 40_000)
    #expect(try scratch.read("out.faceblur/report.html").count < 1_000_000)
  }
}
