internal import ImageProcessingKit

/// A page of the manual in mdoc(7), made from the declarations that drive parsing and help.
struct ManualPage {
  private static let program = "faceblur"
  private static let section = "1"

  /// `faceblur-blur`.
  let name: String
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The page of the program.
  init(of commands: [any Command.Type], _ date: String) {
    name = Self.program
    begin("hide the faces in photos and leave the originals untouched", date)
    head("SYNOPSIS")
    lines += [".Nm", ".Ar command", ".Op Ar options", ".Ar \(Roff.argument("…"))"]
    for option in HelpText.generalOptions { lines += [".Nm", ".\(Self.names(of: option))"] }
    head("DESCRIPTION")
    for paragraph in Self.description { self.paragraph(paragraph) }
    head("COMMANDS")
    list(commands.map { ("Cm \(Roff.argument($0.name))", $0.abstract) })
    lines += [".Pp"] + Roff.text("Each has a page of its own, and says its options with --help.")
    head("OPTIONS")
    list(HelpText.generalOptions.map { (Self.names(of: $0), $0.help) })
    end(commands.flatMap { $0.examples.prefix(1) }, ManualPlace.all, seeing: commands.map(Self.name))
  }

  /// The page of a command.
  /// - Parameters:
  ///   - command: that it is of.
  ///   - commands: that there are.
  ///   - date: that it bears.
  init(_ command: any Command.Type, among commands: [any Command.Type], _ date: String) {
    name = Self.name(of: command)
    let abstract = command.abstract.hasSuffix(".") ? String(command.abstract.dropLast()) : command.abstract
    begin(abstract.prefix(1).lowercased() + abstract.dropFirst(), date)
    head("SYNOPSIS")
    lines += [".Nm \(Self.program)", ".Cm \(Roff.argument(command.name))", ".Op Ar options"]
    lines += command.operandName.split(separator: " ").map { word in
      word.hasPrefix("-")
        ? ".Fl \(Roff.argument(String(word.dropFirst())))" : ".Ar \(Roff.argument(String(word)))"
    }
    head("DESCRIPTION")
    for paragraph in [command.abstract] + command.manual { self.paragraph(paragraph) }
    if let standardInput = command.standardInput {
      lines += [".Bl -tag -width Ds", ".It Ar \(Roff.argument("-"))"] + Roff.text(standardInput) + [".El"]
    }
    head("OPTIONS")
    paragraph(
      "A value may also stand behind an equals sign (--name=value), and short options can be bundled (-qv).")
    for (title, parameters) in HelpSection.sections(of: command.parameters + [HelpText.parameter]) {
      lines.append(".Ss \(Roff.argument(title))")
      list(parameters.map { (Self.names(of: $0), $0.help) })
    }
    end(
      command.examples, ManualPlace.all.filter { $0.isOf(command) },
      seeing: [Self.program] + commands.map(Self.name).filter { [name] in $0 != name })
  }

  private static func name(of command: any Command.Type) -> String { "\(program)-\(command.name)" }

  /// What the program's page says.
  private static let description = [
    "faceblur finds the faces in photos and hides them, unless --style says otherwise, behind cells whose colours come from what surrounds them, so that nothing of a face is left."
      + " It writes the result, called a render, to a file of its own and never changes the original.",
    "Before a render gets its name, a gate reads it anew and compares it with what was planned."
      + " A render that shows more than it may is not kept under that name, and the command says so.",
    "It can miss a face. Look at what it found before you publish: with 'faceblur detect --overlay DIR', or face by face with 'faceblur review'.",
  ]

  // MARK: Parts

  private mutating func begin(_ abstract: String, _ date: String) {
    lines = [
      ".\\\" Made by 'faceblur --write-manual' from the options of the command. Changes belong there.",
      ".Dd \(date)", ".Dt \(name.uppercased()) \(Self.section)",
      ".Os \(Roff.argument("FaceBlur \(FaceBlurVersion.current)"))",
      ".Sh NAME", ".Nm \(name)", ".Nd \(Roff.literal(abstract))",
    ]
  }

  private mutating func end(_ examples: [CommandExample], _ places: [ManualPlace], seeing pages: [String]) {
    section("ENVIRONMENT", places.filter(\.isVariable).map { ("Ev \($0.name)", $0.text) })
    section("FILES", places.filter { !$0.isVariable }.map { ("Pa \(Roff.argument($0.name))", $0.text) })
    section("EXIT STATUS", ExitCode.allCases.map { ("Sy \($0.rawValue)", $0.meaning.capitalizedSentence) })
    if !examples.isEmpty { head("EXAMPLES") }
    for (index, example) in examples.enumerated() {
      if index > 0 { lines.append(".Pp") }
      lines += Roff.text(example.effect)
      lines += [".Pp", ".Dl \(Roff.argument(example.line))"]
    }
    head("SEE ALSO")
    let sorted = pages.sorted()
    lines += sorted.enumerated().map { index, page in
      ".Xr \(page) \(Self.section)" + (index + 1 < sorted.count ? " ," : "")
    }
  }

  private mutating func section(_ title: String, _ rows: [(head: String, text: String)]) {
    guard !rows.isEmpty else { return }
    head(title)
    list(rows)
  }

  private mutating func head(_ title: String) { lines.append(".Sh \(title)") }

  private mutating func paragraph(_ text: String) {
    if lines.last?.hasPrefix(".Sh ") != true { lines.append(".Pp") }
    lines += Roff.text(text)
  }

  private mutating func list(_ rows: [(head: String, text: String)]) {
    lines.append(".Bl -tag -width Ds")
    for row in rows { lines += [".It \(row.head)"] + Roff.text(row.text) }
    lines.append(".El")
  }

  /// `Fl o , Fl \-output Ar FILE`.
  private static func names(of parameter: Parameter) -> String {
    let names = parameter.names.map { "Fl \(Roff.argument(String($0.dropFirst())))" }.joined(separator: " , ")
    return names + (parameter.valueName.map { " Ar \(Roff.argument($0))" } ?? "")
  }
}

extension String {
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
