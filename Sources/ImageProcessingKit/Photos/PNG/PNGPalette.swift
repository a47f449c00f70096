/// The palette of a render: the colours that its pixels show, each once, in an order that they alone decide.
///
/// An entry that only the hidden part had would tell a colour of it, and in a palette that was sorted even the gap where it stood would tell
/// that there was one. So the pixels outside the areas get numbers anew. The colours that areas show are added where there is room for all;
/// where there is not, every hidden pixel takes the nearest of the colours outside.
struct PNGPalette {
  /// Red, green and blue of each entry.
  let entries: [UInt8]
  let transparency: PNGTransparency
  /// Whether all colours had room.
  let isExact: Bool
  /// By byte of a packed row, the one that holds the new numbers of its pixels. Those that only hidden pixels have become zero.
  let renumbered: [UInt8]
  private var indices: [Color: UInt8]
  /// The entries that hidden pixels may have.
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

  private struct Entry: Hashable {
    let color: Color
    let alpha: UInt8

    /// Behind alphas, so that the entries which have one of their own come first.
    var order: UInt32 {
      UInt32(alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    }
  }

  /// - Parameters:
  ///   - isUsed: by entry of 256, whether a pixel outside of the areas has it.
  ///   - asked: the colours that areas show; they may be cut off where they are more than a palette has.
  init(of file: PNGFile, isUsed: [Bool], asked: Set<Color>) {
    let alphas: [UInt8] = if case .entries(let alphas) = file.transparency { alphas } else { [] }
    func entry(_ index: Int) -> Entry {
      Entry(color: Color(ofEntry: index, in: file), alpha: index < alphas.count ? alphas[index] : 255)
    }
    let (depth, slots) = (file.header.depth, 1 << file.header.depth)
    let used = (0..<slots).filter { isUsed[$0] }
    var shown = Set(used.map(entry))
    let withAsked = shown.union(asked.map { Entry(color: $0, alpha: 255) })
    isExact = withAsked.count <= slots
    if isExact { shown = withAsked }
    if shown.isEmpty { shown = [Entry(color: .gray, alpha: 255)] }
    let sorted = shown.sorted { $0.order < $1.order }
    entries = sorted.flatMap { [$0.color.red, $0.color.green, $0.color.blue] }
    let ownAlphas = sorted.map(\.alpha).filter { $0 < 255 }
    transparency = ownAlphas.isEmpty ? .none : .entries(ownAlphas)

    let all = sorted.enumerated().map { (index: UInt8($0.offset), color: $0.element.color) }
    let opaque = Array(all.dropFirst(ownAlphas.count))
    indices = Dictionary(uniqueKeysWithValues: opaque.map { ($0.color, $0.index) })
    candidates = opaque.isEmpty ? all : opaque

    let places = Dictionary(uniqueKeysWithValues: zip(sorted, 0..<sorted.count))
    var numbers = [Int](repeating: 0, count: slots)
    for index in used { numbers[index] = places[entry(index)] ?? 0 }
    renumbered = (0..<256).map { byte in
      UInt8(
        stride(from: 0, to: 8, by: depth).reduce(0) { $0 | numbers[byte >> $1 & (slots - 1)] << $1 })
    }
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
