internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands records made from libFuzzer's inputs to everything that takes up the edit of a photo.
@main
enum RecordFuzzer {
  static func main() { LibFuzzer.run(check) }

  private static let folder = EditedFolder()

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  ///
  /// By chance, hardly an input would be a property list with DEFLATE and JSON in it. So the first byte says what the
  /// others are: a file, the JSON in one, or choices from which a list or an edit is made.
  static func check(_ input: [UInt8]) {
    guard let form = input.first else { return }
    let rest = Array(input.dropFirst())
    switch form % 4 {
    case 0: take(rest)
    case 1: take(RecordDraft.record(holding: rest.dropFirst(), version: rest.first ?? 0))
    case 2:
      let list = ListDraft(rest)
      list.check()
      take(list.xml)
    default:
      let record = RecordDraft.record(rest, of: folder.source)
      guard let content = RecordDraft.content(of: record) else { return }
      take(content)
    }
  }

  private static func take(_ content: [UInt8]) {
    RecordChecks.check(content)
    folder.check(content)
  }
}
