/// The words of a command line that a person is typing, sorted by a command's parameters as far as they go. Nothing is wrong here: what
/// is not known is passed over.
struct LineReading {
  /// What is typed at the cursor.
  enum Place {
    /// A value, behind so many bytes of the word.
    case value(Parameter, behind: Int)
    case option
    case operand
  }

  private(set) var place = Place.operand
  private(set) var operands: [Argument] = []
  private var values: [String: [Argument]] = [:]
  private var flags: Set<String> = []
  private let parameters: [Parameter]

  /// - Parameters:
  ///   - before: the words before the cursor, after the command's name.
  ///   - current: the word at the cursor, up to it.
  ///   - after: the words behind it.
  ///   - parameters: of the command.
  init(before: [Argument], current: Argument, after: [Argument], _ parameters: [Parameter]) {
    self.parameters = parameters
    var reader = Reader()
    for word in before { take(word, &reader) }
    place = placed(current, reader)
    reader.pending = nil
    for word in after { take(word, &reader) }
  }

  /// The values of an option elsewhere on the line.
  func values(of parameter: Parameter) -> [Argument] { values[parameter.name] ?? [] }

  /// Whether an option may be given still.
  func mayBeGiven(_ parameter: Parameter) -> Bool {
    parameter.isRepeatable || values[parameter.name] == nil && !flags.contains(parameter.name)
  }

  private struct Reader {
    /// What the next word is a value of.
    var pending: Parameter?
    var onlyOperands = false
  }

  private mutating func take(_ word: Argument, _ reader: inout Reader) {
    let parts = reader.onlyOperands || word.text == "-" ? nil : OptionWord(word, parameters)
    if let pending = reader.pending {
      reader.pending = nil
      // An option that follows a forgotten value is none.
      if parts?.isWhole != true, word.text != "--" {
        values[pending.name, default: []].append(word)
        return
      }
    }
    if !reader.onlyOperands, word.text == "--" {
      reader.onlyOperands = true
      return
    }
    guard let parts else {
      if !word.bytes.isEmpty { operands.append(word) }
      return
    }
    flags.formUnion(parts.flags.map(\.name))
    guard let last = parts.valued else { return }
    if let start = parts.valueStart {
      values[last.name, default: []].append(Argument(bytes: Array(word.bytes[start...])))
    } else {
      values[last.name] = values[last.name] ?? []
      reader.pending = last
    }
  }

  private mutating func placed(_ current: Argument, _ reader: Reader) -> Place {
    if let pending = reader.pending { return .value(pending, behind: 0) }
    guard !reader.onlyOperands, let parts = OptionWord(current, parameters) else { return .operand }
    guard let valued = parts.valued, let start = parts.valueStart else { return .option }
    flags.formUnion(parts.flags.map(\.name))
    return .value(valued, behind: start)
  }
}

/// A word of one option or of several short ones, as getopt reads it.
private struct OptionWord {
  /// Those without a value.
  private(set) var flags: [Parameter] = []
  /// The one with a value, which is the last.
  private(set) var valued: Parameter?
  /// Where the value begins in the word; nil where it is the next word.
  private(set) var valueStart: Int?
  /// Whether the word is the name of an option and nothing else.
  private(set) var isWhole = false

  /// Nil where the word is an operand.
  init?(_ word: Argument, _ parameters: [Parameter]) {
    let bytes = word.bytes
    guard bytes.first == UInt8(ascii: "-") else { return nil }
    func named(_ name: some Collection<UInt8>) -> Parameter? {
      let name = String(decoding: name, as: UTF8.self)
      return parameters.first { $0.names.contains(name) }
    }
    let sign = bytes.firstIndex(of: UInt8(ascii: "="))
    if let parameter = named(bytes[..<(sign ?? bytes.count)]) {
      isWhole = sign == nil
      if parameter.valueName == nil { flags = [parameter] } else { valued = parameter }
      valueStart = sign.map { $0 + 1 }
      return
    }
    guard bytes.count > 2, bytes[1] != UInt8(ascii: "-") else { return }
    for index in 1..<bytes.count {
      guard let parameter = named([UInt8(ascii: "-"), bytes[index]]) else { return }
      guard parameter.valueName != nil else {
        flags.append(parameter)
        continue
      }
      valued = parameter
      guard index + 1 < bytes.count else { return }
      valueStart = bytes[index + 1] == UInt8(ascii: "=") ? index + 2 : index + 1
      return
    }
  }
}
