/// What the boxes of a HEIC say of its picture.
typealias ExaminedHEIC = ExaminedHEIF<ExaminedConfiguration>

/// How HEICs are coded, and what they call themselves.
extension ExaminedConfiguration: ExaminedTileConfiguration {
  static let formatName = "HEIC"
  static let codeName = "HEVC"
  static let itemType: BoxType = "hvc1"
  static let propertyType: BoxType = "hvcC"
  static let knownBrands: [BoxType] = ["mif1", "mif2", "miaf", "heic", "heix", "MiHB", "MiHA", "MiHE"]
  static let commonBrands: Set<BoxType> = ["mif1"]

  static func majorBrand(of shape: PlanarShape) -> BoxType {
    shape.depth == 8 && [.gray, .half].contains(shape.chroma) ? "heic" : "heix"
  }

  /// The content of a render's `hvcC` with the same units.
  func canonical(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var content = head.canonical() + [UInt8(ExaminedUnit.parameterSets.count)]
    for type in ExaminedUnit.parameterSets {
      let units = units(type)
      content += [0x80 | UInt8(type), UInt8(units.count >> 8 & 255), UInt8(units.count & 255)]
      for unit in units {
        content += [UInt8(unit.count >> 8 & 255), UInt8(unit.count & 255)] + bytes[unit]
      }
    }
    return content
  }

  /// Its sets of parameters and parts of the picture, each behind its length.
  func shown(of data: [UInt8]) -> [UInt8] {
    ExaminedUnits(data, lengthSize: lengthSize).filter {
      ExaminedUnit(data[$0]).map { $0.isSlice || $0.isParameterSet } ?? false
    }.flatMap { Self.decodable(data[$0]) }
  }
}
