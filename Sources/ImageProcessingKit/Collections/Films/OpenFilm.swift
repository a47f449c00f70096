/// A film of a collection that is open for reading, and what its file holds: that is read once, for who weighs the film and for who scrubs it.
struct OpenFilm: Sendable {
  let file: FilmFile
  /// Or why it is none that can be scrubbed.
  let content: Result<any FilmSource, FaceBlurError>
  /// Of the file, before it was read.
  let stamp: FileStamp?

  /// - Parameters:
  ///   - file: open already.
  ///   - path: of that file, to which no link may lead.
  /// - Returns: nil where it is no film of a kind that is read.
  /// - Throws: `FaceBlurError` where the file cannot be read.
  init?(_ file: borrowing InputFile, at path: FilePath) throws(FaceBlurError) {
    let stamp = FileStamp(of: path)
    let again = try InputFile.openWithoutLinks(path)
    guard again.identity == file.identity else {
      throw FaceBlurError(.notReadable, path, PhotoScrubber.changedReason, advice: PhotoScrubber.runAgain)
    }
    let bytes = FilmFile(again)
    guard FilmPipeline.isFilm(bytes) else { return nil }
    self.file = bytes
    self.stamp = stamp
    do throws(FaceBlurError) {
      content = .success(try FilmContainers.open(bytes))
    } catch {
      content = .failure(error)
    }
  }

  /// What the file holds.
  /// - Throws: `FaceBlurError` that names the file, where it is none that can be scrubbed.
  var movie: any FilmSource {
    get throws(FaceBlurError) { try naming(file.path, try content.get()) }
  }
}
