/// Why faces cannot be looked for.
public enum DetectionError: Error, Sendable, Hashable {
  /// None of the folders that may hold the model does.
  case modelMissing(Model, searched: [FilePath])
  /// The file is not the one that was tested.
  case modelMismatch(Model, FilePath, expected: String, found: String)
  case modelUnreadable(FilePath, reason: String)
  /// Nothing is where the library that holds what needs OpenCV may be.
  case libraryMissing(searched: [FilePath])
  /// The file is not that library, or not the one of this version, or one that it needs is missing.
  case libraryUnusable(FilePath, reason: String)
  case outOfMemory
  case engineFailed(String)
  /// More faces than a record holds: the threshold lets everything through.
  case tooManyFaces(Int)
}

extension DetectionError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .modelMissing(let model, let searched):
      "the model \(model.file) is not in \(searched.map(\.description).joined(separator: ", nor in ")); "
        + Self.remedy(for: model)
    case .modelMismatch(let model, let path, let expected, let found):
      "the model \(path) is not the tested file (SHA-256 \(found.prefix(16))…, expected \(expected.prefix(16))…);"
        + " remove it; \(Self.remedy(for: model))"
    case .modelUnreadable(let path, let reason):
      "the model \(path) cannot be read (\(reason)); remove it and bring back the tested file"
    case .libraryMissing(let searched):
      "OpenCV, which Haar cascades and overlays need, cannot be used: "
        + (searched.isEmpty
          ? "/proc does not say where the program is"
          : "there is neither " + searched.map(\.description).joined(separator: " nor ")) + "; "
        + Self.libraryRemedy
    case .libraryUnusable(let path, let reason):
      "OpenCV, which Haar cascades and overlays need, cannot be used: \(path) is not the library that belongs to this"
        + " program, or cannot be loaded (\(reason)); " + Self.libraryRemedy
    case .outOfMemory:
      "there is not enough memory to look for faces; close other programs and try again"
    case .tooManyFaces(let count):
      "\(count) places look like faces, more than a record holds; raise --threshold"
    case .engineFailed(let reason):
      "looking for faces failed (\(reason)); please report it"
    }
  }

  private static let libraryRemedy =
    "install the whole of FaceBlur anew with 'make install', and Debian's packages that it was built with"

  /// What brings a model back.
  private static func remedy(for model: Model) -> String {
    CompiledModel.all.contains { $0.model == model }
      ? "leave out --models and FACEBLUR_MODELS: the program has a copy of its own, which that folder replaces"
      : "install the package opencv-data, or name a folder that holds the file with --models"
  }
}
