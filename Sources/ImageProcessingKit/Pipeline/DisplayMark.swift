/// What marks a preview or an overlay as ours: a comment right behind the start of image.
///
/// `FaceBlur preview 2 ` and the SHA-256 of everything behind the comment. Whoever wants to replace the file sees that we
/// wrote it and that nobody has changed it. Nobody learns which photo it was made from that the picture does not show:
/// the hash is of the picture alone.
enum DisplayMark: Hashable {
  /// - Parameter isWhole: whether what follows the mark is what was written.
  case sealed(DisplayOutput, isWhole: Bool)
  /// As earlier versions wrote it, with the beginning of the original's SHA-256.
  case naming(DisplayOutput, photo: String)

  /// What the file is.
  var output: DisplayOutput {
    switch self {
    case .sealed(let output, _), .naming(let output, _): output
    }
  }

  /// More than a mark ever takes.
  static let headBytes = 128

  private static let version = "2"

  /// A picture's file with its mark.
  static func marking(_ file: [UInt8], as output: DisplayOutput) -> [UInt8] {
    let content = DisplayFile.content(of: file)
    let comment = "FaceBlur \(output.rawValue) \(version) \(SHA256.hexDigest(of: content))"
    return DisplayFile.putting(comment: comment, before: content)
  }

  /// Nil where a file has no such comment.
  init?(_ file: [UInt8]) {
    guard let comment = DisplayFile.comment(of: file), comment.end <= Self.headBytes else { return nil }
    let words = comment.text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count >= 3, words[0] == "FaceBlur", let output = DisplayOutput(rawValue: words[1]) else {
      return nil
    }
    if words.count == 4, words[2] == Self.version {
      self = .sealed(output, isWhole: words[3] == SHA256.hexDigest(of: Array(file[comment.end...])))
    } else if words.count == 3, words[2].utf8.count == 16, words[2].allSatisfy(\.isHexDigit) {
      self = .naming(output, photo: words[2])
    } else {
      return nil
    }
  }
}
