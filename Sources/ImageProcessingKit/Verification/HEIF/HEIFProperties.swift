/// What the properties of a HEIF's picture say of how it is shown, by their types; those of `colr` by the types of what they say.
struct HEIFProperties {
  private let contents: [BoxType: [UInt8]]
  /// The types of `clap`, `irot` and `imir` in the order in which they are applied; a turn by nothing is none.
  let transformations: [BoxType]

  /// Longer ones are not compared, and no render's.
  private static let maxContent = 1 << 16

  init<Configuration>(_ picture: ExaminedHEIF<Configuration>) {
    let bytes = picture.file.bytes
    var contents: [BoxType: [UInt8]] = [:]
    func take(_ boxes: [ExaminedBox]) {
      for box in boxes {
        let type = Self.type(of: box, bytes)
        if contents[type] == nil { contents[type] = Array(bytes[box.content].prefix(Self.maxContent)) }
      }
    }
    take(picture.properties(of: picture.primary))
    if let first = picture.tiles.first {
      let ofTile = picture.properties(of: picture.file.items[first.item])
      // A grid's colours may be its tiles'.
      for type in ["nclx", "prof", "rICC"] as [BoxType] where contents[type] == nil {
        take(ofTile.filter { Self.type(of: $0, bytes) == type })
      }
    }
    if contents["irot"].map({ $0.first.map { $0 & 3 == 0 } ?? true }) ?? false { contents["irot"] = nil }
    self.contents = contents
    transformations = picture.transformations.map(\.type).filter { contents[$0] != nil }
  }

  /// The content of the first property of a type; of `colr` `nclx`, `prof` and `rICC` are the types.
  subscript(type: BoxType) -> [UInt8]? { contents[type] }

  static func type(of box: ExaminedBox, _ bytes: UnsafeBufferPointer<UInt8>) -> BoxType {
    guard box.type == "colr" else { return box.type }
    var fields = ExaminedFields(bytes, in: box.content)
    return fields.number(bytes: 4).map { BoxType(UInt32(truncatingIfNeeded: $0)) } ?? "colr"
  }
}
