/// What keeps the code of a render's pictures from one run to the next, in the order in which they are coded.
///
/// Nobody believes it: what comes of it is a render like any other, which passes the gate or is none.
protocol CodedMemory: AnyObject {
  /// Begins a render. What was kept for another key is forgotten.
  /// - Parameter key: whatever decides what the code is, in hexadecimal.
  func begin(_ key: String)

  /// The code of the next pictures, if an earlier run kept that of all of them; else nothing behind what was given counts any more.
  /// - Parameters:
  ///   - count: of pictures.
  ///   - take: is given each of them, one after the other.
  /// - Returns: whether they were given.
  /// - Throws: what `take` throws.
  func next(_ count: Int, _ take: ([UInt8]) throws(FaceBlurError) -> Void) throws(FaceBlurError) -> Bool

  /// Keeps a picture's code, behind those that were given or kept.
  func keep(_ code: [UInt8])
}
