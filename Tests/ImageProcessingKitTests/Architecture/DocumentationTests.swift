import Foundation
import TestSupport
import Testing

/// What the pages name is there: links, and the code and the tests by which the threat model shows its promises.
@Suite struct DocumentationTests {
  private static let package = TestPhotos.packageFolder
  private static let threatModel = "Documentation/threat-model.md"

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: package.appending(path: path).path)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The pages that people read, by their paths in the package.
  private static func pages() throws -> [String] {
    let folder = package.appending(path: "Documentation")
    return ["README.md", "CHANGELOG.md"]
      + (try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 })
  }

  /// What stands between two strokes of code: a name, a path, a command.
  private static func codeSpans(of text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// What links to the headings of a page end in, as GitHub makes them.
  private static func anchors(of page: String) -> Set<String> {
    Set(
      page.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased().filter {
          $0.isLetter || $0.isNumber || "-_ ".contains($0)
        }.replacing(" ", with: "-")
      })
  }

  @Test func everyLinkLeadsSomewhere() throws {
    var count = 0
    for page in try Self.pages() {
      for link in try Self.text(page).matches(of: /\]\(([^)\s]+)\)/).map({ String($0.1) })
      where !link.contains("://") {
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        let target = parts[0].isEmpty ? page : folder + parts[0]
        #expect(Self.exists(target), "\(page) leads to \(link)")
        guard parts.count > 1, Self.exists(target) else { continue }
        #expect(
          Self.anchors(of: try Self.text(target)).contains(String(parts[1])), "\(page) leads to \(link)")
      }
    }
    #expect(count > 50)
  }

  @Test func codeThatTheThreatModelNamesIsThere() throws {
    let endings = [".swift", ".c", ".h", ".md"]
    let paths = Self.codeSpans(of: try Self.text(Self.threatModel)).filter { span in
      !span.contains(" ") && (span.contains("/") || endings.contains { span.hasSuffix($0) })
    }
    #expect(paths.count > 50)
    for path in paths {
      #expect(Self.exists(path) || Self.exists("Sources/ImageProcessingKit/" + path), "\(path)")
    }
  }

  @Test func everyPromiseOfTheThreatModelIsShownByTestsOrSaidNotToBe() throws {
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: Self.package.appending(path: "Tests").path
    )
    .filter { $0.hasSuffix("Tests.swift") }
    var suites: Set<String> = []
    for file in files {
      suites.formUnion(
        try Self.text("Tests/" + file).matches(of: /@Suite(?:\(.*\))?\s+struct (\w+)/).map { String($0.1) })
    }
    #expect(suites.count > 150)
    let rows = try Self.text(Self.threatModel).split(separator: "\n").filter {
      $0.hasPrefix("|") && !$0.hasPrefix("|---") && !$0.hasPrefix("| promise |")
    }
    #expect(rows.count > 40)
    for row in rows {
      let cells = row.split(separator: "|")
      #expect(cells.count == 3, "\(row)")
      guard let code = cells.dropFirst().first, let shown = cells.last else { continue }
      #expect(!Self.codeSpans(of: code).isEmpty, "\(row)")
      let named = Self.codeSpans(of: shown).filter { $0.hasSuffix("Tests") }
      #expect(!named.isEmpty || shown.contains("not tested"), "\(row)")
      for suite in named { #expect(suites.contains(suite), "\(suite)") }
    }
  }
}
