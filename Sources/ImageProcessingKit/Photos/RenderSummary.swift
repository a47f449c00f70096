/// How a render was made.
public struct RenderSummary: Sendable, Hashable {
  /// The way in which a file was made, by the name that its format has for it; the gate of that format asks for what the way
  /// promises.
  public struct Path: Sendable, Hashable, RawRepresentable, Codable {
    /// 1 to 32 Latin letters.
    public let rawValue: String

    public init?(rawValue: String) {
      guard (1...32).contains(rawValue.utf8.count), rawValue.allSatisfy({ $0.isASCII && $0.isLetter }) else {
        return nil
      }
      self.rawValue = rawValue
    }

    init(_ name: StaticString) { rawValue = "\(name)" }
  }

  package var path: Path
  /// What was done to the file beyond obscuring, for those who want to know.
  package var notes: [String] = []
  package var warnings: [String]
  /// Where in the middle of the picture the writer stood; nil where nobody needs to know.
  var seam: RenderSeam?
}

/// Ways that several formats have.
extension RenderSummary.Path {
  /// Tiles were written anew, without loss; those without a hidden pixel were copied.
  static let tiles = Self("tiles")
  /// The picture, or those of its tiles that have hidden pixels, was coded anew with loss, no more coarsely than it had been.
  static let lossy = Self("lossy")
}
