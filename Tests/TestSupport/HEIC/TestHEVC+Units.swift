extension TestHEVC {
  /// Bytes of a unit with what keeps start codes out of them (ITU-T H.265, 7.4.2).
  public static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros == 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }

  /// The same without.
  public static func unescaped(_ unit: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }

  /// A message of one's own: an identifier of 16 bytes, then whatever one likes (ITU-T H.265, D.2.7).
  public static func message(_ content: [UInt8], isBehind: Bool = false) -> [UInt8] {
    let payload = Array("FaceBlurFaceBlur".utf8) + content
    let length = [UInt8](repeating: 255, count: payload.count / 255) + [UInt8(payload.count % 255)]
    return [isBehind ? 80 : 78, 1] + escaped([5] + length + payload) + [0x80]
  }

  /// An access unit delimiter.
  public static let delimiter: [UInt8] = [70, 1, 0x50]

  /// Filler data: so many bytes of nothing.
  public static func filler(_ count: Int) -> [UInt8] {
    [76, 1] + [UInt8](repeating: 0xFF, count: count) + [0x80]
  }

  /// A unit of a type that no decoder knows.
  public static func unknown(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    [type << 1, 1] + escaped(content) + [0x80]
  }

  /// hvcC (ISO/IEC 14496-15, 8.3.3.1).
  /// - Parameters:
  ///   - sets: VPS, SPS and PPS, from the first SPS of which the profile is taken.
  ///   - others: what follows them: arrays of further units, each of the type of the first one.
  public static func configuration(
    _ sets: [[UInt8]], chroma: Chroma, depth: Int, lengthSize: Int = 4, others: [[UInt8]] = []
  ) -> [UInt8] {
    let first = sets.first { type(of: $0) == 33 } ?? []
    // Behind the unit's header and a byte with the VPS's number and the layers.
    let profile = Array(unescaped(first).dropFirst(3).prefix(12))
    var bytes: [UInt8] = [1] + profile + [UInt8](repeating: 0, count: 12 - profile.count)
    bytes += [0xF0, 0, 0xFC, 0xFC | UInt8(chroma.rawValue), 0xF8 | UInt8(depth - 8), 0xF8 | UInt8(depth - 8)]
    bytes += [0, 0, 0x0C | UInt8(lengthSize - 1)]
    var arrays: [(type: Int, units: [[UInt8]])] = []
    for unit in sets + others {
      if let index = arrays.firstIndex(where: { $0.type == type(of: unit) }) {
        arrays[index].units.append(unit)
      } else {
        arrays.append((type(of: unit), [unit]))
      }
    }
    bytes.append(UInt8(arrays.count))
    for array in arrays {
      bytes.append((array.type <= 34 ? 0x80 : 0) | UInt8(array.type))
      bytes += ByteOrder.bigEndian.number(array.units.count, 2)
      bytes += TestHEVC.bytes(array.units, lengthSize: 2)
    }
    return bytes
  }

  /// The units of an hvcC; nil where it is cut.
  public static func units(ofConfiguration bytes: [UInt8]) -> [[UInt8]]? {
    guard bytes.count >= 23 else { return nil }
    var units: [[UInt8]] = []
    var place = 23
    for _ in 0..<bytes[22] {
      guard place + 3 <= bytes.count else { return nil }
      let count = Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
      place += 3
      for _ in 0..<count {
        guard place + 2 <= bytes.count else { return nil }
        let length = Int(bytes[place]) << 8 | Int(bytes[place + 1])
        place += 2
        guard length <= bytes.count - place else { return nil }
        units.append(Array(bytes[place..<(place + length)]))
        place += length
      }
    }
    return place == bytes.count ? units : nil
  }
}
