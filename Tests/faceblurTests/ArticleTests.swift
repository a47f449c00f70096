import Foundation
import TestSupport
import Testing

/// The code that articles show is code that is compiled and tested.
@Suite struct ArticleTests {
  private struct Text {
    let name: String
    /// Without their indentation.
    let lines: [String]

    init(_ file: URL) throws {
      name = file.lastPathComponent
      lines = try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The lines between each pair of fences.
    var codeBlocks: [[String]] {
      lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }.enumerated()
        .filter { $0.offset % 2 == 1 }.map { Array($0.element) }
    }

    func holds(_ block: [String]) -> Bool {
      lines.indices.contains { lines[$0...].starts(with: block) }
    }
  }

  private static func texts(in folder: String, _ ending: String) throws -> [Text] {
    let folder = TestPhotos.packageFolder.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == ending }.map { try Text($0) }
  }

  private static func articles() throws -> [Text] {
    try texts(in: "Sources/ImageProcessingKit/ImageProcessingKit.docc", "md")
  }

  @Test func showsOnlyCodeThatIsCompiled() throws {
    let sources =
      try Self.texts(in: "Examples", "swift") + Self.texts(in: "Tests/ImageProcessingKitTests/PPM", "swift")
    let blocks = try Self.articles().flatMap { article in article.codeBlocks.map { (article.name, $0) } }
    #expect(blocks.count > 15)
    for (article, block) in blocks {
      #expect(
        !block.isEmpty && sources.contains { $0.holds(block) },
        "\(article):\n\(block.joined(separator: "\n"))")
    }
  }

  /// Of each example an article tells, and shows some of its code.
  @Test func tellsOfEveryExample() throws {
    let articles = try Self.articles()
    for example in try Self.texts(in: "Examples", "swift") {
      let telling = articles.filter { article in
        article.lines.contains { $0.contains("`Examples/\(example.name)`") }
      }
      #expect(telling.count == 1, "\(example.name)")
      #expect(telling.allSatisfy { $0.codeBlocks.allSatisfy(example.holds) }, "\(example.name)")
    }
  }
}
