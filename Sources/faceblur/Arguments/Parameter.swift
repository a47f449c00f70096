internal import ImageProcessingKit

/// A declared option or flag: the one declaration that parsing and help both read.
struct Parameter: Sendable {
  /// `-o` or `--style`; any of them means this parameter, the first one stands in for it.
  let names: [String]
  /// What the help calls the value; nil for a flag.
  let valueName: String?
  let help: String
  /// Whether it may be given several times.
  var isRepeatable = false
  /// Whether it is parsed, and the help says nothing of it: what only tests and measurements need.
  var isHidden = false
  /// What its value can be.
  var completion = Completion.text

  var name: String { names[0] }
}

/// A parameter without a value.
struct Flag: Sendable {
  let parameter: Parameter

  init(_ names: String..., help: String) {
    parameter = Parameter(names: names, valueName: nil, help: help)
  }
}

/// A parameter with a value of a type.
struct Option<Value: Sendable>: Sendable {
  let parameter: Parameter
  /// What a value must be, to complete "takes …".
  let expected: String
  let parse: @Sendable (Argument) -> Value?

  init(
    _ names: String..., value: String, expected: String, help: String, isRepeatable: Bool = false,
    isHidden: Bool = false, completion: Completion = .text, parse: @escaping @Sendable (Argument) -> Value?
  ) {
    parameter = Parameter(
      names: names, valueName: value, help: help, isRepeatable: isRepeatable, isHidden: isHidden,
      completion: completion)
    self.expected = expected
    self.parse = parse
  }
}

extension Option where Value == FilePath {
  /// A path of a file or folder.
  /// - Parameter completion: what is offered for it.
  static func path(
    _ name: String, value: String, isRepeatable: Bool = false, completion: Completion = .folders, help: String
  ) -> Option {
    Option(
      name, value: value, expected: "the path of a file or folder", help: help, isRepeatable: isRepeatable,
      completion: completion, parse: \.path)
  }
}

extension Option where Value == Int {
  /// A whole number within bounds.
  static func number(_ name: String, in range: ClosedRange<Int>, help: String) -> Option {
    Option(
      name, value: "N", expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", help: help
    ) { argument in
      Int(argument.text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Option where Value == Double {
  /// A number within bounds.
  static func number(_ name: String, value: String, in range: ClosedRange<Double>, help: String) -> Option {
    Option(
      name, value: value, expected: "a number from \(range.lowerBound) to \(range.upperBound)", help: help
    ) { argument in
      Double(argument.text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Option where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the names of an enumeration.
  /// - Parameter offered: nil for all of them.
  static func choice(
    _ name: String, of offered: [Value]? = nil, help: String, isHidden: Bool = false
  ) -> Option {
    let offered = offered ?? Array(Value.allCases)
    let names = offered.map(\.rawValue)
    return Option(
      name, value: names.joined(separator: "|"), expected: names.joined(separator: " or "), help: help,
      isHidden: isHidden, completion: .words(names)
    ) { argument in
      offered.first { $0.rawValue == argument.text }
    }
  }
}
