import Foundation
import TestSupport
import Testing

/// What needs OpenCV is a library of its own. Without it everything else works; with another one nothing of it does.
@Suite struct OpenCVLibraryTests {
  private static let library = "libfaceblur-opencv.so"
  /// What cannot do without it, and what each would leave behind.
  private static let uses = [
    ["blur", "portrait.jpg", "--detector", "haar"], ["blur", "portrait.jpg", "--overlay", "overlays"],
    ["blur", "portrait.jpg", "--dry-run", "--overlay", "overlays"],
    ["detect", "portrait.jpg", "--overlay", "overlays"], ["detect", "portrait.jpg", "--detector", "haar"],
    ["detect", "portrait.jpg", "--engine", "opencv"],
    ["edit", "portrait.jpg", "--add", "1,2,30,40", "--overlay", "overlays"],
    ["scrub", ".", "-o", "out", "--detector", "haar"],
  ]

  /// A folder with a photo, and another one with the command.
  private struct Place {
    let photos: ScratchFolder
    let programs: ScratchFolder

    /// The command alone.
    init() throws {
      photos = try ScratchFolder()
      programs = try ScratchFolder()
      try photos.writeAstronaut()
      try copy("faceblur", to: "bin/faceblur")
    }

    /// Copies something that was built.
    func copy(_ name: String, to target: String) throws {
      let path = programs.path(target)
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: BuiltCommand.program(name), toPath: path)
    }

    /// Puts a library of the test's own beside the command.
    func build(_ source: String) throws {
      try CompiledLibrary.build(
        try programs.write(Array(source.utf8), "library.c"), programs.path("bin/\(library)"))
    }

    func expectRefusal(_ words: [String], naming name: String, prefix: [String] = []) throws {
      let before = try photos.state()
      let outcome = try BuiltCommand.run(
        words, of: programs.path("bin/faceblur"), prefix: prefix, in: photos.path)
      #expect(outcome.exitCode == 69, "\(outcome.errors)")
      outcome.expectOneErrorLine(naming: name)
      #expect(try photos.state() == before, "something was left behind or changed")
    }

    func expectWork(of command: String = "bin/faceblur") throws {
      let outcome = try BuiltCommand.run(
        ["detect", "portrait.jpg", "--detector", "haar", "--json", "--overlay", "overlays"],
        of: programs.path(command), in: photos.path)
      #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(try outcome.photos().first?.faces.isEmpty == false)
      #expect(try !photos.read("overlays/portrait_overlay.jpg").isEmpty)
    }
  }

  @Test(arguments: uses)
  func endsBeforeAnythingIsWrittenWithoutTheLibrary(_ words: [String]) throws {
    let place = try Place()
    try place.expectRefusal(words, naming: place.programs.path("bin/\(Self.library)"))
    try place.expectRefusal(words, naming: place.programs.path("lib/faceblur/\(Self.library)"))
  }

  @Test(arguments: [["blur", "portrait.jpg"], ["--version"], ["models"]])
  func loadsNothingOfOpenCVWhereItIsNotNeeded(_ words: [String]) throws {
    let outcome = try BuiltCommand.run(words, prefix: ["LD_TRACE_LOADED_OBJECTS=1"])
    #expect(outcome.output.contains("libjpeg") && !outcome.output.contains("opencv"))
  }

  @Test(arguments: ["bin", "lib/faceblur"])
  func findsTheLibraryWhereverTheFoldersAreMoved(_ folder: String) throws {
    let place = try Place()
    try place.copy(Self.library, to: "\(folder)/\(Self.library)")
    try place.expectWork()
    for name in ["moved", "other"] { try place.programs.makeFolder(name) }
    for name in try FileManager.default.contentsOfDirectory(atPath: place.programs.path)
    where ["bin", "lib"].contains(name) {
      try FileManager.default.moveItem(
        atPath: place.programs.path(name), toPath: place.programs.path("moved/\(name)"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: place.programs.path("other/faceblur"), withDestinationPath: "../moved/bin/faceblur")
    try FileManager.default.removeItem(atPath: place.photos.path("overlays"))
    try place.expectWork(of: "other/faceblur")
  }

  @Test func looksNeitherInTheWorkingFolderNorWhereTheLinkerWould() throws {
    let place = try Place()
    try FileManager.default.copyItem(
      atPath: BuiltCommand.program(Self.library), toPath: place.photos.path(Self.library))
    for folder in [".", place.photos.path] {
      try place.expectRefusal(
        Self.uses[0], naming: Self.library, prefix: ["LD_LIBRARY_PATH=\(folder)"])
    }
  }

  @Test(arguments: uses)
  func refusesAFileThatIsNoLibrary(_ words: [String]) throws {
    let place = try Place()
    try place.programs.write(Array("junk".utf8), "bin/\(Self.library)")
    // The one that would do is not taken in its place.
    try place.copy(Self.library, to: "lib/faceblur/\(Self.library)")
    try place.expectRefusal(words, naming: place.programs.path("bin/\(Self.library)"))
  }

  @Test(arguments: [
    ("int other(void) { return 1; }", "another library"),
    (
      "static const int abi[64] = {1000}; const int *faceblur_opencv_functions(void) { return abi; }",
      "of version 1000"
    ),
  ])
  func refusesALibraryThatIsNotOfThisVersion(source: String, reason: String) throws {
    let place = try Place()
    try place.build(source)
    try place.expectRefusal(Self.uses[0], naming: reason)
    try place.expectRefusal(Self.uses[1], naming: place.programs.path("bin/\(Self.library)"))
  }

  /// Workers give up the right to open it before they read photos.
  @Test(arguments: ["1", "2"]) func scrubsWithHaarCascades(jobs: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.writeGraceHopper("photos/admiral.jpg")
    let outcome = try BuiltCommand.run(
      ["scrub", "photos", "-o", "out", "--detector", "haar", "--jobs", jobs], in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let report = try scratch.report()
    #expect(report.count == 2 && report.values.allSatisfy { $0.status == "done" && $0.faces > 0 })
  }
}
