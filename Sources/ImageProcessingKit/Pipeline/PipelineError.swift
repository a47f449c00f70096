/// Why a photo was not blurred or its edit not corrected, by the stage that failed.
public enum PipelineError: Error, Sendable, Hashable {
  case edit(EditError)
  case detection(FilePath, DetectionError)
  case correction(FilePath, CorrectionError)
  /// The file of a filter cannot be used.
  case tone(FilePath, ToneError)
}

extension PipelineError: CustomStringConvertible {
  /// The file, what is wrong and what to do.
  public var description: String {
    switch self {
    case .edit(let error): error.description
    case .detection(let path, let error): "\(path): \(error)"
    case .correction(let path, let error): "\(path): \(error)"
    case .tone(let path, let error): "\(path): \(error)"
    }
  }
}

/// Runs a stage of an edit.
func editing<Value: ~Copyable>(
  _ stage: () throws(EditError) -> Value
) throws(PipelineError) -> Value {
  do throws(EditError) {
    return try stage()
  } catch {
    throw .edit(error)
  }
}
