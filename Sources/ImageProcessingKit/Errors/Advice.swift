/// What helps against an error: words, and among them what a client does its own way, by an option, a button or a call.
///
/// It is written as a string: `"free some space"`, or `"\(.nameOutput), or \(.replace)"`.
public struct Advice: Sendable, Hashable {
  public enum Part: Sendable, Hashable {
    case text(String)
    case remedy(Remedy)
  }

  public let parts: [Part]

  public init(parts: [Part]) { self.parts = parts }

  /// The advice in a client's words.
  /// - Parameter wording: how the client says what it does its own way, as a request without a full stop.
  public func text(_ wording: (Remedy) -> String = \.description) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .remedy(let remedy): wording(remedy)
      }
    }.joined()
  }
}

extension Advice: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    public mutating func appendInterpolation(_ remedy: Remedy) { parts.append(.remedy(remedy)) }

    public mutating func appendInterpolation(_ advice: Advice) { parts += advice.parts }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendLiteral(value.description)
    }
  }

  public init(stringLiteral value: String) { self.init(parts: [.text(value)]) }

  public init(stringInterpolation: StringInterpolation) { self.init(parts: stringInterpolation.parts) }
}

extension Advice: CustomStringConvertible {
  /// In the library's words, which suit every client.
  public var description: String { text() }
}
