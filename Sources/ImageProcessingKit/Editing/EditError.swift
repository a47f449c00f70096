/// Why an edit cannot be begun, finished or reverted, and of which file.
public enum EditError: Error, Sendable, Hashable {
  case file(FileError)
  case photo(FilePath, PhotoError)
  case record(FilePath, RecordError)
}

extension EditError: CustomStringConvertible {
  /// The file, what is wrong and what to do.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .photo(let path, let error): "\(path): \(error)"
    case .record(let path, let error): "\(path): \(error)"
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
