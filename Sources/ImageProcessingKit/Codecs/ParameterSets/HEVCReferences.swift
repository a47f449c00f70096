/// The pictures that one of HEVC may refer to, and those that are kept for others: st_ref_pic_set (ITU-T H.265, 7.3.7 and 7.4.8).
struct HEVCReferences: Sendable, Hashable {
  /// How much earlier and later they are shown, in steps of their order; the nearest first.
  private(set) var earlier: [Int] = []
  private(set) var later: [Int] = []

  private static let most = 16

  /// - Parameters:
  ///   - reader: before it; then behind it.
  ///   - sets: those before it in the set of a sequence.
  ///   - isOfSlice: whether it stands in a slice, behind all of these.
  /// - Throws: `FaceBlurError` where it is cut short or has numbers that may not be.
  init(
    _ reader: inout BitReader, behind sets: [HEVCReferences], isOfSlice: Bool = false
  ) throws(FaceBlurError) {
    if !sets.isEmpty, try reader.flag() {
      let back = isOfSlice ? try reader.unsigned() : 0
      guard back < sets.count else { throw BitReader.oddNumber }
      try follow(sets[sets.count - 1 - back], &reader)
    } else {
      let (before, after) = (try reader.count(upTo: Self.most), try reader.count(upTo: Self.most))
      earlier = try Self.steps(before, sign: -1, &reader)
      later = try Self.steps(after, sign: 1, &reader)
    }
    guard earlier.count + later.count <= Self.most else { throw BitReader.oddNumber }
  }

  private static func steps(
    _ count: Int, sign: Int, _ reader: inout BitReader
  ) throws(FaceBlurError) -> [Int] {
    var steps: [Int] = []
    for _ in 0..<count {
      steps.append((steps.last ?? 0) + sign * (1 + (try reader.count(upTo: 1 << 15))))
      // Whether this picture refers to it, or a later one may.
      _ = try reader.flag()
    }
    return steps
  }

  /// Those of another set, moved by some steps.
  private mutating func follow(
    _ other: HEVCReferences, _ reader: inout BitReader
  ) throws(FaceBlurError) {
    let isBack = try reader.flag()
    let step = (1 + (try reader.count(upTo: 1 << 15))) * (isBack ? -1 : 1)
    // The last is the picture itself that the other set is of.
    var moved: [Int] = []
    for place in other.earlier + other.later + [0] {
      let isUsed = try reader.flag()
      let stays = isUsed ? true : try reader.flag()
      if stays { moved.append(place + step) }
    }
    earlier = moved.filter { $0 < 0 }.sorted(by: >)
    later = moved.filter { $0 > 0 }.sorted()
  }
}
