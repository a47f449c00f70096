import Foundation
import TestSupport
import Testing

/// The networks are part of the command: nothing can be missing, and what a folder replaces is never passed over.
@Suite struct ModelTests {
  private static let yunet = "face_detection_yunet_2023mar.onnx"
  private static let centerface = "centerface.onnx"

  private func model(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: TestPhotos.modelsFolder).appending(path: name)))
  }

  private func folderWithPortrait() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.makeFolder("models elsewhere")
    return scratch
  }

  @Test func theCommandIsOneFileThatLooksWithBothNetworksFromAnyFolder() throws {
    let scratch = try ScratchFolder()
    try FileManager.default.copyItem(atPath: BuiltCommand.path, toPath: scratch.path("faceblur"))
    try scratch.writeAstronaut()
    let outcome = try BuiltCommand.run(
      ["blur", scratch.path("portrait.jpg"), "--json", "--effort", "normal"], of: scratch.path("faceblur"),
      in: "/")
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let photo = try #require(try outcome.photos().first)
    #expect(photo.detector == "yunet+centerface" && photo.faces.count == 1 && photo.warnings.isEmpty)
    #expect(
      try scratch.names() == ["faceblur", "portrait.jpg", "portrait.AAE", "portrait_edited.jpg"])
  }

  @Test(arguments: [["blur"], ["detect"], ["verify"], ["scrub", "-o", "out"]], [true, false])
  func refusesAFolderThatIsNotThere(command: [String], byVariable: Bool) throws {
    let scratch = try folderWithPortrait()
    let words = command + [command[0] == "scrub" ? "." : "portrait.jpg"]
    try scratch.expectFailure(
      69, naming: "/nonexistent", words + (byVariable ? [] : ["--models", "/nonexistent"]),
      models: byVariable ? "/nonexistent" : nil)
  }

  @Test(arguments: ["normal", "thorough", "maximum"], [yunet, centerface])
  func refusesAFolderWithOneNetworkWhereBothAreAsked(effort: String, only: String) throws {
    let scratch = try folderWithPortrait()
    try scratch.write(try model(only), "models elsewhere/\(only)")
    try scratch.expectFailure(
      69, naming: only == Self.yunet ? Self.centerface : Self.yunet, "blur", "portrait.jpg", "--effort",
      effort,
      "--models", "models elsewhere")
  }

  @Test func takesAFolderWithTheNetworkThatIsAskedAlone() throws {
    let scratch = try folderWithPortrait()
    try scratch.write(try model(Self.yunet), "models elsewhere/\(Self.yunet)")
    let photo = try #require(
      try scratch.faceblur(
        "detect", "portrait.jpg", "--json", "--detector", "yunet", "--models", "models elsewhere"
      ).photos().first)
    #expect(photo.detector == "yunet" && photo.faces.count == 1)
  }

  @Test(arguments: [yunet, centerface])
  func refusesAModelThatIsNotTheTestedOne(_ changed: String) throws {
    let scratch = try folderWithPortrait()
    for name in [Self.yunet, Self.centerface] {
      try scratch.write(try model(name) + (name == changed ? [0] : []), "models elsewhere/\(name)")
    }
    try scratch.expectFailure(
      69, naming: changed, "blur", "portrait.jpg", "--effort", "normal",
      models: scratch.path("models elsewhere"))
  }

  @Test func theOptionComesBeforeTheVariable() throws {
    let scratch = try folderWithPortrait()
    try scratch.faceblur(
      "detect", "portrait.jpg", "--models", TestPhotos.modelsFolder, models: scratch.path("models elsewhere"))
    try scratch.expectFailure(
      69, naming: "models elsewhere", "detect", "portrait.jpg", "--models", "models elsewhere",
      models: TestPhotos.modelsFolder)
    // Set but empty means not set.
    try scratch.faceblur("detect", "portrait.jpg", models: "")
  }

  /// Whoever looks with Haar has said so by name; nothing falls back to it.
  @Test func looksWithHaarOnlyByName() throws {
    let scratch = try folderWithPortrait()
    let photo = try #require(
      try scratch.faceblur("detect", "portrait.jpg", "--json", "--detector", "haar").photos().first)
    #expect(photo.detector == "haar")
    try scratch.expectFailure(
      69, naming: "haarcascade", "detect", "portrait.jpg", "--detector", "haar", "--models",
      "models elsewhere")
  }

  @Test func listsTheModels() throws {
    let scratch = try folderWithPortrait()
    let outcome = try scratch.faceblur("models")
    for name in [Self.yunet, Self.centerface, "haarcascade_frontalface_alt2.xml"] {
      #expect(outcome.output.contains(name))
    }
    #expect(outcome.output.components(separatedBy: "part of the command").count == 3)
    let replaced = try scratch.faceblur("models", models: TestPhotos.modelsFolder)
    #expect(!replaced.output.contains("part of the command"))
    #expect(replaced.output.contains(TestPhotos.modelsFolder + "/" + Self.centerface))
    let without = try scratch.attempt("models", models: scratch.path("models elsewhere"))
    #expect(without.exitCode == 69)
    #expect(without.output.contains("models elsewhere"))
  }

  @Test func printsTheLicencesOfWhatItContains() throws {
    let output = try BuiltCommand.run(["models", "--licences"]).output
    for text in [Self.yunet, "Shiqi Yu", Self.centerface, "Star-Clouds", "\nPermission is hereby granted"] {
      #expect(output.contains(text))
    }
  }
}
