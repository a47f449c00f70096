import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct ModelLocatorTests {
  @Test func looksInTheDocumentedOrder() {
    let locator = ModelLocator(option: "/a", environment: "/b", executable: "/opt/x/bin/faceblur")
    #expect(
      locator.folders.prefix(5) == [
        "/a", "/b", "/opt/x/bin/models", "/opt/x/share/faceblur/models", "models",
      ])
    #expect(locator.folders.contains("/usr/share/opencv4/haarcascades"))
  }

  @Test func refusesAFileThatIsNotTheTestedOne() throws {
    let folder = try ScratchFolder()
    try folder.write([1, 2, 3], Model.yuNet.file)
    let locator = ModelLocator(
      folders: [FilePath(folder.path), FilePath(TestPhotos.modelsFolder)])
    do {
      _ = try locator.load(.yuNet)
      Issue.record("a wrong model was loaded")
    } catch {
      guard case .modelMismatch = error else {
        Issue.record("\(error)")
        return
      }
    }
    // It does not fall back to Haar silently either.
    #expect(throws: DetectionError.self) { try DetectorChoice.auto.makeDetector(models: locator) }
  }

  @Test func warnsWhereHaarStandsInForYuNet() throws {
    let folder = try ScratchFolder()
    let locator = ModelLocator(folders: [FilePath(folder.path), "/usr/share/opencv4/haarcascades"])
    let made = try DetectorChoice.auto.makeDetector(models: locator)
    #expect(made.detector.identity.name == "haar")
    #expect(made.warning?.contains("77 %") == true)
    #expect(throws: DetectionError.self) { try DetectorChoice.yunet.makeDetector(models: locator) }
  }

  @Test func refusesModelsThatCannotBeParsed() {
    let junk = LoadedModel(model: .yuNet, path: "junk.onnx", bytes: [UInt8](repeating: 65, count: 500))
    #expect(throws: DetectionError.self) { try NetworkDetector(loaded: [.yunet: junk]) }
  }
}
