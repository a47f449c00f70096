internal import ImageProcessingKit

/// `-` among the names of photos: one that comes through standard input. A file of that name is written `./-`.
enum StandardPhoto {
  static let name: FilePath = "-"

  /// - Throws: `UsageError` where the command takes none, or there is nothing to read it from.
  static func check(_ operands: [FilePath], of command: any Command.Type) throws(UsageError) {
    let count = operands.count { $0 == name }
    guard count > 0 else { return }
    guard command.standardInput != nil else { throw refusal(by: command) }
    guard count == 1 else { throw UsageError("standard input can be read once; give - once") }
    guard !ByteStream.standardInput.isTerminal else {
      throw UsageError(
        "- is standard input, which is the terminal here; type 'faceblur \(command.name) - < PHOTO'")
    }
  }

  private static func refusal(by command: any Command.Type) -> UsageError {
    let file = "a file that is called - is written ./-"
    guard command.name != ScrubCommand.name else {
      return UsageError(
        "scrub takes files and folders; type 'faceblur scrub --from - -o TARGET' for a list on standard input,"
          + " or 'faceblur blur -' for a photo; \(file)")
    }
    return UsageError(
      "\(command.name) works on a photo's edit, which is recorded beside its file; put standard input into a file, or"
        + " hide faces on their way with 'faceblur blur -'; \(file)")
  }

  /// Reads it.
  /// - Throws: `FaceBlurError` where it is no photo that can be read.
  static func read(with reader: PhotoReader) throws(FaceBlurError) -> StreamedPhoto {
    try StreamedPhoto(.standardInput, called: name, with: reader)
  }
}
