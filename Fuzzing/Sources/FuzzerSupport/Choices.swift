/// Choices that are made by the bytes of an input, one after another; the first of each behind their end.
public struct Choices {
  private var rest: ArraySlice<UInt8>

  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  public var isEmpty: Bool { rest.isEmpty }

  public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  public mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

  /// True once in so many times.
  public mutating func once(in times: UInt8) -> Bool { byte() % times == times - 1 }

  public mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int(byte()) % elements.count]
  }

  public mutating func text(_ limit: UInt8 = 8) -> String {
    String(decoding: bytes(Int(byte() % limit)), as: UTF8.self)
  }

  /// Mostly a fraction a little beyond 0 and 1, sometimes any number that JSON has.
  public mutating func number() -> Double {
    guard once(in: 16) else { return Double(byte()) / 200 - 0.1 }
    let number = Double(bitPattern: bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
    return number.isFinite ? number : 0
  }
}
