internal import FoundationEssentials

/// `{"name":"look.cube","size":33,"values":"…"}`, the values in base64, each in two bytes, the lower one first: a table of
/// 33 nodes a side takes 280 KB, and deflates well.
extension ColorLUT: Codable {
  private enum CodingKeys: String, CodingKey {
    case size
    case name
    case values
  }

  /// - Throws: `DecodingError` where any of it is not as it should be.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let size = try container.decode(Int.self, forKey: .size)
    let name = try container.decode(String.self, forKey: .name)
    let text = try container.decode(String.self, forKey: .values)
    guard Self.allowedSizes.contains(size) else {
      throw DecodingError.dataCorruptedError(
        forKey: .size, in: container, debugDescription: "a colour table has 2 to 33 nodes a side")
    }
    let byteCount = 2 * Self.valueCount(size)
    guard text.utf8.count == (byteCount + 2) / 3 * 4, let bytes = Data(base64Encoded: text),
      bytes.count == byteCount,
      let table = ColorLUT(size: size, name: name, values: Self.numbers(in: [UInt8](bytes)))
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .values, in: container, debugDescription: "a colour table's values do not fit its size")
    }
    guard table.name == name else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: container, debugDescription: "a colour table's name is no file name")
    }
    self = table
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(size, forKey: .size)
    try container.encode(name, forKey: .name)
    let bytes = values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    try container.encode(Data(bytes).base64EncodedString(), forKey: .values)
  }

  private static func numbers(in bytes: [UInt8]) -> [UInt16] {
    stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }
}
