internal import FoundationEssentials

/// A value of a property list that is not made of others.
enum PropertyListValue: Sendable, Hashable {
  case boolean(Bool)
  case data([UInt8])
  case date(Date)
  case integer(Int)
  case real(Double)
  case string(String)
}

/// Reads single values from the dictionary that a property list is, in XML or binary.
///
/// A list comes from anywhere, so this is not Foundation's decoder, which builds the whole tree by recursion: one loop
/// goes over the bytes, what lies in other values is stepped over, and nothing is kept but the values that were asked for.
enum PropertyListReader {
  /// Deeper than any program's record.
  static let maxDepth = 32

  static let notAList = FaceBlurError.damagedRecord("it is not a property list with adjustment data")
  static let tooDeep = FaceBlurError.damagedRecord("it is nested like no adjustment record")

  /// The values of some keys, as far as they are there.
  /// - Throws: `FaceBlurError` of kind `damagedRecord` where the bytes are no list, hold one of the keys twice, or have something made of
  ///   other values at one.
  static func values(
    of keys: Set<String>, in content: [UInt8]
  ) throws(FaceBlurError) -> [String: PropertyListValue] {
    if content.starts(with: BinaryPropertyList.magic) {
      return try BinaryPropertyList(content).values(of: keys)
    }
    var list = try XMLPropertyList(content)
    return try list.values(of: keys)
  }

  /// A list that says two things is read one way here and the other way elsewhere.
  static func twice(_ key: String) -> FaceBlurError { .damagedRecord("it holds \(key) twice") }
}
