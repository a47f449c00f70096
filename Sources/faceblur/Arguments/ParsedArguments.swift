internal import ImageProcessingKit

/// The words after a command's name, sorted by its declared parameters.
struct ParsedArguments {
  /// The command's name.
  let command: String
  /// As they were typed.
  let words: [Argument]
  /// What the user wants where the words say nothing: for commands that heed it.
  var wishes = UserSettings()
  private(set) var operands: [FilePath] = []
  private var values: [String: [Argument]] = [:]
  private var flags: Set<String> = []

  /// - Throws: `UsageError` for an unknown option, one that may be given once and is given twice, a missing value, a wrong number of operands.
  init(_ arguments: [Argument], for command: any Command.Type) throws(UsageError) {
    self.command = command.name
    words = arguments
    let hint = "type 'faceblur \(command.name) --help' to see its options"
    var rest = arguments[...]
    var onlyOperands = false
    while let argument = rest.popFirst() {
      let text = argument.text
      if !onlyOperands, text == "--" {
        onlyOperands = true
        continue
      }
      guard !onlyOperands, text.hasPrefix("-"), text != "-" else {
        guard let path = argument.path else { throw UsageError("a photo's name is empty; \(hint)") }
        operands.append(path)
        continue
      }
      if let bundle = Self.unbundled(argument, of: command) {
        rest = (bundle + rest)[...]
        continue
      }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let parameter = command.parameters.first(where: { $0.names.contains(name) }) else {
        throw Self.unknown(name, of: command, hint)
      }
      guard values[parameter.name] == nil || parameter.isRepeatable else {
        throw UsageError("\(name) is given twice; give it once")
      }
      guard let valueName = parameter.valueName else {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value; type just \(name)") }
        flags.insert(parameter.name)
        continue
      }
      if parts.count == 2 {
        values[parameter.name, default: []].append(
          Argument(bytes: Array(argument.bytes.drop { $0 != UInt8(ascii: "=") }.dropFirst())))
      } else if let value = rest.popFirst(), !Self.isParameter(value.text, of: command) {
        guard !Self.isForeignParameter(value.text) else {
          throw UsageError(
            "\(name) needs a value, and \(value.text) is an option elsewhere; type '\(name)=\(value.text)' if it is the value"
          )
        }
        values[parameter.name, default: []].append(value)
      } else {
        throw UsageError("\(name) needs a value; type '\(name) \(valueName)'")
      }
    }
    guard command.operandCount.contains(operands.count) else {
      throw UsageError("type 'faceblur \(command.name) \(command.operandName)'; \(hint)")
    }
    try StandardPhoto.check(operands, of: command)
  }

  func has(_ flag: Flag) -> Bool {
    flags.contains(flag.parameter.name)
  }

  /// - Throws: `UsageError` where the value is not what the option takes.
  func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    try values(of: option).first
  }

  /// The values of an option that may be given several times, in the order they were given.
  /// - Throws: `UsageError` where one is not what the option takes.
  func values<Value>(of option: Option<Value>) throws(UsageError) -> [Value] {
    try (values[option.parameter.name] ?? []).map { argument throws(UsageError) in
      guard let value = option.parse(argument) else {
        throw UsageError("\(option.parameter.name) takes \(option.expected), not '\(argument.text)'")
      }
      return value
    }
  }

  /// The wishes that the words leave in force.
  /// - Throws: `UsageError` where a value is not what its option takes.
  func wishesInForce() throws(UsageError) -> UserSettings {
    wishes.yielding(
      to: try StrengthParameters.change(self), metadata: try value(of: RenderParameters.metadata),
      effort: try value(of: CommonParameters.effort))
  }

  /// The words that a word of several short options stands for, as getopt reads it: `-qo` is `-q` and `-o`, `-oDIR` is
  /// `-o` with its value. Nil where it is no such word; what is not known is left together behind its hyphen.
  private static func unbundled(_ word: Argument, of command: any Command.Type) -> [Argument]? {
    guard word.bytes.count > 2, word.bytes[1] != UInt8(ascii: "-"), word.bytes[2] != UInt8(ascii: "=") else {
      return nil
    }
    let name = "-" + String(UnicodeScalar(word.bytes[1]))
    guard let parameter = command.parameters.first(where: { $0.names.contains(name) }) else { return nil }
    let others = Array(word.bytes[2...])
    return [
      Argument(bytes: Array(name.utf8) + (parameter.valueName == nil ? [] : [UInt8(ascii: "=")] + others))
    ]
      + (parameter.valueName == nil ? [Argument(bytes: [UInt8(ascii: "-")] + others)] : [])
  }

  /// Whether a word asks for help, alone or among the short options of one word: `-qh`.
  static func asksForHelp(_ word: Argument, of command: any Command.Type) -> Bool {
    if HelpText.parameter.names.contains(word.text) { return true }
    guard word.text.hasPrefix("-"), !word.text.hasPrefix("--") else { return false }
    for byte in word.bytes.dropFirst() {
      if byte == UInt8(ascii: "h") { return true }
      let name = "-" + String(UnicodeScalar(byte))
      // What stands behind an option with a value is the value.
      let isFlag = command.parameters.contains { $0.names.contains(name) && $0.valueName == nil }
      guard isFlag else { return false }
    }
    return false
  }

  /// Whether a word that stands where a value should is an option that follows a forgotten value.
  private static func isParameter(_ word: String, of command: any Command.Type) -> Bool {
    word.hasPrefix("-") && (word == "--" || command.parameters.contains { $0.names.contains(word) })
  }

  /// Whether it is an option of another command.
  private static func isForeignParameter(_ word: String) -> Bool {
    word.hasPrefix("-")
      && Program.commands.contains { $0.parameters.contains { $0.names.contains(word) } }
  }

  private static func unknown(_ name: String, of command: any Command.Type, _ hint: String) -> UsageError {
    let known = command.parameters.filter { !$0.isHidden }.flatMap(\.names)
    if let nearest = UsageError.nearest(to: name, among: known) {
      return UsageError("there is no option \(name); did you mean \(nearest)?")
    }
    return UsageError("there is no option \(name); \(hint)")
  }
}
