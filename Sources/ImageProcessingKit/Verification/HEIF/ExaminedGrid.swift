/// How a picture is put together from tiles (ISO/IEC 23008-12, 6.6.2.3.2).
struct ExaminedGrid: Equatable {
  let columns: Int
  let rows: Int
  /// Of what is shown, in pixels.
  let width: Int
  let height: Int

  /// How many bytes say so.
  let length: Int

  static let maxLength = 12

  /// - Parameter content: the beginning of the item's data.
  init?(_ content: [UInt8]) {
    guard content.count >= 8, content[0] == 0 else { return nil }
    (rows, columns) = (Int(content[2]) + 1, Int(content[3]) + 1)
    let size = content[1] & 1 == 0 ? 2 : 4
    length = 4 + 2 * size
    guard content.count >= length else { return nil }
    width = content[4..<4 + size].reduce(0) { $0 << 8 | Int($1) }
    height = content[(4 + size)..<length].reduce(0) { $0 << 8 | Int($1) }
    guard width > 0, height > 0 else { return nil }
  }

  /// The same of what is shown.
  static func == (a: ExaminedGrid, b: ExaminedGrid) -> Bool {
    (a.columns, a.rows, a.width, a.height) == (b.columns, b.rows, b.width, b.height)
  }

  /// The shortest description.
  var content: [UInt8] {
    let isWide = max(width, height) > 65_535
    func number(_ value: Int) -> [UInt8] {
      (isWide ? [24, 16, 8, 0] : [8, 0]).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    return [0, isWide ? 1 : 0, UInt8(rows - 1), UInt8(columns - 1)] + number(width) + number(height)
  }
}
