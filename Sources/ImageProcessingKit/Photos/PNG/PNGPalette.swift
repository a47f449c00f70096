/// What becomes of a palette, so that no entry of it tells a colour that only the hidden part had.
///
/// Pixels outside keep their entries, or have the first of those that show the same. The colours that areas show take those that are
/// free then; where there are too few, every hidden pixel takes the nearest of the colours that are left.
struct PNGPalette {
  /// Red, green and blue of each entry.
  private(set) var entries: [UInt8]
  private(set) var transparency: PNGTransparency
  /// Whether all colours had room.
  let isExact: Bool
  private var indices: [Color: UInt8]
  private let candidates: [(index: UInt8, color: Color)]
  private static let maxKnown = 1 << 16

  struct Color: Hashable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    static let gray = Color(red: 128, green: 128, blue: 128)

    init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Of a pixel that is hidden.
    init(_ samples: UnsafeBufferPointer<Int>) {
      self.init(
        red: UInt8(truncatingIfNeeded: samples[0]), green: UInt8(truncatingIfNeeded: samples[1]),
        blue: UInt8(truncatingIfNeeded: samples[2]))
    }

    /// Of an entry of a file's palette; an index that is in no palette shows black.
    fileprivate init(ofEntry index: Int, in file: PNGFile) {
      guard 3 * index + 2 < file.palette.count else {
        self.init(red: 0, green: 0, blue: 0)
        return
      }
      self.init(
        red: file.palette[3 * index], green: file.palette[3 * index + 1], blue: file.palette[3 * index + 2])
    }

    fileprivate func distance(to other: Color) -> Int {
      func square(_ a: UInt8, _ b: UInt8) -> Int { (Int(a) - Int(b)) * (Int(a) - Int(b)) }
      return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
    }
  }

  /// - Parameters:
  ///   - isUsed: by entry of 256, whether a pixel outside of the areas has it.
  ///   - asked: the colours that areas show, each once, in an order that depends on them alone; they may be cut off where they are
  ///     more than a palette has.
  init(of file: PNGFile, isUsed: [Bool], asked: [Color]) {
    let alphas: [UInt8] = if case .entries(let alphas) = file.transparency { alphas } else { [] }
    func alpha(_ index: Int) -> UInt8 { index < alphas.count ? alphas[index] : 255 }
    func color(_ index: Int) -> Color { Color(ofEntry: index, in: file) }
    let slots = 1 << file.header.depth
    let used = (0..<slots).filter { isUsed[$0] }
    let opaque = used.filter { alpha($0) == 255 }
    var colors = [Color?](repeating: nil, count: slots)
    for index in used { colors[index] = color(index) }

    var indices: [Color: UInt8] = [:]
    for index in opaque.reversed() { indices[color(index)] = UInt8(index) }
    let free = (0..<slots).filter { !isUsed[$0] }
    let new = asked.filter { indices[$0] == nil }
    isExact = new.count <= free.count
    if isExact {
      for (index, asked) in zip(free, new) {
        colors[index] = asked
        indices[asked] = UInt8(index)
      }
      candidates = []
    } else {
      indices = [:]
      if used.isEmpty { colors[0] = .gray }
      let left = used.isEmpty ? [0] : opaque.isEmpty ? used : opaque
      candidates = left.map { (UInt8($0), colors[$0] ?? .gray) }
    }
    self.indices = indices

    let count = (colors.lastIndex { $0 != nil } ?? 0) + 1
    entries = colors.prefix(count).flatMap { color -> [UInt8] in
      color.map { [$0.red, $0.green, $0.blue] } ?? [0, 0, 0]
    }
    let kept = (0..<count).map { isUsed[$0] ? alpha($0) : 255 }
    let last = kept.lastIndex { $0 < 255 }
    transparency = last.map { .entries(Array(kept[...$0])) } ?? .none
  }

  /// The entry that a hidden pixel has.
  mutating func index(of color: Color) -> UInt8 {
    if let index = indices[color] { return index }
    var nearest = (index: UInt8(0), distance: Int.max)
    for candidate in candidates {
      let distance = candidate.color.distance(to: color)
      // Of entries that are equally near, the first is taken.
      if distance < nearest.distance { nearest = (candidate.index, distance) }
    }
    // A smooth style asks for more colours than are worth keeping.
    if indices.count < Self.maxKnown { indices[color] = nearest.index }
    return nearest.index
  }
}

/// Which entries of a palette show the same: which of them a pixel has would be a picture that nobody sees.
struct PNGPaletteTwins {
  /// By index of 256, the first that has its colour and alpha.
  let first: [UInt8]

  init(of file: PNGFile) {
    let alphas: [UInt8] = if case .entries(let alphas) = file.transparency { alphas } else { [] }
    var known: [Shown: UInt8] = [:]
    first = (0..<256).map { index -> UInt8 in
      let shown = Shown(
        color: PNGPalette.Color(ofEntry: index, in: file), alpha: index < alphas.count ? alphas[index] : 255)
      if let first = known[shown] { return first }
      known[shown] = UInt8(index)
      return UInt8(index)
    }
  }

  private struct Shown: Hashable {
    let color: PNGPalette.Color
    let alpha: UInt8
  }

  /// Whether an entry is another one's twin, and not the first.
  private func isLater(_ index: Int) -> Bool { Int(first[index]) != index }

  /// Of entries that pixels have, those that they have in a render.
  /// - Returns: nil where these are the same.
  func merged(_ isUsed: [Bool]) -> [Bool]? {
    guard isUsed.indices.contains(where: { isUsed[$0] && isLater($0) }) else { return nil }
    var merged = [Bool](repeating: false, count: isUsed.count)
    for index in isUsed.indices where isUsed[index] { merged[Int(first[index])] = true }
    return merged
  }

  /// Gives each pixel of a packed row the first entry that shows the same.
  func merge(_ packed: UnsafeMutableBufferPointer<UInt8>, width: Int, depth: Int) {
    for place in 0..<width {
      let index = PNGRows.sample(at: place, depth: depth, in: packed)
      if isLater(Int(index)) { PNGRows.put(first[Int(index)], at: place, depth: depth, in: packed) }
    }
  }
}
