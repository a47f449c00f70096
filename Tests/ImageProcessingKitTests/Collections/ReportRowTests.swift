@testable import ImageProcessingKit
import Testing

@Suite struct ReportRowTests {
  // An accent and the quotation mark before it are one character to Swift and two to every reader.
  @Test(arguments: [
    ("a\"b,c", "\"a\"\"b,c\""), ("a\"\u{301},c", "\"a\"\"\u{301},c\""), ("=\u{301}1", "./=\u{301}1"),
    ("\r\n", "\"./\r\n\""), ("plain", "plain"),
  ])
  func quotesEveryName(_ use: (name: String, field: String)) {
    let line = ScrubLine(
      source: "/photos/x", target: FilePath(use.name), status: .done, faces: 0, doubtful: 0,
      regions: ReportedRegions())
    #expect(ReportRow.csv(line).hasPrefix("done,/photos/x,\(use.field),0,0,"))
  }
}
