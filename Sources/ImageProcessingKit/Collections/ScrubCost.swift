/// What scrubbing a file takes at most; an estimate.
struct ScrubCost: Sendable, Hashable, Codable {
  static let none = ScrubCost(bytes: 0)

  /// Of memory, with that of the helpers.
  let bytes: Int
  /// Of computing.
  let seconds: Int

  init(bytes: Int, seconds: Int) {
    self.bytes = bytes
    self.seconds = seconds
  }

  /// Of a photo: one of 12 megapixels takes a second or two of computing, and on the smallest machines a minute.
  init(bytes: Int) {
    self.init(bytes: bytes, seconds: 300 + 3 * (bytes >> 20))
  }
}
