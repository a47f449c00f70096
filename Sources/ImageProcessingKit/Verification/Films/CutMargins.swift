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

  /// - Parameter margins: in steps of colours: to the left, to the right, at the top and at the bottom.
  private init(
    _ margins: [Int], colors: Int, rowsOfStep: Int, filled: (across: Int, down: Int)
  ) {
    // 4:2:0 and 4:2:2 have colours for every other column, and 4:2:0 for every other row.
    let (across, down) = (colors == 1 || colors == 2 ? 2 : 1, (colors == 1 ? 2 : 1) * rowsOfStep)
    (left, right) = (margins[0] * across, margins[1] * across)
    (top, bottom) = (margins[2] * down, margins[3] * down)
    self.filled = filled
  }

  /// - Parameter unit: with its head of one byte.
  /// - Returns: nil where it is no such set.
  init?(h264 unit: [UInt8]) {
    var bits = ExaminedBits(unit: unit, head: 1)
    guard let profile = bits.number(8), bits.skip(16), bits.skipNumbers(1) else { return nil }
    var colors = 1
    if Self.profilesWithColors.contains(profile) {
      guard let stated = bits.exponential(), stated <= 3, stated != 3 || bits.flag() == false,
        bits.skipNumbers(2), bits.skip(1), let hasLists = bits.flag()
      else { return nil }
      colors = stated
      for list in 0..<(colors == 3 ? 12 : 8) where hasLists {
        guard bits.skipOptional({ $0.skipList(of: list < 6 ? 16 : 64) }) else { return nil }
      }
    }
    guard bits.skipNumbers(1), bits.skipOrder(), bits.skipNumbers(1), bits.skip(1), bits.skipNumbers(2),
      let hasFramesAlone = bits.flag(), hasFramesAlone || bits.skip(1), bits.skip(1),
      let margins = bits.margins()
    else { return nil }
    let fields = hasFramesAlone ? 1 : 2
    self.init(
      margins, colors: colors, rowsOfStep: fields, filled: (Self.sideInH264, Self.sideInH264 * fields))
  }

  /// - Parameter sequence: a set of HEVC.
  init(_ sequence: ExaminedSequenceHead) {
    self.init(
      sequence.margins, colors: sequence.chroma.rawValue, rowsOfStep: 1,
      filled: (Self.filledInHEVC, Self.filledInHEVC))
  }
}

/// What sets of H.264 are made of.
extension ExaminedBits {
  /// scaling_list (ITU-T H.264, 7.3.2.1.1.1).
  /// - Returns: whether it is there.
  mutating func skipList(of count: Int) -> Bool {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 {
        guard let code = exponential() else { return false }
        // se(v): odd codes stand for positive numbers.
        next = (last + (code & 1 == 1 ? (code + 1) / 2 : -code / 2)) & 255
      }
      if next != 0 { last = next }
    }
    return true
  }

  /// What tells the order of pictures (ITU-T H.264, 7.3.2.1.1).
  /// - Returns: whether it is there.
  mutating func skipOrder() -> Bool {
    switch exponential() {
    case 0: return skipNumbers(1)
    case 1:
      guard skip(1), skipNumbers(2), let count = exponential(), count < 256 else { return false }
      return skipNumbers(count)
    case 2: return true
    default: return false
    }
  }
}
