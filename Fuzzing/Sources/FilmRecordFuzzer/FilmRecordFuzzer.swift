internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands records made from libFuzzer's inputs to what reads, checks and lists the edit of a film.
@main
enum FilmRecordFuzzer {
  static func main() { LibFuzzer.run(check) }

  private static let folder = FilmFolder()

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  ///
  /// The first byte says what the others are: a file, the JSON in one behind the number of its version, or choices from which an edit is made.
  static func check(_ input: [UInt8]) {
    guard let form = input.first else { return }
    let rest = Array(input.dropFirst())
    switch form % 3 {
    case 0: take(rest)
    case 1: take(FilmRecordDraft.file(holding: rest.dropFirst(), version: rest.first ?? 0))
    default: if let content = FilmRecordDraft.file(of: FilmRecordDraft.record(rest)) { take(content) }
    }
  }

  private static func take(_ content: [UInt8]) {
    folder.list(content)
    guard case .ours(let record, let data)? = try? FilmRecord.content(of: content) else { return }
    FilmRecordChecks.check(record, data)
  }
}
