/// What a coded picture can hold besides the picture: whatever its encoder was free to choose.
enum CodingAnomaly: Hashable, CaseIterable, Sendable {
  /// Something before the coded bits is not as it is written of what it says.
  case header
  /// There are symbols that no encoder writes at that place.
  case symbols
  /// Tables have codes that are not used, or two for one symbol.
  case unusedCodes
  /// The bits that fill up the last bytes before markers are zeros, as some encoders write them.
  case zeroPadding
  /// The same bits are neither all ones nor all zeros.
  case padding
  /// Blocks beyond the edge repeat what is at the edge or could: they vary along it alone. Many cameras write them.
  case repeatedEdge
  /// Blocks beyond the edge show a picture.
  case unseenBlocks

  /// Why a render may not have it.
  var objection: String {
    switch self {
    case .header: "its tables and headers are not as they are needed"
    case .symbols: "it is coded in a way in which no encoder codes it"
    case .unusedCodes: "its tables hold codes that the picture does not use"
    case .zeroPadding, .padding: "the bits that fill up the last bytes of its parts are not ones"
    case .repeatedEdge, .unseenBlocks: "the blocks beyond its edge are not flat"
    }
  }

  /// Whether files of other programs have it that hide nothing by it.
  var isCommon: Bool {
    switch self {
    case .header, .zeroPadding, .repeatedEdge: true
    case .symbols, .unusedCodes, .padding, .unseenBlocks: false
    }
  }
}
