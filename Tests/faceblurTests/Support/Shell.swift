import Foundation
import TestSupport

/// The shells that completions are for, each as somebody has it who has installed the command: it is on their path, and their home is an
/// empty folder.
enum Shell: String, CaseIterable, CustomStringConvertible, Sendable {
  case bash, zsh, fish

  var description: String { rawValue }

  /// All of them, and what checks manual pages.
  static let areThere = (allCases.map(\.rawValue) + ["mandoc"]).allSatisfy { name in
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  /// Where `--write-manual` puts what it runs.
  var script: String {
    switch self {
    case .bash: "bash-completion/completions/faceblur"
    case .zsh: "zsh/vendor-completions/_faceblur"
    case .fish: "fish/vendor_completions.d/faceblur.fish"
    }
  }

  struct Silent: Error {
    let said: String
  }

  /// What fits at the end of a line without quotation marks, folders without the slash at their end.
  func offers(_ line: String, in scratch: ScratchFolder) throws -> Set<String> {
    let typed = line.split(separator: " ", omittingEmptySubsequences: false).count - 1
    let words = try self.words(completing: line, in: scratch)
    return Set(
      words.dropFirst(self == .fish ? 0 : typed).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
  }

  /// Types a line and has the shell put everything that fits there.
  /// - Parameters:
  ///   - line: what is typed before the cursor.
  ///   - rest: what stands behind it already.
  ///   - scratch: the working folder.
  /// - Returns: the words of the line then, as the command would get them, without the one at the cursor as it was; of fish what it offers.
  func words(completing line: String, before rest: String = "", in scratch: ScratchFolder) throws -> [String]
  {
    let tools = try ScratchFolder()
    let share = tools.path("share")
    try BuiltCommand.run(["--write-manual", share])
    try tools.write(Array(setUp.utf8), self == .zsh ? ".zshrc" : "bashrc")
    try tools.write(Array(Self.typing.utf8), "typing.zsh")
    let folder = URL(filePath: BuiltCommand.path).deletingLastPathComponent().path
    let environment = [
      "-i", "PATH=\(folder):/usr/bin:/bin", "HOME=\(tools.path)", "ZDOTDIR=\(tools.path)", "TERM=dumb",
      "LC_ALL=C.UTF-8", "XDG_CONFIG_HOME=\(tools.path("config"))", "XDG_DATA_HOME=\(tools.path("data"))",
      "SHARE=\(share)", "SHOWN=\(tools.path("shown"))", "HISTFILE=", "timeout", "--signal=KILL", "60",
    ]
    switch self {
    case .bash, .zsh:
      let start = self == .bash ? "bash --noprofile --rcfile \(tools.path("bashrc"))" : "zsh -d -i"
      let outcome = try BuiltCommand.run(
        ["-f", tools.path("typing.zsh"), start, line, rest], of: "zsh", prefix: environment, in: scratch.path)
      guard let shown = try? tools.read("shown") else { throw Silent(said: outcome.output + outcome.errors) }
      return shown.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        .map { String(decoding: $0, as: UTF8.self) }
    case .fish:
      let outcome = try BuiltCommand.run(
        [
          "--no-config", "-c", "source $SHARE/\(script); complete -C $argv[1]",
          line,
        ], of: "fish", prefix: environment, in: scratch.path)
      return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
  }

  /// What a shell reads when it starts: a key that inserts all that fits, and a command that says what words it got.
  private var setUp: String {
    let shared = #"""
      PS1='<PROMPT>'
      show() { printf '%s\0' "$@" >"$SHOWN"; echo '<'END'>'; }

      """#
    switch self {
    case .bash:
      return shared + #"""
        . "$SHARE/\#(script)"
        bind '"\C-t": insert-completions'

        """#
    default:
      return shared + #"""
        fpath=("$SHARE/zsh/vendor-completions" $fpath)
        autoload -U compinit
        compinit -u -D
        zle -C insert-all complete-word _generic
        zstyle ':completion:insert-all:*' completer _all_matches _complete
        zstyle ':completion:insert-all:*' insert true
        bindkey -e
        bindkey '^T' insert-all

        """#
    }
  }

  /// Types into a shell on a terminal. It waits for what the shell says, and for no time.
  private static let typing = #"""
    zmodload zsh/zpty
    zpty typed "$1"
    zpty -r typed said '*<PROMPT>*' || exit 1
    # The rest is there first, and the cursor goes back to before it.
    back=
    repeat $#3 back+=$'\x02'
    zpty -w -n typed $2$3$back$'\x14\x01show \n'
    zpty -r typed said '*<END>*'
    print -r -- $said

    """#
}
