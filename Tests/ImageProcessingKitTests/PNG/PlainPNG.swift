@testable import ImageProcessingKit

/// PNGs for tests of the gate, put together by hand: no more than it has to tell apart.
struct PlainPNG {
  typealias Chunk = (type: String, content: [UInt8])

  var width: Int
  var height: Int
  var depth = 8
  /// As IHDR has it.
  var type: UInt8 = 2
  var isInterlaced = false
  /// As they are stored, row by row; of a palette's picture its indices.
  var samples: [UInt16]
  var palette: [[UInt8]] = []
  /// What tRNS holds.
  var transparency: [UInt8] = []
  /// Before the palette, before the data, and behind it.
  var first: [Chunk] = []
  var middle: [Chunk] = []
  var last: [Chunk] = []
  /// The filter type of each row in turn.
  var filters: [UInt8] = [0, 1, 2, 3, 4]
  /// The most bytes of a chunk of data.
  var mostData = 1000
  /// What stands in the bits behind the last pixel of each row.
  var slack: UInt8 = 0
  /// More rows than there should be, what stands behind the end of the stream, and behind the end of the file.
  var surplus: [UInt8] = []
  var rest: [UInt8] = []
  var trailer: [UInt8] = []

  var stored: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type] ?? 1 }

  /// What zlib makes of some bytes.
  static func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return try [0x78, 0x9C] + RawDeflate.compress(bytes) + word(b << 16 | a)
  }

  static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + content
    return word(UInt32(content.count)) + checked + word(checksum(checked))
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var header: [UInt8] {
    Self.word(UInt32(width)) + Self.word(UInt32(height)) + [UInt8(depth), type, 0, 0, isInterlaced ? 1 : 0]
  }

  func encoded() throws -> [UInt8] {
    var chunks: [Chunk] = [("IHDR", header)] + first
    if !palette.isEmpty { chunks.append(("PLTE", palette.flatMap { $0 })) }
    if !transparency.isEmpty { chunks.append(("tRNS", transparency)) }
    chunks += middle
    let data = try Self.deflated(filtered + surplus) + rest
    for start in stride(from: 0, to: data.count, by: mostData) {
      chunks.append(("IDAT", Array(data[start...].prefix(mostData))))
    }
    chunks += last + [("IEND", [])]
    return Self.signature + chunks.flatMap { Self.chunk($0.type, $0.content) } + trailer
  }

  /// Rows as they are deflated.
  private var filtered: [UInt8] {
    var result: [UInt8] = []
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    let distance = max(stored * depth / 8, 1)
    var number = 0
    for (left, top, across, down) in passes where left < width {
      var before: [UInt8]?
      for y in stride(from: top, to: height, by: down) {
        var unpacked: [UInt16] = []
        for x in stride(from: left, to: width, by: across) {
          let place = (y * width + x) * stored
          unpacked += samples[place..<(place + stored)]
        }
        let row = packed(unpacked)
        let above = before ?? [UInt8](repeating: 0, count: row.count)
        let filter = filters[number % filters.count]
        number += 1
        result.append(filter)
        for index in row.indices {
          let a = index >= distance ? row[index - distance] : 0
          let c = index >= distance ? above[index - distance] : 0
          let b = above[index]
          let guess: UInt8 =
            switch filter {
            case 1: a
            case 2: b
            case 3: UInt8((Int(a) + Int(b)) / 2)
            case 4: [a, b, c].min { Self.distance($0, a, b, c) < Self.distance($1, a, b, c) } ?? 0
            default: 0
            }
          result.append(row[index] &- guess)
        }
        before = row
      }
    }
    return result
  }

  private static func distance(_ value: UInt8, _ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int {
    abs(Int(a) + Int(b) - Int(c) - Int(value))
  }

  private func packed(_ row: [UInt16]) -> [UInt8] {
    if depth == 16 { return row.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    var bytes = [UInt8](repeating: 0, count: (row.count * depth + 7) / 8)
    for (index, sample) in row.enumerated() {
      bytes[index * depth / 8] |= UInt8(sample) << (8 - depth - index * depth % 8)
    }
    let unused = 8 * bytes.count - row.count * depth
    bytes[bytes.count - 1] |= slack & UInt8(1 << unused - 1)
    return bytes
  }
}

extension UnopenedPhoto {
  init(_ png: PlainPNG) throws {
    try self.init(png.encoded(), width: png.width, height: png.height)
  }
}
