/// The first bytes of pictures whose formats begin with so few that another file begins so by chance: what stands behind them has to fit, too.
struct PictureHead {
  /// What it is, with its article: `an SVG`; nil where it is none of these.
  let kind: String?

  /// - Parameter bytes: the first ones of a file, or all of them.
  init(_ bytes: [UInt8]) {
    let kinds: [(fits: ([UInt8]) -> Bool, name: String)] = [
      (Self.isIcon, "an icon"), (Self.isAppleIcon, "an icon"), (Self.isSGI, "an SGI"), (Self.isQOI, "a QOI"),
      (Self.isEPS, "an EPS"), (Self.isSVG, "an SVG"),
    ]
    kind = kinds.first { $0.fits(bytes) }?.name
  }

  /// Of Windows, and pointers likewise: the number of pictures, and of the first one where it lies behind the list of all.
  private static func isIcon(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 22, bytes.starts(with: [0, 0, 1, 0]) || bytes.starts(with: [0, 0, 2, 0]) else {
      return false
    }
    func number(at place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let count = number(at: 4, 2)
    return (1...1024).contains(count) && number(at: 14, 4) >= 40
      && (6 + 16 * count..<1 << 24).contains(number(at: 18, 4))
  }

  /// Of Apple: behind the letters the length, and the letters of the first picture's kind.
  private static func isAppleIcon(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes.starts(with: "icns".utf8) else { return false }
    return bytes[4] == 0 && bytes[8..<12].allSatisfy { (0x20...0x7E).contains($0) } && bytes[12] == 0
  }

  /// How it is stored, bytes of a sample, and how many dimensions it has.
  private static func isSGI(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 6 && bytes.starts(with: [0x01, 0xDA]) && bytes[2] <= 1 && (1...2).contains(bytes[3])
      && bytes[4] == 0 && (1...3).contains(bytes[5])
  }

  /// Behind its size the number of channels and the colour space.
  private static func isQOI(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 14 && bytes.starts(with: "qoif".utf8) && (3...4).contains(bytes[12]) && bytes[13] <= 1
  }

  /// A page of PostScript says no such thing in its first line.
  private static func isEPS(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "%!PS-Adobe-".utf8) else { return false }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self).contains(" EPSF")
  }

  /// Its first element is the picture, behind what XML lets stand before it.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop { Array(" \t\r\n".utf8).contains($0) }
      if ["<svg", "<!DOCTYPE svg"].contains(where: { rest.starts(with: $0.utf8) }) { return true }
      guard let end = [("<?", "?>"), ("<!--", "-->")].first(where: { rest.starts(with: $0.0.utf8) })?.1 else {
        return false
      }
      while !rest.isEmpty, !rest.starts(with: end.utf8) { rest = rest.dropFirst() }
      rest = rest.dropFirst(end.utf8.count)
    }
  }
}
