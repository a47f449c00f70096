/// Reads a file back while it is written. The file grows at its end alone, or begins anew.
protocol FileFollower: AnyObject {
  /// It is told of so many more bytes at a time, and not of every few.
  static var pieceBytes: Int { get }

  /// The file has so many bytes by now.
  func grew(to count: Int)
  /// The file is about to be emptied.
  func beginAnew()
  /// The file is whole.
  func end(at count: Int)
  /// The file is about to be closed: nothing is read any more when this returns.
  func letGo()
}
