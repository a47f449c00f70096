/// The containers of films that are read, each recognised by what is in a file.
enum FilmContainers {
  /// The endings of names that such films usually have, in lower case.
  static let fileExtensions: Set<String> = ["3gp", "m4v", "mkv", "mov", "mp4", "webm"]

  /// Whether a file is a film of a kind that is read. It reads some bytes of the file, and a film may be refused all the same when it is
  /// opened.
  static func isFilm(_ file: any FilmBytes) -> Bool { MatroskaFile.isFilm(file) || MP4File.isFilm(file) }

  /// Whether a word stands in what describes a film that is of QuickTime's family, whatever it begins with; nil of others, and where that is missing.
  static func describes(_ file: any FilmBytes, with word: String) -> Bool? {
    MP4File.describes(file, with: word)
  }

  /// - Parameter file: whose bytes are believed nothing of.
  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not read.
  static func open(_ file: any FilmBytes) throws(FaceBlurError) -> any FilmSource {
    MatroskaFile.begins(file) ? try MatroskaFile(file) : try MP4File(file)
  }
}
