import Foundation
import ImageProcessingKit
import TestSupport
import Testing

@testable import faceblur

/// What the command answers to the scripts of the shells, without them.
@Suite struct CompletionTests {
  /// The words that are offered for the last one of a line, and the line about paths.
  private func answer(
    _ words: String..., in scratch: ScratchFolder? = nil, prefix: [String] = []
  ) throws -> (words: [String], paths: String) {
    let outcome = try BuiltCommand.run(
      ["--complete", "words", "\(words.count - 1)"] + words, prefix: prefix, in: scratch?.path)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    return (lines.dropFirst().map { String($0.prefix { $0 != "\t" }) }, lines.first.map(String.init) ?? "")
  }

  private func blurred() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("my photo.jpg")
    try scratch.faceblur("blur", "my photo.jpg")
    try scratch.faceblur("edit", "my photo.jpg", "--add", "1%,1%,5%,5%")
    return scratch
  }

  /// Of a film the tracks that its record names, each where it is of use.
  @Test func offersTheTracksOfAFilm() throws {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm()
    #expect(try answer("edit", "film.mp4", "--exclude", "", in: scratch).words == ["t1"])
    #expect(try answer("edit", "film.mp4", "--include", "", in: scratch).words == ["t2"])
    #expect(try answer("edit", "film.mp4", "--move", "", in: scratch).words == ["t1=", "t2="])
    #expect(try answer("revert", "film.mp4", "--to", "", in: scratch).words.isEmpty)
  }

  @Test func offersCommands() throws {
    #expect(try answer("").words == Program.commands.map { $0.name })
    #expect(try answer("re").words == ["render", "revert", "review"])
    #expect(try answer("help", "sh").words == ["show"])
    #expect(try answer("--").words == ["--version", "--help"])
    #expect(try answer("nonsense", "--").words.isEmpty)
  }

  /// Whatever is declared.
  @Test func offersVisibleOptionsThatMayStillBeGiven() throws {
    for command in Program.commands {
      let offered = try answer(command.name, "-").words
      let visible = (command.parameters + [HelpText.parameter]).filter { !$0.isHidden }
      #expect(offered == visible.flatMap(\.names), "\(command.name)")
    }
    let once = try answer("blur", "a.jpg", "--json", "--style", "fill", "-qo", "out/", "--").words
    for name in ["--json", "--style", "--quiet"] { #expect(!once.contains(name)) }
    #expect(once.contains("--cells"))
    #expect(try answer("edit", "a.jpg", "--exclude", "f1", "--exc").words == ["--exclude"])
    #expect(try answer("blur", "--", "--st").words.isEmpty)
  }

  @Test func offersTheValuesOfChoices() throws {
    #expect(try answer("blur", "--style", "").words == ["mosaic", "blur", "fill", "pixelate"])
    #expect(try answer("blur", "--style=fi").words == ["--style=fill"])
    #expect(try answer("settings", "--reset", "m").words == ["margin", "metadata"])
    #expect(try answer("filter", "a.jpg", "--look", "n").words == ["none"])
    // What only the user knows.
    #expect(try answer("blur", "--cells", "").words.isEmpty)
  }

  @Test func saysWhichPathsTheShellLists() throws {
    let photos = try answer("blur", "").paths
    #expect(photos.hasPrefix("0 files "))
    for ending in ["jpg", "heic", "jxl", "mov"] {
      #expect(photos.split(separator: " ").contains(Substring(ending)))
    }
    #expect(try !answer("filter", "").paths.contains("mov"))
    #expect(try answer("blur", "--overlay", "").paths == "0 folders")
    #expect(try answer("blur", "--overlay=x").paths == "10 folders")
    #expect(try answer("blur", "-qox").paths.hasPrefix("3 files "))
    #expect(try answer("scrub", "--from", "").paths == "0 files")
    let record = try answer("show", "a.jpg", "--record", "")
    #expect(record.words == ["beside", "none"] && record.paths == "0 folders")
    #expect(try answer("edit", "a.jpg", "").paths == "0 none")
    #expect(try answer("models", "").words.contains("--licences"))
  }

  @Test func offersRegionsAndStepsOfThePhotoOnTheLine() throws {
    let scratch = try blurred()
    let ids = try answer("edit", "my photo.jpg", "--exclude", "", in: scratch).words
    #expect(ids.count == 2)
    let first = try #require(ids.first)
    #expect(
      try answer("edit", "my photo.jpg", "--exclude=\(first)", in: scratch).words == ["--exclude=\(first)"])
    #expect(try answer("edit", "my photo.jpg", "--move", first, in: scratch).words == ["\(first)="])
    #expect(try answer("edit", "my photo.jpg", "--include", "", in: scratch).words.isEmpty)
    #expect(
      try answer("edit", "my photo.jpg", "--exclude", first, "--exclude", "", in: scratch).words
        == Array(ids.dropFirst()))
    #expect(try answer("revert", "my photo.jpg", "--to", "", in: scratch).words == ["1", "2"])
    try scratch.faceblur("edit", "my photo.jpg", "--exclude", first)
    #expect(try answer("edit", "my photo.jpg", "--exclude", "", in: scratch).words == Array(ids.dropFirst()))
    #expect(try answer("edit", "my photo.jpg", "--include", "", in: scratch).words == [first])
    // Also where the photo stands behind the cursor, and where the record is elsewhere.
    let behind = try BuiltCommand.run(
      ["--complete", "words", "2", "edit", "--include", "", "my photo.jpg"], in: scratch.path)
    #expect(behind.output.contains("\n\(first)\t"))
    #expect(
      try answer("edit", "my photo.jpg", "--record", "elsewhere", "--include", "", in: scratch).words.isEmpty)
    #expect(
      try answer("edit", "~/my photo.jpg", "--include", "", prefix: ["HOME=\(scratch.path)"]).words == [first]
    )
  }

  /// Nothing is said and nothing is written, whatever the record is.
  @Test func isSilentAboutRecordsThatCannotBeRead() throws {
    for record in HostileRecord.all.map(\.bytes) + [Array("nothing".utf8)] {
      let scratch = try ScratchFolder()
      try scratch.writeAstronaut("a.jpg")
      try scratch.write(record, "a.AAE")
      let before = try scratch.state()
      for words in [["edit", "a.jpg", "--exclude", ""], ["revert", "a.jpg", "--to", ""]] {
        let outcome = try BuiltCommand.run(
          ["--complete", "words", "3"] + words, prefix: ["prlimit", "--cpu=20"], in: scratch.path)
        #expect(
          outcome.output == "0 none\n" && outcome.errors.isEmpty && outcome.exitCode == 0,
          "\(record.prefix(200))")
      }
      #expect(try scratch.state() == before)
    }
  }

  /// Ids that a shell or a terminal would act on are not offered.
  @Test func offersNoIdThatAShellWouldActOn() throws {
    let scratch = try blurred()
    var record = try RecordOnDisk(scratch.read("my photo.AAE"))
    var number = 0
    try record.forgeSettings { settings in
      var regions = settings["regions"] as? [[String: Any]] ?? []
      for index in regions.indices {
        regions[index]["id"] = ["$(touch x)", "a\nb\tc"][index % 2]
        number += 1
      }
      settings["regions"] = regions
    }
    #expect(number == 2)
    try scratch.write(record.fileContent, "my photo.AAE")
    #expect(try scratch.faceblur("show", "my photo.jpg").output.contains("$(touch x)"))
    for option in ["--exclude", "--move"] {
      #expect(try answer("edit", "my photo.jpg", option, "", in: scratch).words.isEmpty)
    }
  }

  @Test(arguments: [
    [], ["words"], ["words", "1", "a"], ["words", "-1", "a"], ["words", "x", "a"], ["bash", "faceblur"],
    ["bash", "", ""], ["bash", "faceblur", ""], ["sh", "a"],
  ])
  func saysNothingToWhatIsNoQuestion(_ arguments: [String]) throws {
    let outcome = try BuiltCommand.run(["--complete"] + arguments)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty && outcome.exitCode == 0)
  }

  @Test(arguments: [
    ("faceblur ", ["faceblur", ""]), ("faceblur  ed", ["faceblur", "ed"]),
    (#"f my\ photo.jpg 'a b"c' "d \"e\$ $f" g"#, ["f", "my photo.jpg", #"a b"c"#, #"d "e$ $f"#, "g"]),
    (#"f $'a\'b\n\101\x42' 'open qu"#, ["f", "a'b\nAB", "open qu"]),
    ("f $(touch x) `y` a", ["f", "$(touch", "x)", "`y`", "a"]),
    ("f a <in 2>>out b", ["f", "a", "b"]), ("f a>out ", ["f", "a", ""]), ("f a\\\nb", ["f", "ab"]),
  ])
  func readsALineAsBashDoes(_ line: (typed: String, words: [String])) {
    let read = BashLine(Array(line.typed.utf8))
    #expect(read.words.map(\.text) == line.words)
    #expect(!read.endsInRedirection)
    #expect(BashLine(Array((line.typed + " > o").utf8)).endsInRedirection != line.typed.contains("'open"))
  }

  // MARK: In the shells

  @Test(.enabled(if: Shell.areThere, "`make test` installs the shells"), arguments: Shell.allCases)
  func completesInTheShell(_ shell: Shell) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.faceblur("blur", "a.jpg", "-o", "out/", "--record", "records")
    try scratch.write([], "notes.txt")
    func fits(_ line: String) throws -> Set<String> { try shell.offers(line, in: scratch) }
    #expect(try fits("faceblur ed").contains("edit"))
    #expect(try fits("faceblur blur --sty").contains("--style"))
    let styles = try fits("faceblur blur --style ")
    for style in ["mosaic", "blur", "fill", "pixelate"] { #expect(styles.contains(style)) }
    #expect(try fits("faceblur blur --style=fi").contains("--style=fill"))
    #expect(try fits("faceblur edit a.jpg --record records --exclude ").contains("f1"))
    #expect(try fits("faceblur edit a.jpg --record records --move ").contains("f1="))
    #expect(try fits("faceblur revert a.jpg --record records --to ").contains("1"))
    let photos = try fits("faceblur blur ")
    #expect(photos.contains("a.jpg") && photos.contains("out"))
    #expect(!photos.contains("notes.txt"))
    let folders = try fits("faceblur blur a.jpg --overlay ou")
    #expect(folders == ["out"])
    #expect(try fits("faceblur blur a.jpg --overlay=o").contains("--overlay=out"))
    #expect(try fits("faceblur scrub out -orec") == ["-orecords"])
    #expect(try !fits("faceblur blur a.jpg --json --js").contains("--json"))
    #expect(try !fits("faceblur blur a.jpg --eng").contains("--engine"))
    guard shell != .fish else { return }
    // Fish is asked about a line that ends at the cursor.
    let words = try shell.words(
      completing: "faceblur edit --record records --exclude ", before: " a.jpg", in: scratch)
    // Zsh takes the space away that stood there.
    #expect(words.dropFirst(5).first?.hasPrefix("f1") == true && words.last?.hasSuffix("a.jpg") == true)
  }

  /// The words reach the command as they are, and nothing in them is run.
  @Test(.enabled(if: Shell.areThere, "`make test` installs the shells"), arguments: Shell.allCases)
  func takesNamesForWhatTheyAre(_ shell: Shell) throws {
    let scratch = try ScratchFolder()
    let names = ["my $(touch x) photo.jpg", "my `touch x` photo.jpg", "my 'quoted' \"photo\";touch x.jpg"]
    for name in names { try scratch.writeAstronaut(name) }
    let before = try scratch.state()
    let words = try shell.words(completing: "faceblur blur my", in: scratch)
    for name in names { #expect(words.contains(name), "\(words)") }
    for name in names where shell != .fish {
      let typed = Argument(name).path?.shellWord ?? ""
      _ = try shell.words(completing: "faceblur edit \(typed) --exclude ", in: scratch)
    }
    #expect(try scratch.state() == before)
  }

  /// Fish takes what stands behind a tab for what is said of the file.
  @Test(.enabled(if: Shell.areThere, "`make test` installs the shells"))
  func offersNoPartOfANameInFish() throws {
    let scratch = try ScratchFolder()
    for name in ["my\tphoto.jpg", "my\nother.jpg", "my own.jpg"] { try scratch.writeAstronaut(name) }
    #expect(try Shell.fish.words(completing: "faceblur blur my", in: scratch) == ["my own.jpg"])
  }
}
