internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// A file that is one input after the other, for what reads no more of a file than its boxes.
struct ProbedFile: Sendable {
  private let memory = MemoryFile()
  private let container: any PhotoContainer

  init(_ container: any PhotoContainer) {
    self.container = container
  }

  /// Asks for the extent of the file.
  /// - Parameters:
  ///   - bytes: the file.
  ///   - photo: what was opened of it without limits; nil where that failed.
  func check(_ bytes: [UInt8], _ photo: (any HEIFPhoto)?) {
    memory.fill(bytes)
    guard let file = try? InputFile.open(FilePath("/proc/self/fd/\(memory.descriptor)")) else {
      fatalError("the file to probe cannot be opened")
    }
    _ = container.recognizes(Array(bytes.prefix(4096)))
    let extent = (try? container.extent(of: file)) ?? nil
    guard let photo else {
      let pixels = extent.map { $0.width * $0.height } ?? .max
      return precondition(
        pixels > ImageLimits.none.maxPixels, "a file that cannot be opened has an extent")
    }
    guard let extent else { fatalError("a file that can be opened has no extent") }
    precondition(
      extent.width == photo.geometry.storedWidth && extent.height == photo.geometry.storedHeight
        && extent.workingBytes > 0,
      "an extent is not the photo's")
  }
}
