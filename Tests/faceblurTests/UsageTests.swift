import TestSupport
import Testing

/// Wrong use: exit code 64 and one line that says what to type instead.
@Suite struct UsageTests {
  @Test(arguments: [
    ([], "faceblur --help"),
    (["blurr", "portrait.jpg"], "faceblur blur"),
    (["frobnicate"], "faceblur --help"),
    (["blur"], "faceblur blur PHOTO"),
    (["detect", "--json"], "faceblur detect PHOTO"),
    (["show"], "faceblur show PHOTO"),
    (["show", "portrait.jpg", "--record", "none"], "leave --record none out"),
    (["portrait.jpg"], "faceblur blur portrait.jpg"),
    (["missing.jpeg"], "faceblur blur missing.jpeg"),
    (["."], "faceblur scrub . -o TARGET"),
    (["blur", "portrait.jpg", "-qz"], "no option -z"),
    (["blur", "portrait.jpg", "-qo"], "-o FILE|DIR"),
    (["models", "portrait.jpg"], "faceblur models"),
    (["settings", "portrait.jpg"], "faceblur settings"),
    (["settings", "--reset", "colour"], "style, shape, cells, margin, metadata, effort or all"),
    (["settings", "--cells", "25"], "1 to 24"),
    (["settings", "--style", "pixelate", "--cells", "7", "--weaker"], "--cells 6 or less"),
    (["render", "portrait.jpg", "--weaker"], "faceblur render --help"),
    (["--scrub-worker", "photos", "-o", "out"], "--scrub-worker"),
    (["blur", "portrait.jpg", "--stile", "fill"], "--style"),
    (["blur", "portrait.jpg", "--overlayy", "x"], "--overlay"),
    (["blur", "portrait.jpg", "--frobnicate"], "faceblur blur --help"),
    (["render", "portrait.jpg", "--style", "fill"], "faceblur render --help"),
    (["blur", "portrait.jpg", "-o"], "-o FILE|DIR"),
    (["detect", "portrait.jpg", "--overlay", "-o", "out"], "--overlay=-o"),
    (["blur", "portrait.jpg", "-o", "--json"], "-o FILE|DIR"),
    (["blur", "portrait.jpg", "--cells"], "--cells N"),
    (["blur", "portrait.jpg", "--cells", "25"], "1 to 24"),
    (["blur", "portrait.jpg", "--cells", "0"], "1 to 24"),
    (["blur", "portrait.jpg", "--cells=six"], "1 to 24"),
    (["blur", "portrait.jpg", "--style", "pixelate", "--cells", "7"], "--cells 6 or less"),
    (["blur", "portrait.jpg", "--margin", "0.9"], "1.0 to 4.0"),
    (["blur", "portrait.jpg", "--margin", "nan"], "1.0 to 4.0"),
    (["blur", "portrait.jpg", "--threshold", "1.1"], "0.0 to 1.0"),
    (["blur", "portrait.jpg", "--style", "swirl"], "mosaic or blur or fill or pixelate"),
    (["blur", "portrait.jpg", "--detector", "human"], "networks or yunet or centerface or haar"),
    (["blur", "portrait.jpg", "--force=yes"], "--force"),
    (["blur", "portrait.jpg", "--style", "fill", "--style", "mosaic"], "once"),
    (["blur", "portrait.jpg", "-o", "file.png"], "file.png.jpg"),
    (["render", "portrait.jpg", "-o", "file.png"], "file.png.jpg"),
    (["blur", "portrait.jpg", "-o", ""], "-o"),
    (["blur", ""], "faceblur blur --help"),
    (["edit"], "faceblur edit PHOTO"),
    (["edit", "portrait.jpg"], "--add X,Y,W,H"),
    (["edit", "portrait.jpg", "--dry-run"], "--add X,Y,W,H"),
    (["edit", "portrait.jpg", "other.jpg", "--redetect"], "faceblur edit PHOTO"),
    (["edit", "portrait.jpg", "--add"], "--add X,Y,W,H"),
    (["edit", "portrait.jpg", "--add", "1,2,3"], "10%,20%,5%,8%"),
    (["edit", "portrait.jpg", "--add", "1,2,3,4,5"], "10%,20%,5%,8%"),
    (["edit", "portrait.jpg", "--add", "1,2,0,4"], "above 0"),
    (["edit", "portrait.jpg", "--add", "1,2,3,-4"], "above 0"),
    (["edit", "portrait.jpg", "--add", "1,2,3,nan"], "10%,20%,5%,8%"),
    (["edit", "portrait.jpg", "--add", "1e999,2,3,4"], "10%,20%,5%,8%"),
    (["edit", "portrait.jpg", "--add", "1%,2%,3,4"], "10%,20%,5%,8%"),
    (["edit", "portrait.jpg", "--add", "1,2,3,4", "--add", "a,b,c,d"], "a,b,c,d"),
    (["edit", "portrait.jpg", "--add", "1,2,3,4@1-2"], "type '--add 1,2,3,4'"),
    (["edit", "portrait.jpg", "--add", "1,2,3,4@2-1"], "'@TIME-TIME' with the earlier one first"),
    (["edit", "portrait.jpg", "--add", "1,2,3,4", "--audio", "drop"], "leave --audio out"),
    (["edit", "portrait.jpg", "--exclude", ""], "such as f1"),
    (["edit", "portrait.jpg", "--move", "f1"], "--move takes"),
    (["edit", "portrait.jpg", "--move", "=1,2,3,4"], "--move takes"),
    (["edit", "portrait.jpg", "--style", "fill", "--style", "fill"], "once"),
    (["edit", "portrait.jpg", "--redetect", "--metadata", "none"], "faceblur edit --help"),
    (["blur", "portrait.jpg", "other.jpg", "-o", "there.jpg"], "'-o DIR/'"),
    (["blur", "portrait.jpg", "-o", "x.jpg", "--record", "x.jpg"], "'--record DIR'"),
    (["blur", "portrait.jpg", "-o", "x.jpg", "--record", "./x.jpg"], "'--record DIR'"),
    (["blur", "portrait.jpg", "-o", "x.jpg", "--preview", "x.jpg"], "'--preview DIR'"),
  ])
  func saysInOneLineWhatToTypeInstead(_ use: (arguments: [String], advice: String)) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.writeGraceHopper("other.jpg")
    try scratch.write(Array("already".utf8), "there.jpg")
    let before = try scratch.state()
    let outcome = try BuiltCommand.run(use.arguments, in: scratch.path)
    #expect(outcome.exitCode == 64)
    #expect(outcome.output.isEmpty)
    outcome.expectOneErrorLine(naming: use.advice)
    #expect(try scratch.state() == before)
  }

  @Test func takesValuesBehindAnEqualsSignToo() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--style=fill", "-o=a=b.jpg")
    #expect(try scratch.names() == ["portrait.jpg", "a=b.jpg", "portrait.AAE"])
  }

  /// As getopt reads them.
  @Test(arguments: [
    ["-qo", "there/"], ["-qothere/"], ["-othere/", "-q"], ["-qo=there/"], ["-o", "there/", "-q"],
  ])
  func takesShortOptionsInOneWord(_ options: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try BuiltCommand.run(["blur", "portrait.jpg"] + options, in: scratch.path)
    #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(try scratch.names() == ["portrait.jpg", "portrait.AAE", "there", "there/portrait.jpg"])
  }

  @Test(arguments: ["blur", "detect", "edit", "filter", "render"])
  func saysHowAFolderIsScrubbed(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("school/portrait.jpg")
    let options = ["edit": ["--add", "1,2,30,40"], "filter": ["--sepia", "0.5"]][command] ?? []
    try scratch.expectFailure(65, naming: "'faceblur scrub school -o TARGET'", [command, "school"] + options)
  }

  @Test func everythingBehindTwoDashesIsAPhoto() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("--help")
    let outcome = try scratch.faceblur("detect", "--json", "--", "--help")
    #expect(try outcome.photos().first?.faces.count == 1)
  }
}

