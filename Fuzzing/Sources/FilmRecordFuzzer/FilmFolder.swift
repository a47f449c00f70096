internal import Foundation
@testable internal import ImageProcessingKit

/// A folder with a film that nobody opens, whose record is what is fuzzed.
struct FilmFolder {
  private let folder: URL
  private var film: FilePath { FilePath(folder.path).appending("film.mp4") }

  init() {
    // In memory where there is such a folder: each input is a file.
    let memory = URL(filePath: "/dev/shm")
    let base = access(memory.path, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory
    folder = base.appending(path: "faceblur-film-record-fuzzer-\(getpid())")
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil
    else { fatalError("the folder cannot be made") }
    write([0], "film.mp4")
  }

  private func write(_ bytes: [UInt8], _ name: String) {
    guard (try? Data(bytes).write(to: folder.appending(path: name))) != nil else {
      fatalError("\(name) cannot be written")
    }
  }

  /// Lists a record as `show` does: what can be told of it can be told to programs, too.
  func list(_ record: [UInt8]) {
    write(record, "film.AAE")
    guard let listing = try? FilmRecordListing.read(of: film) else { return }
    precondition(
      (try? PlainText.json(FilmRecordReport(film, listing))) != nil, "a record cannot be told to programs")
  }
}
