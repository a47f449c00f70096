/// Why a photo cannot be read or rendered.
public enum PhotoError: Error, Sendable, Hashable {
  case empty
  /// Not a photo at all, or not of a format that is read here; `kind` says what it looks like, `readable` what those formats are
  /// called.
  case notAPhoto(kind: String, readable: String)
  /// Of a format that is read and of a kind that is not; why, and as what to save it.
  case unsupported(format: String, reason: String, instead: String)
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
    case .notAPhoto(let kind, let readable):
      "\(kind); give a \(readable) photo"
    case .unsupported(let format, let reason, let instead):
      "this kind of \(format) is not supported (\(reason)); save it as \(instead) first"
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