@Suite struct HelpTests {
  private static let options = [
    "blur": [
      "-o", "--style", "--cells", "--margin", "--threshold", "--detector", "--preview", "--overlay", "--json",
      "--dry-run", "--force", "-q", "-v",
    ],
    "edit": [
      "--add", "--exclude", "--include", "--move", "--redetect", "--style", "--shape", "--cells", "--margin",
      "--threshold", "--effort", "--detector", "--models", "--preview", "--overlay", "--json",
      "--dry-run", "--max-pixels", "--force", "-q", "-v",
    ],
    "review": ["--port", "--no-open", "--idle-minutes", "--check", "--state", "--force", "--style", "-q"],
    "selftest": ["--all", "--json", "--no-sandbox", "-q"],
    "detect": ["--json", "--overlay"], "show": ["--json"], "render": ["-o"], "revert": [], "models": [],
    "settings": [
      "--style", "--shape", "--cells", "--margin", "--metadata", "--effort", "--reset", "--weaker", "--json",
    ],
  ]

  @Test(arguments: options.keys.sorted())
  func helpListsEveryOptionOfACommand(_ command: String) throws {
    for arguments in [[command, "--help"], [command, "-h"], ["help", command]] {
      let outcome = try BuiltCommand.run(arguments)
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.output.contains("Usage: faceblur \(command)"))
      let words = Set(outcome.output.split { " ,\n".contains($0) }.map(String.init))
      for option in Self.options[command] ?? [] { #expect(words.contains(option), "\(option)") }
    }
  }

