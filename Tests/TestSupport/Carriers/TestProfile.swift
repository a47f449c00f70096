import Foundation

/// A small colour profile of the wide gamut that phones photograph in (ICC.1:2001-04, matrix and curves).
public enum TestProfile {
  public typealias Tag = (name: String, data: [UInt8])

  /// What a profile's segment begins with.
  public static let signature = Array("ICC_PROFILE\0".utf8)

  /// Primaries of Display P3, adapted to D50, and a gamma of 2.2.
  public static let wideGamut = profile()

  /// The profile with other tags besides or instead of its own, and bytes behind them.
  public static func profile(_ others: [Tag] = [], slack: [UInt8] = []) -> [UInt8] {
    let replaced = Set(others.map(\.name))
    let tags = ownTags.filter { !replaced.contains($0.name) } + others
    var table = number(tags.count)
    var data: [UInt8] = []
    for tag in tags {
      table += Array(tag.name.utf8) + number(132 + 12 * tags.count + data.count) + number(tag.data.count)
      data += tag.data + [UInt8](repeating: 0, count: -tag.data.count & 3)
    }
    let body = table + data + slack
    return header(size: 128 + body.count) + body
  }

  /// The profile with another copyright notice.
  public static func profile(replacingNotice notice: String) -> [UInt8] {
    profile([("cprt", text(notice))])
  }

  /// The segments that carry a profile.
  public static func segments(_ profile: [UInt8], partBytes: Int = 65_000) -> [JPEGParts.Segment] {
    let starts = Array(stride(from: 0, to: profile.count, by: partBytes))
    return starts.enumerated().map { index, start in
      let part = profile[start..<min(start + partBytes, profile.count)]
      return (0xE2, signature + [UInt8(index + 1), UInt8(starts.count)] + part)
    }
  }

  /// The profile in a photo's segments.
  public static func carried(by jpeg: [UInt8]) -> [UInt8] {
    JPEGParts.segments(of: jpeg).filter { $0.marker == 0xE2 }
      .map { JPEGParts.content(of: $0.range, in: jpeg) }
      .filter { $0.starts(with: signature) }
      .flatMap { $0.dropFirst(signature.count + 2) }
  }

  static func text(_ text: String) -> [UInt8] { Array("text\0\0\0\0".utf8) + Array(text.utf8) + [0] }

  /// A curve that is one exponent, in units of 1/256.
  static let gamma = Array("curv\0\0\0\0".utf8) + number(1) + [0x02, 0x33]

  private static func header(size: Int) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: number(size))
    header.replaceSubrange(8..<12, with: [2, 0x40, 0, 0])
    header.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
    header.replaceSubrange(24..<36, with: [7, 0xE8, 0, 5, 0, 4, 0, 12, 0, 0, 0, 0])
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    header.replaceSubrange(68..<80, with: xyz(0.9642, 1, 0.8249))
    return header
  }

  private static let ownTags: [Tag] = [
    ("desc", description("Wide gamut")), ("cprt", text("No copyright, use freely.")),
    ("wtpt", point(0.9505, 1, 1.0891)),
    ("rXYZ", point(0.5151, 0.2412, -0.0011)), ("gXYZ", point(0.2920, 0.6922, 0.0419)),
    ("bXYZ", point(0.1571, 0.0666, 0.7841)),
    ("rTRC", gamma), ("gTRC", gamma), ("bTRC", gamma),
  ]

  private static func number(_ value: Int) -> [UInt8] { ByteOrder.bigEndian.number(value, 4) }

  /// Three numbers with sixteen fractional bits.
  private static func xyz(_ values: Double...) -> [UInt8] {
    values.flatMap { number(Int(($0 * 65_536).rounded())) }
  }

  /// Three numbers as a colorant has them.
  public static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ \0\0\0\0".utf8) + xyz(x, y, z)
  }

  /// A name in ASCII, with the places for Unicode and Macintosh names left empty.
  private static func description(_ text: String) -> [UInt8] {
    Array("desc\0\0\0\0".utf8) + number(text.utf8.count + 1) + Array(text.utf8)
      + [UInt8](repeating: 0, count: 1 + 8 + 3 + 67)
  }
}
