/// What a person decides on.
extension ReviewItem {
  /// Stands for the photo as it is shown, for as long as the review lives: two words, one for its file and record, and one for what is hidden.
  var basis: String { "\(foundWord).\(editWord)" }

  /// What is other than it was where something was decided on a basis; nil for nothing.
  func difference(from basis: String) -> ReviewedPhoto.Difference? {
    if basis == self.basis { return nil }
    return basis.hasPrefix(foundWord + ".") ? .decision : .photo
  }

  private var foundWord: String {
    guard let recorded else { return "" }
    return Self.word([recorded.sha256, recorded.pictureSHA256 ?? "", recorded.recordSHA256 ?? ""])
  }

  private var editWord: String { current.map { Self.word([RecordedPhoto.json($0)]) } ?? "" }

  private static func word(_ parts: [String]) -> String {
    String(SHA256.hexDigest(of: Array(parts.joined(separator: "\n").utf8)).prefix(32))
  }
}
