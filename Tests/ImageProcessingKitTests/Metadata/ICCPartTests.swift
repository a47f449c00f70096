import TestSupport
import Testing

@testable import ImageProcessingKit

/// A part of a colour profile is read whole where it is exactly as long as its own header says.
@Suite struct ICCPartTests {
  /// A part by hand (ICC.1:2010, clause 10), with the tags it may stand under.
  struct Part: Sendable, CustomStringConvertible {
    let tag: String
    let name: String
    let data: [UInt8]

    var description: String { "\(tag): \(name)" }
  }

  private static func bytes(_ value: Int, _ count: Int = 4) -> [UInt8] {
    ByteOrder.bigEndian.number(value, count)
  }

  private static func head(_ type: String) -> [UInt8] { Array(type.utf8) + [0, 0, 0, 0] }

  /// Values that are no padding.
  private static func filled(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x5A, count: count) }

  private static func padded(_ data: [UInt8]) -> [UInt8] {
    data + [UInt8](repeating: 0, count: -data.count & 3)
  }

  private static func curve(_ entries: Int) -> [UInt8] { head("curv") + bytes(entries) + filled(2 * entries) }

  private static func parametric(_ kind: Int) -> [UInt8] {
    head("para") + bytes(kind, 2) + [0, 0] + filled(4 * [1, 3, 4, 5, 7][kind])
  }

  /// Curves, grid and curves of one or two bytes an entry.
  private static func table(_ type: String, inputs: Int, outputs: Int, side: Int, entries: Int) -> [UInt8] {
    let width = type == "mft1" ? 1 : 2
    let grid = (0..<inputs).reduce(outputs) { sum, _ in sum * side }
    let counts = width == 1 ? [] : bytes(entries, 2) + bytes(entries, 2)
    return head(type) + [UInt8(inputs), UInt8(outputs), UInt8(side), 0] + filled(36) + counts
      + filled(width * (entries * inputs + grid + entries * outputs))
  }

  /// Stages one behind another, each where `stages` names it: B, matrix, M, grid, A.
  private static func stages(
    _ type: String, inputs: Int, outputs: Int, _ stages: String, side: Int = 3, width: Int = 2
  ) -> [UInt8] {
    let isBackward = type == "mBA "
    var data: [UInt8] = []
    var offsets: [Character: Int] = [:]
    for stage in stages {
      offsets[stage] = 32 + data.count
      switch stage {
      case "B", "M", "A":
        let count = stage == "M" ? 3 : (stage == "B") == isBackward ? inputs : outputs
        for index in 0..<count { data += padded(index % 2 == 0 ? curve(5) : parametric(3)) }
      case "X": data += filled(48)
      default:
        let grid = (0..<inputs).reduce(outputs) { sum, _ in sum * side }
        let sides = [UInt8](repeating: UInt8(side), count: inputs) + [UInt8](repeating: 0, count: 16 - inputs)
        data += padded(sides + [UInt8(width), 0, 0, 0] + filled(width * grid))
      }
    }
    let table = "BXMGA".flatMap { bytes(offsets[$0] ?? 0) }
    return head(type) + [UInt8(inputs), UInt8(outputs), 0, 0] + table + data
  }

  private static let parts: [Part] =
    [0, 1, 3, 1024, 4096].map { Part(tag: "rTRC", name: "curve of \($0)", data: curve($0)) }
    + (0...4).map { Part(tag: "kTRC", name: "function \($0)", data: parametric($0)) }
    + [
      Part(tag: "wtpt", name: "point", data: head("XYZ ") + filled(12)),
      Part(tag: "chad", name: "matrix", data: head("sf32") + filled(36)),
    ]
    + [("A2B0", 3, 3, 9), ("A2B2", 3, 4, 5), ("A2B1", 4, 3, 4)].flatMap { row in
      [("mft1", 256), ("mft2", 17)].map { type, entries in
        Part(
          tag: row.0, name: "\(type) of \(row.1) to \(row.2)",
          data: table(type, inputs: row.1, outputs: row.2, side: row.3, entries: entries))
      }
    }
    + ["B", "BXM", "BGA", "BXMGA", "AGMXB"].flatMap { order in
      [("A2B0", "mAB ", 3, 3), ("A2B2", "mAB ", 4, 3), ("A2B0", "mBA ", 3, 3), ("A2B1", "mBA ", 3, 4)]
        .compactMap {
          tag, type, inputs, outputs in
          // Without a grid as many channels come out as go in.
          guard order.contains("G") || inputs == outputs else { return nil }
          return Part(
            tag: tag, name: "\(type)\(order), \(inputs) to \(outputs)",
            data: stages(type, inputs: inputs, outputs: outputs, order))
        }
    }

  private func read(_ tag: String, _ data: [UInt8]) -> [UInt8]? {
    // As a slice of something longer: what lies around it must not count.
    let around = Self.filled(7) + data + Self.filled(9)
    return ICCPart.read(tag, around[7..<(7 + data.count)]).map(Array.init)
  }

  @Test(arguments: parts)
  func isKeptWhole(_ part: Part) {
    #expect(read(part.tag, part.data) == part.data)
  }

  // Some writers count padding to the part, or more than that; what hides behind it is left behind.
  @Test(arguments: parts)
  func isKeptAsFarAsItSaysItReaches(_ part: Part) {
    for more in [Self.filled(1), [0, 0, 0, 0], Self.filled(2000)] {
      #expect(read(part.tag, part.data + more) == part.data)
    }
  }

  @Test(arguments: parts)
  func isNotKeptWhereItIsCutOff(_ part: Part) {
    for count in [0, 4, 7, 8, 11, part.data.count / 2, part.data.count - 4] where count < part.data.count {
      #expect(read(part.tag, Array(part.data.prefix(count))) == nil, "\(count) bytes")
    }
  }

  @Test(arguments: parts)
  func isNotKeptUnderAnotherTag(_ part: Part) {
    for tag in ["face", "ncl2", "targ", part.tag == "wtpt" ? "rTRC" : "wtpt"] where tag != part.tag {
      if tag == "wtpt", part.data.starts(with: Array("XYZ ".utf8)) { continue }
      #expect(read(tag, part.data) == nil, "\(tag)")
    }
  }

  // Whatever numbers stand in a header, judging it comes to an end and does not trap.
  @Test(arguments: parts)
  func survivesAnyHeader(_ part: Part) {
    var random = SplitMix(seed: 41)
    for _ in 0..<60 {
      var data = part.data
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 4..<min(64, data.count), using: &random)
        data[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      _ = read(part.tag, data)
    }
  }

  // They decide no colours of a picture, so nobody reads them.
  @Test(arguments: [
    "B2A0", "B2A1", "B2A2", "gamt", "desc", "cprt", "dmnd", "vued", "lumi", "meas", "tech", "cicp",
  ])
  func isNotReadWhereItDecidesNoColours(_ tag: String) {
    for part in Self.parts { #expect(read(tag, part.data) == nil, "\(part)") }
  }
}
