import Foundation
import Testing

@testable import ImageProcessingKit

/// The word for what is hidden, as detectors say it and as files may say it.
@Suite struct SubjectKindTests {
  @Test(arguments: ["face", "licence-plate", "a", "x--", String(repeating: "z", count: 32)])
  func takesAWord(_ word: String) throws {
    let kind = try #require(SubjectKind(rawValue: word))
    #expect(kind.rawValue == word && "\(kind)" == word)
    let text = try JSONEncoder().encode([kind])
    #expect(String(decoding: text, as: UTF8.self) == "[\"\(word)\"]")
    #expect(try JSONDecoder().decode([SubjectKind].self, from: text) == [kind])
  }

  private static let noWords = [
    "", "Face", "-face", "face ", "licence plate", "plate1", "gesicht\u{301}", "fäce", "a\u{1B}[2J", "a\n",
    "<b>",
    "a\0", String(repeating: "z", count: 33), String(repeating: "z", count: 100_000),
  ]

  @Test(arguments: noWords)
  func takesNothingElse(_ text: String) {
    #expect(SubjectKind(rawValue: text) == nil)
  }

  /// What a hostile or a newer file says: nothing of it gets any further, and what is so called is not lost.
  @Test(arguments: noWords.map { "\"\($0)\"" } + ["7", "1e999", "true", "[]", "{\"face\": 1}"])
  func readsWhatIsNoWordAsUnknown(_ value: String) throws {
    let escaped = value.replacing("\n", with: "\\n").replacing("\u{1B}", with: "\\u001b")
      .replacing("\0", with: "\\u0000")
    let region = """
      {"id": "f1", "rect": {"x": 0.1, "y": 0.1, "width": 0.2, "height": 0.2}, "origin": "detected",
       "state": "applied", "kind": \(escaped)}
      """
    let read = try JSONDecoder().decode(PlannedRegion.self, from: Data(region.utf8))
    #expect(read.kind == .unknown && read.state == .applied)
  }
}
