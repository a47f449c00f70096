/// What is kept of one film while runs are at it: which files these are, and what they say that they are of.
struct KeptFilm {
  private let folder: FilePath
  /// Of the film and whatever decides how it is scrubbed: what is kept under another one is none of it.
  private let key: String

  /// - Parameters:
  ///   - sha256: of the film, in hexadecimal.
  ///   - basis: whatever decides what becomes of it, in hexadecimal.
  init(in folder: FilePath, of sha256: String, basis: String) {
    self.folder = folder
    key = SHA256.hexDigest(of: Array((sha256 + basis).utf8))
  }

  /// The file of one kind.
  func path(_ ending: String) -> FilePath { folder.appending(FilePath("\(key.prefix(32)).\(ending)")) }

  /// What a file begins with.
  /// - Parameter mark: says what it is, and of which version.
  func head(_ mark: String) -> [UInt8] { Array((mark + key).utf8) }
}
