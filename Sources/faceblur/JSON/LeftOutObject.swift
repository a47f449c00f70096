internal import ImageProcessingKit

/// A file that is left out because it is the render of another one of the run.
struct LeftOutObject: Encodable {
  let file: FilePath
  let original: FilePath

  func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file, "renderOf": original]).encode(to: encoder)
  }
}
