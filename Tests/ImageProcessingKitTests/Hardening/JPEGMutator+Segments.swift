extension JPEGMutator {
  // MARK: Damage to the order of segments

  mutating func damageSegments(_ damage: Damage, _ bytes: inout [UInt8]) {
    let layout = StreamLayout(bytes)
    guard let segment = choice(layout.segments), let other = choice(layout.segments) else { return }
    switch damage {
    case .duplicatedSegment:
      bytes.insert(contentsOf: Array(bytes[segment.whole]), at: other.whole.lowerBound)
    case .removedSegment:
      bytes.removeSubrange(segment.whole)
    case .swappedSegments:
      guard segment.whole.upperBound <= other.whole.lowerBound else { return }
      let parts = (Array(bytes[segment.whole]), Array(bytes[other.whole]))
      bytes.replaceSubrange(other.whole, with: parts.0)
      bytes.replaceSubrange(segment.whole, with: parts.1)
    default:
      let length = segment.content.count + 2
      let lie = choice([length - 1, length + 1, 0, 1, 2, 0xFFFF, pick(0x10000)]) ?? 0
      bytes[segment.whole.lowerBound + 2] = UInt8(lie >> 8 & 0xFF)
      bytes[segment.whole.lowerBound + 3] = UInt8(lie & 0xFF)
    }
  }

  // MARK: Damage to what frame and scan headers say

  mutating func damageHeaders(_ damage: Damage, _ bytes: inout [UInt8]) {
    let layout = StreamLayout(bytes)
    let isScan = damage == .alteredScan
    let headers = isScan ? layout.segments(0xDA...0xDA) : layout.segments(0xC0...0xC3)
    guard let header = choice(headers), header.content.count >= 6 else { return }
    let start = header.content.lowerBound
    switch damage {
    case .alteredSize:
      // A few pixels more or less change the number of MCUs; a high byte changes it by thousands.
      let place = start + 1 + pick(4)
      bytes[place] = choice([bytes[place] &+ UInt8(pick(16)), bytes[place] &- UInt8(pick(16)), byte()]) ?? 0
    case .alteredSampling:
      let place = start + 7 + 3 * pick(header.content.count / 3 - 2)
      guard place < header.content.upperBound else { return }
      bytes[place] = UInt8(pick(5) << 4 | pick(5))
    case .alteredFrameMarker:
      bytes[header.whole.lowerBound + 1] = 0xC0 + UInt8(pick(16))
    default:
      bytes[start + pick(header.content.count)] = choice([UInt8(pick(5)), 0x11, 0x22, byte()]) ?? 0
    }
  }

  // MARK: Damage to restart markers

  mutating func damageRestarts(_ damage: Damage, _ bytes: inout [UInt8]) {
    let layout = StreamLayout(bytes)
    let marker = choice(layout.restarts)
    switch damage {
    case .renumberedRestart:
      if let marker { bytes[marker + 1] = 0xD0 + UInt8(pick(8)) }
    case .removedRestart:
      if let marker { bytes.removeSubrange(marker..<(marker + 2)) }
    case .swappedRestarts:
      if let marker, let other = choice(layout.restarts) { bytes.swapAt(marker + 1, other + 1) }
    case .insertedRestart:
      guard let data = choice(layout.entropy.filter { !$0.isEmpty }) else { return }
      let place = choice([marker ?? data.lowerBound, data.lowerBound + pick(data.count), data.upperBound])
      bytes.insert(contentsOf: [0xFF, 0xD0 + UInt8(pick(8))], at: place ?? data.lowerBound)
    case .alteredInterval:
      guard let interval = layout.segments(0xDD...0xDD).first, interval.content.count == 2 else { return }
      bytes[interval.content.upperBound - 1] = choice([0, 1, 2, byte()]) ?? 0
    default:
      guard let segment = choice(layout.segments) else { return }
      bytes.insert(contentsOf: [0xFF, 0xDD, 0, 4, 0, UInt8(pick(6))], at: segment.whole.lowerBound)
    }
  }
}
