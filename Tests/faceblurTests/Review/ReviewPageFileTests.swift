import Foundation
import TestSupport
import Testing

/// The page is whole: what one of its files asks for is served, and nothing of it comes from elsewhere.
@Suite struct ReviewPageFileTests {
  @Test func servesEveryFileThatTheOthersAskFor() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let run = try ReviewRun(["portrait.jpg"], in: scratch)
    var open = ["/"]
    var seen: Set<String> = []
    while let path = open.popLast() {
      guard seen.insert(path).inserted else { continue }
      let answer = try run.get(path)
      #expect(answer.status == 200 && !answer.body.isEmpty, "\(path)")
      let references =
        path == "/"
        ? answer.text.matches(of: /(?:src|href)="([^"#]+)"/).map { String($0.1) }
        : answer.text.matches(of: /(?:from|import) *\(? *["']([^"']+)["']/).map { String($0.1) }
      for reference in references {
        let url = try #require(URL(string: reference, relativeTo: URL(string: run.origin + path)))
        #expect(url.absoluteString.hasPrefix(run.origin + "/"), "\(path) asks for \(reference)")
        open.append(url.path)
      }
    }
    let folder = TestPhotos.packageFolder.appending(path: "Sources/CReviewPage/page")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(seen.count == files.count, "\(seen.sorted()) of \(files.sorted())")
  }
}
