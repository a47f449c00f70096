import Foundation
import Testing

/// What the library says suits every client: a page has no options to name.
@Suite struct LibraryWordsTests {
  /// An option, or a command line: `--force`, `'faceblur blur'`.
  private let word =
    #/(?:^|[ '(])(?:--[a-z]|-o\b|faceblur (?:blur|edit|show|scrub|revert|render|verify|filter|detect|review|settings|models)\b)/#

  @Test func namesNoOptionOfTheCommand() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let library = package.appending(path: "Sources/ImageProcessingKit")
    let files =
      FileManager.default.enumerator(at: library, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    try #require(files.count > 100)
    for file in files {
      for (number, line) in try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
        // Between the first and the last quotation mark: nearer is not needed.
        guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end else {
          continue
        }
        let text = line[line.index(after: start)..<end]
        #expect(text.firstMatch(of: word) == nil, "\(file.lastPathComponent):\(number + 1): \(text)")
      }
    }
  }
}
