@testable import ImageProcessingKit
import Testing

@Suite struct ReportRowTests {
  // An accent and the quotation mark before it are one character to Swift and two to every reader.
  @Test(arguments: [
    ("a\"b,c", "\"a\"\"b,c\""), ("a\"\u{301},c", "\"a\"\"\u{301},c\""), ("=\u{301}1", "./=\u{301}1"),
    ("\r\n=1", "\u{FFFD}\u{FFFD}=1"), ("plain", "plain"),
    // What a terminal or an editor would obey.
    ("a\u{1B}[2J\u{9B}1m\u{7F}\u{202E}gpj\u{2028}", "a\u{FFFD}[2J\u{FFFD}1m\u{FFFD}\u{FFFD}gpj\u{FFFD}"),
  ])
  func quotesEveryName(_ use: (name: String, field: String)) {
    let line = ScrubLine(
      source: "/photos/x", target: FilePath(use.name), status: .done, faces: 0, doubtful: 0,
      regions: ReportedRegions())
    #expect(ReportRow.csv(line).hasPrefix("done,/photos/x,\(use.field),0,0,"))
  }
}
