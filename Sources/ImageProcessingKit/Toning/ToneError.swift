/// Why a filter cannot be applied, or a file of one cannot be read.
public enum ToneError: Error, Sendable, Hashable {
  /// A setting lies outside 0…1; the text names it.
  case outOfRange(String)
  /// A file is larger or longer than any colour table that is read here.
  case tooLarge(String)
  /// A colour table of a kind that is not read here.
  case unsupported(String)
  /// A file that is no colour table, or a broken one.
  case damaged(String)
}

extension ToneError: CustomStringConvertible {
  /// What is wrong and what to do, without the file's name.
  public var description: String {
    switch self {
    case .outOfRange(let setting):
      "\(setting) is out of range; give a number from 0 to 1"
    case .tooLarge(let reason):
      "the colour table is too large (\(reason)); export it with 33 or 65 nodes a side"
    case .unsupported(let reason):
      "this kind of colour table is not supported (\(reason)); export it as a 3D LUT in the .cube format"
    case .damaged(let reason):
      "the colour table cannot be read (\(reason)); give a 3D LUT in the .cube format"
    }
  }
}
