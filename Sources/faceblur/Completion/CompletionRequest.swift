/// What the shells' completions ask: `faceblur --complete words INDEX WORD…`, where the word of that number, from 0, ends at the cursor, or
/// `faceblur --complete bash BEFORE AFTER`, the line before the cursor and behind it as it is typed.
struct CompletionRequest {
  /// The first argument of a request. It is for the scripts alone, so the help says nothing of it.
  static let word = "--complete"

  private let answer: CompletionAnswer?
  /// Whether the shell completes the file of a redirection.
  private let isRedirection: Bool

  /// - Parameters:
  ///   - arguments: after the first one.
  ///   - commands: that there are.
  init(_ arguments: [Argument], _ commands: [any Command.Type]) {
    var redirection = false
    answer =
      switch arguments.first?.text {
      case "words": Self.answer(toWords: Array(arguments.dropFirst()), commands)
      case "bash" where arguments.count == 3:
        Self.answer(toLine: arguments[1], arguments[2], commands, &redirection)
      default: nil
      }
    isRedirection = redirection
  }

  /// What is printed; nothing where the request is none.
  var lines: [[String]] { isRedirection ? [["0 files"]] : answer?.lines ?? [] }

  private static func answer(
    toWords arguments: [Argument], _ commands: [any Command.Type]
  ) -> CompletionAnswer? {
    let words = Array(arguments.dropFirst())
    guard let index = arguments.first.flatMap({ Int($0.text) }), words.indices.contains(index) else {
      return nil
    }
    return CompletionAnswer(
      before: Array(words[..<index]), current: words[index], after: Array(words[(index + 1)...]), commands)
  }

  private static func answer(
    toLine before: Argument, _ after: Argument, _ commands: [any Command.Type], _ redirection: inout Bool
  ) -> CompletionAnswer? {
    let line = BashLine(before.bytes)
    redirection = line.endsInRedirection
    guard line.words.count > 1, let current = line.words.last else { return nil }
    // What follows the cursor without a space is of the same word, and does not count.
    let rest = BashLine([UInt8(ascii: "x")] + after.bytes)
    return CompletionAnswer(
      before: Array(line.words.dropFirst().dropLast()), current: current,
      after: Array(rest.words.dropFirst().dropLast(rest.endsInRedirection ? 1 : 0)), commands)
  }
}
