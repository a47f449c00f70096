internal import ImageProcessingKit

/// The help, made from the same declarations that drive parsing. No line is longer than a terminal is wide.
enum HelpText {
  static let lineWidth = 80
  private static let columnWidth = 24

  /// First words that ask for help.
  static let words = ["--help", "-h", "help"]
  /// The option that every command has.
  static let parameter = Parameter(names: ["-h", "--help"], valueName: nil, help: "Print this help.")
  /// What may stand in the place of a command.
  static let generalOptions = [
    Parameter(names: ["-V", "--version"], valueName: nil, help: "Print the version."),
    Parameter(names: ["-h", "--help"], valueName: nil, help: "Print help."),
  ]

  static func overview(of commands: [any Command.Type]) -> [String] {
    let lines = commands.flatMap { row("\($0.name) \($0.operandName)", $0.abstract) }
    let paragraphs = ["faceblur hides the faces in photos and leaves the originals untouched.", ""]
    return paragraphs + ["Usage: faceblur COMMAND …", ""] + lines
      + row("-V, --version", "Print the version.") + row("--help, COMMAND --help", "Print help.")
      + ["", "Exit codes:"] + ExitCode.allCases.flatMap { row("\($0.rawValue)", $0.meaning) }
  }

  static func help(for command: any Command.Type) -> [String] {
    let usage = "Usage: faceblur \(command.name) \(command.operandName)"
    let sections = HelpSection.sections(of: command.parameters + [parameter]).flatMap { title, parameters in
      ["", "\(title):"] + parameters.flatMap { row(left(of: $0), $0.help) }
    }
    return wrapped(command.abstract, to: lineWidth)
      + ["", usage + (command.parameters.isEmpty ? "" : " [OPTIONS]")]
      + (command.standardInput.map { row(StandardPhoto.name.description, $0) } ?? []) + sections
  }

  private static func left(of parameter: Parameter) -> String {
    parameter.names.joined(separator: ", ") + (parameter.valueName.map { " \($0)" } ?? "")
  }

  private static func row(_ left: String, _ right: String) -> [String] {
    let indent = String(repeating: " ", count: columnWidth)
    var lines = wrapped(right, to: lineWidth - columnWidth).map { indent + $0 }
    let gap = columnWidth - 2 - left.count
    guard gap > 1, !lines.isEmpty else { return ["  " + left] + lines }
    lines[0] = "  " + left + lines[0].dropFirst(2 + left.count)
    return lines
  }

  /// Broken between words.
  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
