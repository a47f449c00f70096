internal import Glibc

/// A curve of a colour profile: from a sample to an amount of light, both 0…1 (ICC.1:2010, 10.5 and 10.15).
enum ICCCurve: Hashable {
  case table([UInt16])
  case gamma(Double)
  /// The function's number, and g, a, b, c, d, e and f as far as it has them.
  case function(Int, [Double])

  /// More entries than any writer's curve has.
  private static let maxEntries = 4096

  /// - Parameter data: a `curv` or `para` that is as long as it says.
  /// - Returns: nil where it has more entries than curves have.
  init?(_ data: [UInt8]) {
    func number(_ place: Int, _ size: Int) -> UInt32 {
      data[place..<(place + size)].reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard data.count >= 12 else { return nil }
    if data.starts(with: Array("para".utf8)) {
      let values = stride(from: 12, to: data.count - 3, by: 4).map {
        Double(Int32(bitPattern: number($0, 4))) / 65_536
      }
      guard let kind = Int(exactly: number(8, 2)), Self.parameters.indices.contains(kind),
        values.count == Self.parameters[kind]
      else { return nil }
      self = .function(kind, values)
      return
    }
    let count = Int(number(8, 4))
    guard count <= Self.maxEntries, data.count == 12 + 2 * count else { return nil }
    switch count {
    case 0: self = .gamma(1)
    case 1: self = .gamma(Double(number(12, 2)) / 256)
    default: self = .table((0..<count).map { UInt16(number(12 + 2 * $0, 2)) })
    }
  }

  /// How many numbers each function has.
  private static let parameters = [1, 3, 4, 5, 7]

  /// The amount of light for a sample, which may be none at all where a function has nonsense for numbers.
  func value(at x: Double) -> Double {
    let value: Double
    switch self {
    case .gamma(let gamma): value = pow(x, gamma)
    case .table(let entries):
      let place = x * Double(entries.count - 1)
      let index = min(Int(place), entries.count - 2)
      let part = place - Double(index)
      value = (Double(entries[index]) * (1 - part) + Double(entries[index + 1]) * part) / 65_535
    case .function(let kind, let p):
      let isUpper = kind == 0 || (kind <= 2 ? p[1] != 0 && x >= -p[2] / p[1] : x >= p[4])
      switch (kind, isUpper) {
      case (0, _): value = pow(x, p[0])
      case (1, true), (3, true): value = pow(p[1] * x + p[2], p[0])
      case (2, true): value = pow(p[1] * x + p[2], p[0]) + p[3]
      case (1, false): value = 0
      case (2, false): value = p[3]
      case (3, false): value = p[3] * x
      case (_, true): value = pow(p[1] * x + p[2], p[0]) + p[5]
      case (_, false): value = p[3] * x + p[6]
      }
    }
    return value.isFinite ? min(max(value, 0), 1) : .nan
  }

  /// Whether no entry lies below the one before; of a function, at every level that a sample can have.
  var isRising: Bool {
    switch self {
    case .table(let entries): return zip(entries, entries.dropFirst()).allSatisfy { $0 <= $1 }
    case .gamma, .function:
      let values = (0...255).map { value(at: Double($0) / 255) }
      return zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }
}
