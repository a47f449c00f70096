import Foundation
import Testing

/// Foundation brings a library of 40 MB about languages and calendars: every command would begin 3 ms later and take 6 MB more. What the
/// programs need of it is in FoundationEssentials.
@Suite struct FoundationTests {
  @Test func isNeededByTestsAlone() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let files =
      FileManager.default.enumerator(at: package.appending(path: "Sources"), includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    try #require(files.count > 100)
    for file in files {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(!lines.contains { $0.hasSuffix("import Foundation") }, "\(file.lastPathComponent)")
    }
  }
}
