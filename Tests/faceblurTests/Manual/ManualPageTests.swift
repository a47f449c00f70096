import Foundation
import ImageProcessingKit
import TestSupport
import Testing

@testable import faceblur

/// Manual pages as `--write-manual` writes them for packages.
@Suite struct ManualPageTests {
  private static let pages = ["faceblur"] + Program.commands.map { "faceblur-\($0.name)" }

  private func written(_ prefix: [String] = []) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let outcome = try BuiltCommand.run(["--write-manual", scratch.path("share")], prefix: prefix)
    #expect(outcome.exitCode == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
    return scratch
  }

  @Test func areOneForEachCommandAndTheShells() throws {
    let files = try written().contents().compactMapValues { $0 }.keys
    #expect(
      Set(files)
        == Set(Self.pages.map { "share/man/man1/\($0).1" } + Shell.allCases.map { "share/\($0.script)" }))
  }

  @Test(.enabled(if: Shell.areThere, "`make test` installs mandoc"))
  func areWhatMandocExpects() throws {
    let scratch = try written()
    let lint = try BuiltCommand.run(
      ["-Tlint", "-W", "warning"] + Self.pages.map { scratch.path("share/man/man1/\($0).1") }, of: "mandoc")
    #expect(lint.output.isEmpty && lint.errors.isEmpty && lint.exitCode == 0, "\(lint.output)")
  }

  /// As people see them, and as they copy them: with the hyphens of ASCII.
  @Test(.enabled(if: Shell.areThere, "`make test` installs mandoc"))
  func nameEveryOptionThatTheHelpNames() throws {
    let scratch = try written()
    let overview = try shown("faceblur", scratch)
    for command in Program.commands {
      #expect(overview.contains(command.name))
      let page = try shown("faceblur-\(command.name)", scratch)
      let words = Set(page.split { " ,\n".contains($0) }.map(String.init))
      for parameter in command.parameters + [HelpText.parameter] {
        for name in parameter.names {
          #expect(words.contains(name) == !parameter.isHidden, "\(command.name) \(name)")
        }
        guard !parameter.isHidden else { continue }
        if let value = parameter.valueName { #expect(page.contains(value), "\(command.name) \(value)") }
        #expect(
          Self.letters(page).contains(Self.letters(parameter.help)), "\(command.name) \(parameter.name)")
      }
      for example in command.examples { #expect(page.contains(example.line), "\(example.line)") }
      for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
        #expect(page.contains("\n\(title)\n"), "\(command.name) \(title)")
      }
      for code in ExitCode.allCases {
        #expect(Self.letters(page).contains(Self.letters(code.meaning).dropFirst()))
      }
    }
  }

  /// A page as text on a terminal, without what makes letters bold.
  private func shown(_ page: String, _ scratch: ScratchFolder) throws -> String {
    let outcome = try BuiltCommand.run(
      ["-Tutf8", "-Owidth=300", scratch.path("share/man/man1/\(page).1")], of: "mandoc")
    return outcome.output.replacing(#/.\x08/#, with: "")
  }

  /// Wherever the lines end.
  private static func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test func bearNoDateOfTheClock() throws {
    let first = try written(["SOURCE_DATE_EPOCH=86400"]).contents()
    #expect(try written(["SOURCE_DATE_EPOCH=86400"]).contents() == first)
    let page = String(decoding: try #require(first["share/man/man1/faceblur.1"] ?? nil), as: UTF8.self)
    #expect(page.contains("\n.Dd January 2, 1970\n"))
    #expect(
      try written(["-u", "SOURCE_DATE_EPOCH"]).contents() == written(["SOURCE_DATE_EPOCH=soon"]).contents())
  }

  @Test func escapesWhatRoffWouldActOn() {
    #expect(Roff.literal(".Sh a -b 'c' \\d …") == "\\&.Sh a \\-b \\(aqc\\(aq \\ed \\[u2026]")
    #expect(Roff.argument("Ar \"x\"") == "\"\\&Ar \\(dqx\\(dq\"")
    #expect(Roff.text("Full-size. See '--to' or .AAE") == ["Full-size.", "See \\(aq\\-\\-to\\(aq or .AAE"])
    #expect(Roff.text(".AAE files") == ["\\&.AAE files"])
  }

  @Test(arguments: [["--write-manual"], ["--write-manual", "a", "b"]])
  func asksForOneFolder(_ arguments: [String]) throws {
    try ScratchFolder().expectFailure(64, naming: "--write-manual DIR", arguments)
  }

  @Test func saysWhatCannotBeWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.write([], "share")
    try scratch.expectFailure(73, naming: "share: ", "--write-manual", "share")
  }
}
