import TestSupport

/// Damages JPEG streams in the ways that files are damaged, and in those that attackers would choose.
///
/// All chance comes from the seed, so a mutant can be made again from its number.
struct JPEGMutator {
  /// One kind of damage.
  enum Damage: CaseIterable {
    case flippedBits, replacedBytes, insertedBytes, removedBytes, truncated, splicedAnywhere, splicedAtScan
    case flippedEntropyBits, brokenStuffing, strayMarker, endedEarly
    case swappedTables, alteredCodeCounts, alteredSymbols, relabeledTable, foreignTables, completedCode
    case zeroedQuantizer
    case duplicatedSegment, removedSegment, swappedSegments, lyingLength
    case alteredSize, alteredSampling, alteredFrame, alteredScan, alteredFrameMarker
    case renumberedRestart, removedRestart, insertedRestart, swappedRestarts
    case alteredInterval, insertedInterval
  }

  var random: SplitMix
  /// Other streams, to take parts from.
  let donors: [[UInt8]]

  /// A stream with one to three kinds of damage.
  mutating func mutant(of jpeg: [UInt8]) -> (bytes: [UInt8], damages: [Damage]) {
    let damages = (0..<[1, 1, 1, 2, 3][pick(5)]).map { _ in Damage.allCases[pick(Damage.allCases.count)] }
    var bytes = jpeg
    for damage in damages { apply(damage, to: &bytes) }
    return (bytes, damages)
  }

  private mutating func apply(_ damage: Damage, to bytes: inout [UInt8]) {
    guard bytes.count > 8 else { return }
    switch damage {
    case .flippedBits, .replacedBytes, .insertedBytes, .removedBytes, .truncated, .splicedAnywhere:
      damageAnywhere(damage, &bytes)
    case .splicedAtScan, .flippedEntropyBits, .brokenStuffing, .strayMarker, .endedEarly:
      damageEntropy(damage, &bytes)
    case .swappedTables, .alteredCodeCounts, .alteredSymbols, .relabeledTable, .foreignTables,
      .completedCode, .zeroedQuantizer:
      damageTables(damage, &bytes)
    case .duplicatedSegment, .removedSegment, .swappedSegments, .lyingLength:
      damageSegments(damage, &bytes)
    case .alteredSize, .alteredSampling, .alteredFrame, .alteredScan, .alteredFrameMarker:
      damageHeaders(damage, &bytes)
    case .renumberedRestart, .removedRestart, .insertedRestart, .swappedRestarts, .alteredInterval,
      .insertedInterval:
      damageRestarts(damage, &bytes)
    }
  }

