/// Writes the colour profile of a render (ICC.1:2010): a monitor's, of version 4.2, whose every byte but colorants and curves
/// is the same for all photos.
enum ICCWriter {
  /// Illuminant D50, as the header and the white point state it.
  private static let white: [Int32] = [0xF6D6, 0x1_0000, 0xD32D]

  /// - Parameters:
  ///   - name: of the colour space, in ASCII.
  ///   - colorants: of red, green and blue, nine numbers with sixteen fractional bits; none for grey.
  ///   - curves: one `curv` or `para` for each channel.
  static func profile(_ name: String, colorants: [Int32], curves: [[UInt8]]) -> [UInt8] {
    var tags: [(key: String, value: [UInt8])] = [
      ("desc", text(name)), ("cprt", text("CC0")), ("wtpt", point(white)),
    ]
    for (index, tag) in ["rXYZ", "gXYZ", "bXYZ"].enumerated() where !colorants.isEmpty {
      tags.append((tag, point(Array(colorants[(3 * index)..<(3 * index + 3)]))))
    }
    tags += zip(curves.count == 1 ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"], curves).map { ($0, $1) }

    var header = [UInt8](repeating: 0, count: ICCProfile.headerBytes)
    header[8] = 4
    header[9] = 0x20
    header.replaceSubrange(12..<24, with: Array("mntr\(curves.count == 1 ? "GRAY" : "RGB ")XYZ ".utf8))
    // A date must be there: the first of January 2000.
    header.replaceSubrange(24..<36, with: [7, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    header.replaceSubrange(68..<80, with: white.flatMap(bytes))
    guard let profile = ICCProfile.assembled(header, tags) else {
      preconditionFailure("a profile of some hundred bytes is not too large")
    }
    return profile
  }

  private static func bytes(_ value: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func point(_ values: [Int32]) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + values.flatMap(bytes)
  }

  /// One record in American English (10.13).
  private static func text(_ text: String) -> [UInt8] {
    var data = Array("mluc".utf8) + bytes(0) + bytes(1) + bytes(12)
    data += Array("enUS".utf8) + bytes(Int32(2 * text.utf8.count)) + bytes(28)
    for letter in text.utf8 { data += [0, letter] }
    return data
  }
}
