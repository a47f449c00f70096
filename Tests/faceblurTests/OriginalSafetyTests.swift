import Foundation
import TestSupport
import Testing

/// The original is read and never written, whatever the command, whatever the path that leads to it.
@Suite struct OriginalSafetyTests {
  /// A portrait with a mode and a time that any writing would change.
  private func folderWithPortrait() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000), .posixPermissions: 0o440],
      ofItemAtPath: scratch.path("portrait.jpg"))
    return scratch
  }

  @Test func leavesTheOriginalUntouchedAfterEveryCommand() throws {
    let scratch = try folderWithPortrait()
    let before = try FileState(at: scratch.path("portrait.jpg"))
    let inode = try scratch.inode("portrait.jpg")
    let commands: [(arguments: [String], exitCode: Int32)] = [
      (["detect", "portrait.jpg", "--overlay", "look"], 0),
      (["blur", "portrait.jpg", "--dry-run", "--preview", "look"], 0),
      (["render", "portrait.jpg"], 66), (["revert", "portrait.jpg"], 66),
      (["blur", "portrait.jpg"], 0), (["blur", "portrait.jpg", "--style", "fill", "--force"], 0),
      (["blur", "portrait.jpg", "-o", "portrait.jpg", "--force"], 73),
      (["show", "portrait.jpg"], 0), (["show", "portrait.jpg", "--json"], 0),
      (["render", "portrait.jpg"], 0), (["render", "portrait.jpg", "-o", "copy.jpg"], 0),
      (["render", "portrait.jpg", "-o", "portrait.jpg", "--force"], 73),
      (["blur", "portrait.jpg", "-o", "look", "--preview", ".", "--overlay", "."], 0),
      (["revert", "portrait.jpg"], 0), (["blur", "portrait.jpg", "--detector", "none"], 64),
    ]
    for command in commands {
      let outcome = try BuiltCommand.run(command.arguments, in: scratch.path)
      #expect(outcome.exitCode == command.exitCode, "\(command.arguments): \(outcome.errors)")
      #expect(try FileState(at: scratch.path("portrait.jpg")) == before, "\(command.arguments)")
      #expect(try scratch.inode("portrait.jpg") == inode, "\(command.arguments)")
    }
  }

  /// Ways to lead an output to the original.
  enum Detour: CaseIterable {
    case samePath, dots, symbolicLink, symbolicFolder, hardLink, absolutePath, folder

    func output(to photo: String, in scratch: ScratchFolder) throws -> String {
      switch self {
      case .samePath: return photo
      case .dots:
        try scratch.makeFolder("x")
        return "./x/../\(photo)"
      case .symbolicLink:
        try scratch.link("link.jpg", to: photo)
        return "link.jpg"
      case .symbolicFolder:
        try scratch.link("here", to: ".")
        return "here/\(photo)"
      case .hardLink:
        try FileManager.default.linkItem(atPath: scratch.path(photo), toPath: scratch.path("hard.jpg"))
        return "hard.jpg"
      case .absolutePath: return scratch.path(photo)
      case .folder: return "."
      }
    }
  }

  @Test(arguments: Detour.allCases, ["--force", "-q"])
  func refusesAnOutputThatIsTheOriginal(_ detour: Detour, _ option: String) throws {
    let scratch = try folderWithPortrait()
    let output = try detour.output(to: "portrait.jpg", in: scratch)
    let name = output == "." ? "portrait.jpg" : output
    try scratch.expectFailure(73, naming: name, "blur", "portrait.jpg", "-o", output, option)
  }

  @Test(arguments: Detour.allCases.filter { $0 != .folder })
  func refusesToRenderAgainOverTheOriginal(_ detour: Detour) throws {
    let scratch = try folderWithPortrait()
    try scratch.faceblur("blur", "portrait.jpg")
    let output = try detour.output(to: "portrait.jpg", in: scratch)
    try scratch.expectFailure(73, naming: output, "render", "portrait.jpg", "-o", output, "--force")
  }

  @Test func refusesTheOriginalAsOutputWhereThePhotoWasNamedByALink() throws {
    let scratch = try folderWithPortrait()
    try scratch.makeFolder("links")
    try scratch.link("links/linked.jpg", to: "../portrait.jpg")
    try scratch.expectFailure(
      73, naming: "portrait.jpg", "blur", "links/linked.jpg", "-o", "portrait.jpg", "--force")
  }

  // One photo's output must not be another photo of the same run either.
  @Test func refusesAnOutputThatIsAnotherPhotoOfTheRun() throws {
    let scratch = try folderWithPortrait()
    try scratch.writeGraceHopper("sub/portrait.jpg")
    let before = try FileState(at: scratch.path("sub/portrait.jpg"))
    // The second photo is refused, too: its own folder is where it would go.
    let outcome = try scratch.attempt(
      "blur", "portrait.jpg", "sub/portrait.jpg", "-o", "sub", "--force")
    #expect(outcome.exitCode == 73)
    #expect(try FileState(at: scratch.path("sub/portrait.jpg")) == before)
    #expect(try scratch.names() == ["portrait.jpg", "sub", "sub/portrait.jpg"])
  }

  @Test(arguments: ["--preview", "--overlay"])
  func refusesADisplayPictureThatIsAPhotoOfTheRun(_ option: String) throws {
    let scratch = try folderWithPortrait()
    let name = "portrait_\(option.dropFirst(2)).jpg"
    try scratch.writeGraceHopper(name)
    let before = try FileState(at: scratch.path(name))
    let outcome = try scratch.attempt(
      "blur", "portrait.jpg", name, "--dry-run", option, ".", "--force")
    #expect(outcome.exitCode == 1)
    #expect(try FileState(at: scratch.path(name)) == before)
  }

  @Test func waitsForNobodyWhereAnotherProcessEditsThePhoto() throws {
    let scratch = try folderWithPortrait()
    try scratch.expectFailure(
      73, naming: "portrait.jpg", "blur", "portrait.jpg", prefix: ["flock", "portrait.jpg"])
  }
}
