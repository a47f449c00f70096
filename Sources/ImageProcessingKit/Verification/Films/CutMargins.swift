/// How much of the coded pictures a set of a sequence has cut away when they are shown, in pixels (ITU-T H.264, 7.3.2.1.1 and 7.4.2.1.1;
/// ITU-T H.265, 7.3.2.2.1 and 7.4.3.2.1).
///
/// Decoders leave that out, so nobody has looked at it, and anybody can have it shown by changing a few bits.
struct CutMargins {
  private let left: Int
  private let right: Int
  private let top: Int
  private let bottom: Int
  /// What encoders fill up to, across and down.
  private let filled: (across: Int, down: Int)

  /// Encoders of HEVC in hardware fill up to so many, and those in software to 8 or 16.
  private static let filledInHEVC = 32
  private static let sideInH264 = 16
  /// Profiles of H.264 that say which colours they have (7.3.2.1.1).
  static let profilesWithColors: Set<Int> = [
    44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244,
  ]

  /// Whether there is more than what fills up the last blocks, which is at the right and at the bottom.
  var hideSomething: Bool { left > 0 || top > 0 || right >= filled.across || bottom >= filled.down }

  /// Four numbers in steps of colours, which must not grow beyond what a picture can have.
  private init?(
    _ bits: inout FilmBits, colors: Int, rowsOfStep: Int, filled: (across: Int, down: Int)
  ) {
    var numbers = [0, 0, 0, 0]
    guard let isCut = bits.number(1) else { return nil }
    if isCut == 1 {
      for index in numbers.indices {
        guard let number = bits.unsigned(), number <= 0xFFFF else { return nil }
        numbers[index] = number
      }
    }
    // 4:2:0 and 4:2:2 have colours for every other column, and 4:2:0 for every other row.
    let (across, down) = (colors == 1 || colors == 2 ? 2 : 1, (colors == 1 ? 2 : 1) * rowsOfStep)
    (left, right) = (numbers[0] * across, numbers[1] * across)
    (top, bottom) = (numbers[2] * down, numbers[3] * down)
    self.filled = filled
  }

  /// - Parameter unit: with its head of one byte.
  /// - Returns: nil where it is no such set.
  init?(h264 unit: [UInt8]) {
    var bits = FilmBits(unit, from: 1, most: unit.count)
    guard let profile = bits.number(8), bits.number(16) != nil, bits.unsigned() != nil else { return nil }
    var colors = 1
    if Self.profilesWithColors.contains(profile) {
      guard let stated = bits.unsigned(), stated <= 3 else { return nil }
      colors = stated
      if colors == 3, bits.number(1) != 0 { return nil }
      for _ in 0..<2 where bits.unsigned() == nil { return nil }
      guard bits.number(1) != nil, let hasLists = bits.number(1) else { return nil }
      if hasLists == 1 {
        for list in 0..<(colors == 3 ? 12 : 8) {
          guard let isThere = bits.number(1) else { return nil }
          if isThere == 1, !bits.skipList(of: list < 6 ? 16 : 64) { return nil }
        }
      }
    }
    guard bits.unsigned() != nil, let order = bits.unsigned() else { return nil }
    if order == 0 {
      guard bits.unsigned() != nil else { return nil }
    } else if order == 1 {
      guard bits.number(1) != nil, bits.unsigned() != nil, bits.unsigned() != nil,
        let count = bits.unsigned(),
        count < 256
      else { return nil }
      for _ in 0..<count where bits.unsigned() == nil { return nil }
    }
    guard bits.unsigned() != nil, bits.number(1) != nil, bits.unsigned() != nil, bits.unsigned() != nil,
      let hasFramesAlone = bits.number(1)
    else { return nil }
    if hasFramesAlone == 0, bits.number(1) == nil { return nil }
    guard bits.number(1) != nil else { return nil }
    let fields = hasFramesAlone == 1 ? 1 : 2
    self.init(
      &bits, colors: colors, rowsOfStep: fields, filled: (Self.sideInH264, Self.sideInH264 * fields))
  }

  /// - Parameter bits: of a set of HEVC, behind its number.
  /// - Returns: nil where it is no such set.
  init?(behindNumberOfHEVC bits: inout FilmBits) {
    guard let colors = bits.unsigned(), colors <= 3 else { return nil }
    if colors == 3, bits.number(1) != 0 { return nil }
    guard bits.unsigned() != nil, bits.unsigned() != nil else { return nil }
    self.init(&bits, colors: colors, rowsOfStep: 1, filled: (Self.filledInHEVC, Self.filledInHEVC))
  }
}

extension FilmBits {
  /// scaling_list (ITU-T H.264, 7.3.2.1.1.1).
  /// - Returns: whether it is there.
  mutating func skipList(of count: Int) -> Bool {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 {
        guard let code = unsigned() else { return false }
        // se(v): odd codes stand for positive numbers.
        next = (last + (code & 1 == 1 ? (code + 1) / 2 : -code / 2)) & 255
      }
      if next != 0 { last = next }
    }
    return true
  }
}
