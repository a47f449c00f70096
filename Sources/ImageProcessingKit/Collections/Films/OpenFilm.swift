/// A film of a collection that is open for reading, and what its file holds: that is read once, for who weighs the film and for who scrubs it.
struct OpenFilm: Sendable {
  let file: FilmFile
  /// Or why it is none that can be scrubbed.
  let content: Result<any FilmSource, FaceBlurError>
  /// Of the file, when it was opened.
  let stamp: FileStamp

  /// Nil where it is no film of a kind that is read.
  init?(_ file: consuming InputFile) {
    stamp = file.stamp
    let bytes = FilmFile(file)
    guard FilmPipeline.isFilm(bytes) else { return nil }
    self.file = bytes
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
