import Foundation
import TestSupport
import Testing

/// `--anonymous-names`: which render is whose, only the record tells.
@Suite struct AnonymousNameTests {
  /// The names of the JPEGs in a folder of a scratch folder, without the originals.
  private func renders(_ scratch: ScratchFolder, in folder: String = "") throws -> Set<String> {
    try scratch.names().filter { name in
      name.hasPrefix(folder) && name.hasSuffix(".jpg") && !["portrait.jpg", "admiral.jpg"].contains(name)
    }
  }

  private func isAnonymous(_ path: String) -> Bool {
    let name = URL(filePath: path).lastPathComponent
    return name.wholeMatch(of: /[0-9a-f]{16}\.jpg/) != nil
  }

  @Test(arguments: ["", "web/"])
  func areSixteenHexadecimalDigits(folder: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.writeGraceHopper()
    let option = folder.isEmpty ? [] : ["-o", folder]
    let outcome = try BuiltCommand.run(
      ["blur", "portrait.jpg", "admiral.jpg", "--anonymous-names", "--json"] + option, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let names = try renders(scratch, in: folder)
    #expect(names.count == 2 && names.allSatisfy(isAnonymous), "\(names)")
    #expect(Set(try outcome.photos().compactMap(\.outputs.render)) == names)
  }

  @Test func standInTheRecordAndNowhereInTheFolder() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--anonymous-names", "-o", "web/")
    let render = try #require(try renders(scratch, in: "web/").first)
    let record = try RecordOnDisk(scratch.read("portrait.AAE"))
    #expect(String(decoding: try record.json, as: UTF8.self).contains(render.dropFirst("web/".count)))
    for name in try scratch.names() where name.hasPrefix("web/") {
      #expect(!name.contains("portrait"))
      #expect(try !ByteSearch.contains(scratch.read(name), Array("portrait".utf8)))
    }
    #expect(try scratch.names().filter { $0.hasPrefix("web/") } == [render])
  }

  @Test(arguments: ["", "web/"])
  func stayTheSameWhereAPhotoIsBlurredAgain(folder: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let option = folder.isEmpty ? [] : ["-o", folder]
    let command = ["blur", "portrait.jpg", "--anonymous-names"]
    try BuiltCommand.run(command + option, in: scratch.path)
    let first = try renders(scratch, in: folder)
    let render = try #require(first.first)
    let before = try scratch.digest(render)
    for cells in ["12", "3"] {
      let again = try BuiltCommand.run(command + ["--cells", cells] + option, in: scratch.path)
      #expect(again.exitCode == 0, "\(again.errors)")
      #expect(try renders(scratch, in: folder) == first)
      #expect(try (scratch.digest(render) == before) == (cells == "12"))
    }
  }

  // As the shell's *.jpg does: the render of the first run is among the photos of the second.
  @Test func areLeftOutWhereTheyAreNamedBesideTheirPhotos() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--anonymous-names")
    let before = try scratch.names()
    let photos = before.filter { $0.hasSuffix(".jpg") }.sorted()
    let outcome = try BuiltCommand.run(["blur", "--anonymous-names"] + photos, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("left out"))
    #expect(try scratch.names() == before)
  }

  @Test(arguments: ["", "web/"])
  func areTakenBack(folder: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let before = try scratch.state()
    let option = folder.isEmpty ? [] : ["-o", folder]
    try BuiltCommand.run(["blur", "portrait.jpg", "--anonymous-names"] + option, in: scratch.path)
    try #require(try scratch.state() != before)
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.state() == before)
  }

  @Test func leaveNothingToChooseForANameOfOnesOwn() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.expectFailure(
      64, naming: "--anonymous-names", "blur", "portrait.jpg", "--anonymous-names", "-o", "web/mine.jpg")
  }
}
