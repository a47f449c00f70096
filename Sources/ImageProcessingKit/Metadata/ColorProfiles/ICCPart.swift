/// Which parts of a colour profile are read: registered tags that decide colours, each of exactly the length that its own
/// header gives it (ICC.1:2010, clauses 9 and 10).
enum ICCPart {
  private static let numbers: Set<String> = ["curv", "para"]
  private static let tables: Set<String> = ["mft1", "mft2", "mAB ", "mBA "]

  /// By tag, the types that its data may have.
  private static let colorTags: [String: Set<String>] = {
    var tags: [String: Set<String>] = [
      "chad": ["sf32"]
    ]
    for name in ["wtpt", "bkpt", "rXYZ", "gXYZ", "bXYZ"] { tags[name] = ["XYZ "] }
    for name in ["rTRC", "gTRC", "bTRC", "kTRC"] { tags[name] = numbers }
    for name in ["A2B0", "A2B1", "A2B2"] { tags[name] = tables }
    return tags
  }()

  /// The bytes of a part, as many as it says it has: some writers count padding, or more. Nil where it is not read.
  /// - Parameter data: all that the tag's entry says is its data.
  static func read(_ tag: String, _ data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard data.count >= 8 else { return nil }
    let type = String(decoding: data.prefix(4), as: UTF8.self)
    guard colorTags[tag]?.contains(type) == true, let length = length(of: Array(data), type),
      length <= data.count
    else { return nil }
    return data.prefix(length)
  }

  /// The bytes that a part's header says it has; nil where it is broken.
  private static func length(of data: [UInt8], _ type: String) -> Int? {
    switch type {
    case "XYZ ": 20
    case "sf32": 8 + 9 * 4
    case "curv", "para": curveLength(data, at: 0)
    case "mft1": tableLength(data, entry: 1)
    case "mft2": tableLength(data, entry: 2)
    case "mAB ", "mBA ": stageLength(data)
    default: nil
    }
  }

  private static func number(_ data: [UInt8], _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place + size <= data.count else { return nil }
    return data[place..<(place + size)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// `curv` (10.5) and `para` (10.15).
  private static func curveLength(_ data: [UInt8], at place: Int) -> Int? {
    guard place >= 0, place + 12 <= data.count else { return nil }
    switch String(decoding: data[place..<(place + 4)], as: UTF8.self) {
    case "curv": return number(data, place + 8, 4).map { 12 + 2 * $0 }
    case "para":
      let parameters = [1, 3, 4, 5, 7]
      guard let kind = number(data, place + 8, 2), parameters.indices.contains(kind) else { return nil }
      return 12 + 4 * parameters[kind]
    default: return nil
    }
  }

  private static let maxChannels = 15

  /// Points of a grid with so many channels, each of them entries wide; nil where it is larger than any file.
  private static func gridPoints(_ sides: [Int], channels: Int) -> Int? {
    var points = channels
    for side in sides {
      points *= side
      guard points > 0, points < 1 << 30 else { return nil }
    }
    return points
  }

  /// `mft1` and `mft2` (10.8 and 10.9): curves in, grid, curves out.
  private static func tableLength(_ data: [UInt8], entry: Int) -> Int? {
    guard let inputs = number(data, 8, 1), let outputs = number(data, 9, 1), let side = number(data, 10, 1),
      (1...maxChannels).contains(inputs), (1...maxChannels).contains(outputs),
      let grid = gridPoints([Int](repeating: side, count: inputs), channels: outputs)
    else { return nil }
    if entry == 1 { return 48 + 256 * inputs + grid + 256 * outputs }
    guard let before = number(data, 48, 2), let after = number(data, 50, 2) else { return nil }
    return 52 + 2 * (before * inputs + grid + after * outputs)
  }

  /// `mAB ` and `mBA ` (10.12 and 10.13): stages at offsets of their own, which must lie one behind another.
  private static func stageLength(_ data: [UInt8]) -> Int? {
    guard let inputs = number(data, 8, 1), let outputs = number(data, 9, 1),
      (1...maxChannels).contains(inputs), (1...maxChannels).contains(outputs)
    else { return nil }
    let isBackward = data[1] == UInt8(ascii: "B")
    var stages: [Range<Int>] = []
    for (field, channels) in [
      (12, isBackward ? inputs : outputs), (20, 3), (28, isBackward ? outputs : inputs),
    ] {
      guard let start = number(data, field, 4) else { return nil }
      guard start > 0 else { continue }
      var end = start
      for _ in 0..<channels {
        guard let length = curveLength(data, at: end) else { return nil }
        end += length + (-length & 3)
      }
      stages.append(start..<end)
    }
    if let start = number(data, 16, 4), start > 0 { stages.append(start..<(start + 48)) }
    if let start = number(data, 24, 4), start > 0 {
      guard start + 20 <= data.count, let width = number(data, start + 16, 1), (1...2).contains(width),
        let grid = gridPoints(data[start..<(start + inputs)].map(Int.init), channels: outputs)
      else { return nil }
      let length = 20 + width * grid
      stages.append(start..<(start + length + (-length & 3)))
    }
    var reached = 32
    for stage in stages.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard (reached...(reached + 3)).contains(stage.lowerBound) else { return nil }
      reached = stage.upperBound
    }
    // The last stage's padding may be left out.
    return data.count < reached && reached - data.count < 4 ? data.count : reached
  }
}
