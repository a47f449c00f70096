/// What an `hvcC` says: how a picture is coded, and with which sets of parameters (ISO/IEC 14496-15, 8.3.2.1).
struct ExaminedConfiguration: Sendable {
  struct Units {
    let type: Int
    let isComplete: Bool
    /// Where each NAL unit lies in the file.
    let units: [Range<Int>]
  }

  let head: ExaminedRecordHead
  let arrays: [Units]
  /// The sets of parameters.
  let sets: ExaminedSets
  /// What follows all that; nothing, in a sound one.
  let rest: Range<Int>

  /// More than any picture has.
  private static let maxUnits = 256

  /// Nil where it is not whole.
  /// - Parameter content: of the property.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ content: Range<Int>) {
    var fields = ExaminedFields(bytes, in: content)
    guard let place = fields.take(ExaminedRecordHead.size), let head = ExaminedRecordHead(bytes[place]),
      let count = fields.number(bytes: 1)
    else { return nil }
    self.head = head
    var arrays: [Units] = []
    var sets = ExaminedSets()
    var left = Self.maxUnits
    for _ in 0..<count {
      guard let kind = fields.number(bytes: 1), let number = fields.number(bytes: 2), number <= left else {
        return nil
      }
      left -= number
      var units: [Range<Int>] = []
      for _ in 0..<number {
        guard let length = fields.number(bytes: 2), let unit = fields.take(length) else { return nil }
        units.append(unit)
        if let header = ExaminedUnit(bytes[unit]), header.isParameterSet { sets.take(Array(bytes[unit])) }
      }
      arrays.append(Units(type: kind & 63, isComplete: kind & 0x80 != 0, units: units))
    }
    guard head.lengthSize != 3 else { return nil }
    rest = fields.rest
    self.arrays = arrays
    self.sets = sets
  }

  /// Space, tier, profile, compatibility, constraints and level: 12 bytes.
  var general: [UInt8] { head.general }
  var chroma: ChromaFormat { head.chroma }
  var depths: (luma: Int, chroma: Int) { head.depths }
  /// Of how many bytes lengths are in front of NAL units.
  var lengthSize: Int { head.lengthSize }

  /// The units of a type, in their order.
  func units(_ type: Int) -> [Range<Int>] { arrays.filter { $0.type == type }.flatMap(\.units) }

  /// The sets of parameters as a decoder takes them: each behind its length in 4 bytes.
  func decodable(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    ExaminedUnit.parameterSets.flatMap { type in
      units(type).flatMap { Self.decodable(bytes[$0]) }
    }
  }

  /// A unit behind its length in 4 bytes.
  static func decodable(_ unit: some Collection<UInt8>) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: unit.count).bigEndian, Array.init) + Array(unit)
  }
}