  @Test(arguments: [["-qh"], ["-hq"], ["portrait.jpg", "-rqh", "-o", "there/"]])
  func helpIsFoundAmongShortOptionsOfOneWord(_ words: [String]) throws {
    let outcome = try BuiltCommand.run(["blur"] + words)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("Usage: faceblur blur"))
  }

  /// Behind an option that has one, the letter is its value.
  @Test func helpIsNoValue() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.makeFolder("h")
    try scratch.faceblur("blur", "portrait.jpg", "-qoh")
    #expect(try scratch.names().contains("h/portrait.jpg"))
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func helpListsEveryCommandAndExitCode(_ arguments: [String]) throws {
    let outcome = try BuiltCommand.run(arguments)
    #expect(outcome.exitCode == 0)
    for command in Self.options.keys { #expect(outcome.output.contains("\n  \(command) "), "\(command)") }
    for code in [0, 1, 64, 65, 66, 69, 70, 73] { #expect(outcome.output.contains(" \(code) "), "\(code)") }
  }

  /// Words longer than a line, such as a list of values, have a line of their own.
  @Test(arguments: [["--help"]] + commands.map { [$0, "--help"] })
  func helpFitsATerminal(_ arguments: [String]) throws {
    let lines = try BuiltCommand.run(arguments).output.split(separator: "\n")
    for line in lines { #expect(line.count <= 80, "\(line)") }
    #expect(!lines.contains("Other options:"), "an option stands under no heading")
  }

  private static let commands = [
    "blur", "scrub", "review", "detect", "edit", "filter", "show", "render", "revert", "verify", "models",
    "settings", "selftest",
  ]

  @Test(arguments: ["--version", "-V"]) func printsItsVersion(_ option: String) throws {
    let outcome = try BuiltCommand.run([option])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.wholeMatch(of: /faceblur \d+\.\d+\.\d+\n/) != nil)
  }

  /// A command that works on no photos tells no object of one.
  @Test(arguments: ["settings", "models", "selftest"])
  func saysOfNoPhotosWhatIsTold(_ command: String) throws {
    let help = try BuiltCommand.run([command, "--help"]).output
    #expect(help.contains("--json") && !help.contains("per photo"), "\(help)")
  }
}