  // MARK: Chance

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &random) }

  mutating func byte() -> UInt8 { .random(in: .min ... .max, using: &random) }

  /// Nil where there is nothing to choose from.
  mutating func choice<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[pick(elements.count)]
  }

  // MARK: Damage that knows nothing of the format

  private mutating func damageAnywhere(_ damage: Damage, _ bytes: inout [UInt8]) {
    switch damage {
    case .flippedBits:
      for _ in 0...pick(6) { bytes[pick(bytes.count)] ^= 1 << UInt8(pick(8)) }
    case .replacedBytes:
      for _ in 0...pick(4) { bytes[pick(bytes.count)] = choice([byte(), 0, 0xFF]) ?? 0 }
    case .insertedBytes:
      let stray = (0...pick(12)).map { _ in byte() }
      bytes.insert(contentsOf: stray, at: pick(bytes.count))
    case .removedBytes:
      let start = pick(bytes.count)
      bytes.removeSubrange(start..<min(start + 1 + pick(12), bytes.count))
    case .truncated:
      bytes.removeLast(choice([1, 2, 3, pick(bytes.count)]) ?? 1)
    default:
      let donor = choice(donors) ?? bytes
      bytes = Array(bytes.prefix(pick(bytes.count)) + donor.suffix(pick(donor.count)))
    }
  }

  // MARK: Damage to what the scans hold

  private mutating func damageEntropy(_ damage: Damage, _ bytes: inout [UInt8]) {
    let layout = StreamLayout(bytes)
    guard let data = choice(layout.entropy.filter { !$0.isEmpty }) else { return }
    let place = data.lowerBound + pick(data.count)
    switch damage {
    case .splicedAtScan:
      // The head of one stream over the data of another.
      let donor = choice(donors) ?? bytes
      guard let start = StreamLayout(donor).entropy.first?.lowerBound else { return }
      bytes = Array(bytes.prefix(data.lowerBound) + donor.dropFirst(start))
    case .flippedEntropyBits:
      for _ in 0...pick(4) { bytes[data.lowerBound + pick(data.count)] ^= 1 << UInt8(pick(8)) }
    case .brokenStuffing:
      let stuffed = data.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0 }
      if let chosen = choice(Array(stuffed)) { bytes.remove(at: chosen + pick(2)) }
    case .strayMarker:
      bytes.insert(contentsOf: [0xFF, choice([0x00, 0x01, 0xC4, 0xD8, 0xDA, 0xDC, 0xFF]) ?? 0], at: place)
    default:
      bytes.insert(contentsOf: [0xFF, 0xD9], at: choice([place, data.upperBound - 1]) ?? place)
    }
  }

  // MARK: Damage to tables

  private mutating func damageTables(_ damage: Damage, _ bytes: inout [UInt8]) {
    let layout = StreamLayout(bytes)
    if damage == .zeroedQuantizer {
      guard let table = choice(layout.segments(0xDB...0xDB)), !table.content.isEmpty else { return }
      bytes[table.content.lowerBound + pick(table.content.count)] = 0
      return
    }
    let tables = layout.segments(0xC4...0xC4).filter { $0.content.count > 17 }
    guard let table = choice(tables), let other = choice(tables) else { return }
    let start = table.content.lowerBound
    switch damage {
    case .swappedTables:
      let labels = (bytes[start], bytes[other.content.lowerBound])
      bytes[start] = labels.1
      bytes[other.content.lowerBound] = labels.0
    case .alteredCodeCounts:
      // Mostly a code moves to another length, so that the number of symbols stays.
      let lengths = (start + 1 + pick(16), start + 1 + pick(16))
      bytes[lengths.0] &-= bytes[lengths.0] > 0 ? 1 : 0
      if pick(8) > 0 { bytes[lengths.1] &+= 1 }
    case .alteredSymbols:
      for _ in 0...pick(3) { bytes[start + 17 + pick(table.content.count - 17)] = byte() }
    case .relabeledTable:
      bytes[start] = choice([0x00, 0x01, 0x03, 0x10, 0x11, 0x13, 0x04, 0x20, byte()]) ?? 0
    case .completedCode:
      completeCode(of: table, in: &bytes)
    default:
      let donor = choice(donors) ?? bytes
      guard let foreign = choice(StreamLayout(donor).segments(0xC4...0xC4)) else { return }
      bytes.replaceSubrange(table.whole, with: donor[foreign.whole])
    }
  }
  /// Gives the longest codes of a table more symbols, until the code of ones alone, which is forbidden, is used.
  private func completeCode(of table: StreamLayout.Segment, in bytes: inout [UInt8]) {
    let counts = (table.content.lowerBound + 1)..<(table.content.lowerBound + 17)
    guard let longest = counts.last(where: { bytes[$0] > 0 }) else { return }
    let used = counts.reduce(0) { $0 << 1 + Int(bytes[$1]) } >> (counts.upperBound - 1 - longest)
    let missing = 1 << (longest - counts.lowerBound + 1) - used
    let length = table.content.count + 2 + missing
    guard (1...100).contains(missing), Int(bytes[longest]) + missing < 256, length < 0x10000 else { return }
    bytes[longest] += UInt8(missing)
    bytes.insert(contentsOf: [UInt8](repeating: 1, count: missing), at: table.content.upperBound)
    bytes[table.whole.lowerBound + 2] = UInt8(length >> 8)
    bytes[table.whole.lowerBound + 3] = UInt8(length & 0xFF)
  }
}
