/// Why an edit cannot be begun, finished or reverted, and of which file.
public enum EditError: Error, Sendable, Hashable {
  case file(FileError)
  case photo(FilePath, PhotoError)
  case record(FilePath, RecordError)
  /// The detector failed on the render's regions.
  case detection(FilePath, DetectionError)
  /// A render did not pass the leak gate. It was not given its name; where it was kept for looking at.
  case leak(FilePath, LeakError, quarantine: FilePath?)
  /// The edit was cancelled before it was committed.
  case cancelled(FilePath)
}

extension EditError: CustomStringConvertible {
  /// The file, what is wrong and what to do.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .photo(let path, let error): "\(path): \(error)"
    case .record(let path, let error): "\(path): \(error)"
    case .detection(let path, let error): "\(path): \(error)"
    case .leak(let path, let error, let quarantine):
      "\(path): its render did not pass the leak gate: \(error); nothing was published"
        + (quarantine.map { ", the file is in quarantine at \($0): do not publish it" } ?? "")
        + "; please report it"
    case .cancelled(let path): "\(path): the edit was cancelled; nothing was changed"
    }
  }
}

/// Runs a stage and names the file its error belongs to.
func naming<Value: ~Copyable, Failure: Error>(
  _ wrap: (Failure) -> EditError, _ stage: () throws(Failure) -> Value
) throws(EditError) -> Value {
  do throws(Failure) {
    return try stage()
  } catch {
    throw wrap(error)
  }
}
