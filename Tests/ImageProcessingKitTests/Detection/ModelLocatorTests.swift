import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Models: those of the program are the tested files, and a folder that replaces them holds the tested files or is refused.
@Suite struct ModelLocatorTests {
  @Test func theProgramHoldsTheTestedNetworks() throws {
    #expect(Set(CompiledModel.all.map(\.model)) == Set(NetworkKind.allCases.map(\.model)))
    for kind in NetworkKind.allCases {
      let loaded = try ModelLocator().load(kind.model)
      #expect(loaded.path == nil)
      #expect(loaded.sha256 == kind.model.sha256)
    }
    for compiled in CompiledModel.all {
      #expect(compiled.license.contains("Copyright (c)") && compiled.license.contains("Permission is hereby"))
    }
  }

  @Test func aFolderReplacesThem() throws {
    let locator = ModelLocator(folder: FilePath(TestPhotos.modelsFolder))
    for kind in NetworkKind.allCases {
      let loaded = try locator.load(kind.model)
      #expect(loaded.path == FilePath(TestPhotos.modelsFolder).appending(FilePath(kind.model.file)))
      #expect(loaded.sha256 == kind.model.sha256)
    }
    let picture = try TestPhotos.group().picture
    let own = try NetworkDetector()
    let replaced = try NetworkDetector(models: locator)
    #expect(try own.faces(in: picture) == replaced.faces(in: picture))
    #expect(own.identity == replaced.identity)
  }

  /// Neither another network, nor Haar, nor what is part of the program stands in for what the folder lacks.
  @Test(arguments: [DetectorChoice.networks, .yunet, .centerface, .haar], DetectionEffort.allCases)
  func aFolderThatLacksAModelIsRefused(choice: DetectorChoice, effort: DetectionEffort) throws {
    let folder = try ScratchFolder()
    let empty = ModelLocator(folder: FilePath(folder.path))
    #expect(throws: FaceBlurError.self) { try choice.makeDetector(models: empty, effort: effort) }
  }

  @Test(arguments: DetectionEffort.allCases)
  func aFolderWithOneNetworkServesOnlyWhoAsksForNoOther(effort: DetectionEffort) throws {
    let folder = try ScratchFolder()
    let original = TestPhotos.modelsFolder + "/" + Model.yuNet.file
    try folder.write([UInt8](try Data(contentsOf: URL(filePath: original))), Model.yuNet.file)
    let models = ModelLocator(folder: FilePath(folder.path))
    #expect(try DetectorChoice.yunet.makeDetector(models: models, effort: effort).identity.name == "yunet")
    if effort == .fast {
      #expect(
        try DetectorChoice.networks.makeDetector(models: models, effort: effort).identity.name == "yunet")
    } else {
      #expect(throws: FaceBlurError.self) {
        try DetectorChoice.networks.makeDetector(models: models, effort: effort)
      }
    }
  }

  @Test func refusesAFileThatIsNotTheTestedOne() throws {
    let folder = try ScratchFolder()
    try folder.write([1, 2, 3], Model.yuNet.file)
    do {
      _ = try ModelLocator(folder: FilePath(folder.path)).load(.yuNet)
      Issue.record("a wrong model was loaded")
    } catch {
      #expect(error.kind == .modelUnusable)
      #expect(error.reason.contains("is not the tested file"))
    }
  }

  @Test func refusesModelsThatCannotBeParsed() {
    let junk = LoadedModel(model: .yuNet, path: "junk.onnx", bytes: [UInt8](repeating: 65, count: 500))
    #expect(throws: FaceBlurError.self) { try NetworkDetector(loaded: [.yunet: junk]) }
  }
}
