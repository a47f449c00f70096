/// Changes in parameter sets, which are read bit by bit.
extension TestHEVC {
  /// Pixels at the edges that decoders cut off (conformance window, ITU-T H.265, 7.4.3.2.1).
  public struct Window: Sendable, Hashable {
    public var left = 0, right = 0, top = 0, bottom = 0

    public init(left: Int = 0, right: Int = 0, top: Int = 0, bottom: Int = 0) {
      (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
    }
  }

  /// The bits of a unit behind its header, without the last one that is set and what follows it.
  struct Bits {
    var values: [Bool] = []
    var place = 0

    init() {}

    init(_ unit: [UInt8]) {
      values = TestHEVC.unescaped(unit).dropFirst(2).flatMap { byte in
        (0..<8).map { byte >> UInt8(7 - $0) & 1 == 1 }
      }
      if let last = values.lastIndex(of: true) { values.removeSubrange(last...) }
    }

    mutating func skip(_ count: Int) { place += count }

    mutating func flag() -> Bool {
      defer { place += 1 }
      return place < values.count && values[place]
    }

    /// An Exp-Golomb number (9.2).
    mutating func number() -> Int {
      var zeros = 0
      while place < values.count, !values[place] {
        zeros += 1
        place += 1
      }
      place += 1
      return (0..<zeros).reduce(1) { value, _ in value << 1 | (flag() ? 1 : 0) } - 1
    }

    static func coded(_ number: Int) -> [Bool] {
      let bits = String(number + 1, radix: 2)
      return [Bool](repeating: false, count: bits.count - 1) + bits.map { $0 == "1" }
    }

    /// - Parameter value: its lowest `count` bits.
    mutating func append(_ value: Int, bits count: Int) {
      values += (0..<count).reversed().map { value >> $0 & 1 == 1 }
    }

    mutating func append(bytes: [UInt8]) {
      for byte in bytes { append(Int(byte), bits: 8) }
    }

    mutating func append(numbers: Int...) { values += numbers.flatMap(Self.coded) }

    /// The unit again under a header.
    func unit(_ header: ArraySlice<UInt8>) -> [UInt8] {
      let bits = values + [true]
      let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
      }
      return header + TestHEVC.escaped(bytes)
    }
  }

  /// A VPS or a PPS under another number.
  public static func renumbered(_ unit: [UInt8], to number: Int) -> [UInt8] {
    var bits = Bits(unit)
    if type(of: unit) == 32 {
      bits.values.replaceSubrange(0..<4, with: (0..<4).map { number >> (3 - $0) & 1 == 1 })
    } else {
      _ = bits.number()
      bits.values.replaceSubrange(0..<bits.place, with: Bits.coded(number))
    }
    return bits.unit(unit.prefix(2))
  }

  /// An SPS of one layer with another window.
  fileprivate static func cropped(_ unit: [UInt8], _ window: Window, _ step: (x: Int, y: Int)) -> [UInt8] {
    var bits = Bits(unit)
    // Numbers of the VPS and of layers, the profile with its level.
    bits.skip(8 + 96)
    _ = bits.number()
    if bits.number() == 3 { bits.skip(1) }
    _ = bits.number()
    _ = bits.number()
    let start = bits.place
    if bits.flag() { for _ in 0..<4 { _ = bits.number() } }
    let sides = [
      window.left / step.x, window.right / step.x, window.top / step.y, window.bottom / step.y,
    ]
    let hasWindow = sides.contains { $0 > 0 }
    bits.values.replaceSubrange(
      start..<bits.place, with: [hasWindow] + (hasWindow ? sides.flatMap(Bits.coded) : []))
    return bits.unit(unit.prefix(2))
  }
}

extension TestHEVC.Stream {
  /// The same picture, of which decoders cut something off; for no window as it is.
  public func cropped(to window: TestHEVC.Window, of picture: TestHEVC.Picture) -> TestHEVC.Stream {
    guard window != TestHEVC.Window() else { return self }
    return TestHEVC.Stream(
      units.map { TestHEVC.type(of: $0) == 33 ? TestHEVC.cropped($0, window, picture.chroma.step) : $0 })
  }

  /// The same picture with all that decoders would cut off.
  public var withoutWindow: TestHEVC.Stream {
    TestHEVC.Stream(
      units.map { TestHEVC.type(of: $0) == 33 ? TestHEVC.cropped($0, TestHEVC.Window(), (1, 1)) : $0 })
  }
}
