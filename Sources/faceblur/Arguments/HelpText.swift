/// The help, made from the same declarations that drive parsing.
enum HelpText {
  private static let columnWidth = 26

  static func overview(of commands: [any Command.Type]) -> [String] {
    let lines = commands.flatMap { row("\($0.name) \($0.operandName)", $0.abstract) }
    return [
      "faceblur pixelates the faces in photos and leaves the originals untouched.", "",
      "Usage: faceblur COMMAND …", "",
    ] + lines + row("--version", "Print the version.") + row("--help, COMMAND --help", "Print help.")
      + ["", "Exit codes: \(ExitCode.summary)."]
  }

  static func help(for command: any Command.Type) -> [String] {
    let options =
      (command.parameters + [Parameter(names: ["--help"], valueName: nil, help: "Print this help.")])
      .flatMap { parameter in
        row(
          parameter.names.joined(separator: ", ") + (parameter.valueName.map { " \($0)" } ?? ""),
          parameter.help)
      }
    let usage = "Usage: faceblur \(command.name) \(command.operandName)"
    return [command.abstract, "", usage + (command.parameters.isEmpty ? "" : " [OPTIONS]"), ""] + options
  }

  private static func row(_ left: String, _ right: String) -> [String] {
    let gap = columnWidth - left.count
    let indent = String(repeating: " ", count: columnWidth)
    return gap > 1 ? ["  " + left + indent.prefix(gap) + right] : ["  " + left, "  " + indent + right]
  }
}
