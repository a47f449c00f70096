import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a format writes has not been proven yet, so nobody but Rendering may ask for it.
@Suite struct UnprovenRenderTests {
  private static let names = ["renderUnproven", "toneUnproven"]

  @Test func onlyRenderingAsksFormatsForBytes() throws {
    let sources = TestPhotos.packageFolder.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter {
      $0.hasSuffix(".swift")
    }
    var rooms: Set<String> = []
    for file in files {
      let code = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      guard Self.names.contains(where: { code.contains("\($0)(") }) else { continue }
      let parts = file.split(separator: "/")
      rooms.insert(parts[0] == "ImageProcessingKit" ? String(parts[1]) : file)
    }
    #expect(rooms == ["Photos", "Rendering"])
  }
}
