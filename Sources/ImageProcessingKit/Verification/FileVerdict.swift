/// What was found in a file, be it a photo's or a film's.
public protocol FileVerdict {
  /// Everything that is not the picture, in the order of the file.
  var blocks: [MetadataBlock] { get }
  /// Why the file was not looked at as a whole; nil where it was.
  var unread: String? { get }
  /// What is wrong with it, given the original.
  var problems: [String] { get }
}

extension FileVerdict {
  /// Whether something is in it that may not be, or it does not show what it should.
  public var isLeaking: Bool { !problems.isEmpty || blocks.contains { !$0.isAllowed } }
  /// Whether the whole file was looked at and nothing is wrong with it. Faces may be seen in its pictures all the same.
  public var isClean: Bool { unread == nil && !isLeaking }
}
