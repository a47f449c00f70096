/// Why a photo cannot be read or rendered.
public enum PhotoError: Error, Sendable, Hashable {
  case empty
  /// Not a photo at all, or not of a format that is read here; `kind` says what it looks like.
  case notAPhoto(kind: String)
  case unsupported(String)
  case tooLarge(String)
  case truncated(String)
  case damaged(String)
  case outOfMemory
  /// A fault of this library.
  case `internal`(String)
}

extension PhotoError: CustomStringConvertible {
  /// What is wrong and what to do, without the file's name.
  public var description: String {
    switch self {
    case .empty:
      "the file is empty; restore it from a copy"
    case .notAPhoto(let kind):
      "\(kind); give a JPEG photo"
    case .unsupported(let reason):
      "this kind of JPEG is not supported (\(reason)); save it as an 8-bit baseline JPEG first"
    case .tooLarge(let reason):
      "the photo is too large (\(reason)); scale it down first"
    case .truncated(let reason):
      "the photo is cut short (\(reason)); restore it from a copy"
    case .damaged(let reason):
      "the photo is damaged (\(reason)); restore it from a copy"
    case .outOfMemory:
      "there is not enough memory for this photo; scale it down first"
    case .internal(let reason):
      "internal error (\(reason)); please report it"
    }
  }
}
