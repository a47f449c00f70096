/// Reads the fields of one box and says what in them is not as a render has it.
struct FilmFields {
  private var fields: ExaminedFields
  private let scope: FilmScope
  private let range: Range<Int>
  private let name: String
  /// Whether there was less than was asked for.
  private(set) var isBroken = false

  init(_ scope: FilmScope, _ range: Range<Int>, of name: String) {
    fields = ExaminedFields(scope.bytes, in: range)
    self.scope = scope
    self.range = range
    self.name = name
  }

  init(_ scope: FilmScope, _ box: ExaminedBox) { self.init(scope, box.content, of: box.type.text) }

  var rest: Range<Int> { fields.rest }

  /// An unsigned number; 0 where it is missing.
  mutating func number(_ count: Int) -> Int {
    guard let number = fields.number(bytes: count) else {
      breakOff()
      return 0
    }
    return number
  }

  /// A number with a sign, of 4 or 8 bytes.
  mutating func signed(_ count: Int) -> Int {
    guard let range = fields.take(count) else {
      breakOff()
      return 0
    }
    let value = scope.bytes[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return count == 8 ? Int(Int64(bitPattern: value)) : Int(Int32(truncatingIfNeeded: value))
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    guard let range = fields.take(count) else {
      breakOff()
      return []
    }
    return Array(scope.bytes[range])
  }

  private mutating func breakOff() {
    if !isBroken { scope.object(.headerBytes, range, "\(name) is cut short") }
    isBroken = true
    _ = fields.take(fields.rest.count)
  }

  /// A number that a render has one of some values of.
  mutating func expect(
    _ count: Int, _ values: Int..., as kind: MetadataBlock.Kind = .headerBytes, else objection: String
  ) {
    let start = fields.position
    let value = number(count)
    if !isBroken, !values.contains(value) { scope.object(kind, start..<fields.position, objection, .no) }
  }

  /// Bytes that are zero in renders.
  mutating func zeros(_ count: Int, as kind: MetadataBlock.Kind = .headerBytes, _ objection: String? = nil) {
    guard let range = fields.take(count) else { return breakOff() }
    guard let first = scope.bytes[range].firstIndex(where: { $0 != 0 }) else { return }
    scope.object(kind, first..<range.upperBound, objection ?? "\(name) says what a render's does not", .no)
  }

  /// The version, 0 or 1, of a box whose flags are zero.
  mutating func version(most: Int = 1) -> Int {
    let version = number(1)
    if version > most { scope.object(.headerBytes, range, "\(name) is of a version that is not known") }
    zeros(3)
    return version
  }

  /// There is nothing more.
  mutating func end() {
    guard !rest.isEmpty else { return }
    scope.object(.headerBytes, rest, "bytes behind what \(name) says")
    _ = fields.take(fields.rest.count)
  }
}
