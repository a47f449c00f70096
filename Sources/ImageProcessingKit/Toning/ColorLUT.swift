/// A table of colours (3D LUT): what becomes of red, green and blue, at the nodes of a cube; in between by tetrahedra.
///
/// The nodes divide 0…1 of each input evenly. A value of this type is always sound: whatever makes one checks it.
public struct ColorLUT: Sendable, Hashable {
  /// Nodes a side. Finer tables are brought down to 33, which most looks are made in and a record has room for.
  package static let allowedSizes = 2...33
  /// Bytes of a .cube file: one of 256 nodes a side, the most that the format knows, with ten digits a value stays below.
  package static let maxFileBytes = 640 << 20

  /// Nodes a side.
  public let size: Int
  /// Of the file it was read from; for people.
  public let name: String
  /// By node, red running fastest, then green, three values of 0…1 in 1/65535.
  let values: [UInt16]

  /// Nil where the size is not allowed or the number of values does not fit it.
  /// - Parameters:
  ///   - size: the nodes along each axis.
  ///   - name: what is not to be shown in a line of text, and what is beyond 255 bytes, is left out.
  ///   - values: by node, red running fastest, then green, three values of 0…1 in 1/65535.
  package init?(size: Int, name: String, values: [UInt16]) {
    guard Self.allowedSizes.contains(size), values.count == Self.valueCount(size) else { return nil }
    self.size = size
    self.name = Self.printable(name)
    self.values = values
  }

  /// How many values a table has.
  static func valueCount(_ size: Int) -> Int { 3 * size * size * size }

  /// Whether every value is nearer to the input it stands for than half of a level of 8 bits, so that every sample stays.
  var isIdentity: Bool {
    let step = 65535.0 / Double(size - 1)
    func isOwn(_ index: Int) -> Bool {
      let node = index / 3
      let place = [node % size, node / size % size, node / size / size][index % 3]
      return abs(Double(values[index]) - Double(place) * step) < 128
    }
    return values.indices.allSatisfy(isOwn)
  }

  private static func printable(_ name: String) -> String {
    var result = ""
    for character in name where result.utf8.count + character.utf8.count <= 255 {
      if character.unicodeScalars.allSatisfy(isPrintable) { result.append(character) }
    }
    return result
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
