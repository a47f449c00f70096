import Testing

@testable import ImageProcessingKit

/// Names that stand in an object twice.
@Suite struct JSONNamesTests {
  @Test(arguments: [
    #"{}"#, #"{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}, "a", "a"]}"#, #"["a", "a", {"a": "a"}]"#,
    #"{"a": "\"a\", \\", "b": "{\"a\": 1, \"a\": 2}"}"#, #"{"a": "ä\u00e4", "b": ","}"#, #""a""#,
  ])
  func takesNamesThatAreDistinct(_ text: String) {
    #expect(JSONNames.areDistinct(in: Array(text.utf8)))
  }

  @Test(arguments: [
    #"{"a": 1, "a": 1}"#, #"{"a": {}, "b": [], "a": 1}"#, #"[[{"b": {"a": [1, {"x": 1}], "a": 1}}]]"#,
    #"{"a": "\\", "b": "\"", "a": 1}"#, #"{"\u0061": 1}"#, #"{"ä": 1}"#, "{\"a\0\": 1}",
  ])
  func refusesOthers(_ text: String) {
    #expect(!JSONNames.areDistinct(in: Array(text.utf8)))
  }
}
