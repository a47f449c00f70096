/// Where the record of an edit is kept.
public enum RecordPlace: Sendable, Hashable {
  /// Beside the original, as Apple Photos does it.
  case beside
  /// In a folder, for originals that lie where nothing can be written. It is made where it is missing.
  case folder(FilePath)
  /// Nowhere: the render cannot be taken up again.
  case none

  /// The folder; nil for that of the original.
  package var folder: FilePath? { if case .folder(let folder) = self { folder } else { nil } }
}
