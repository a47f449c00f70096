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

  /// Of reading a file of so many bytes once, as whoever checks an output does: a second for 4 MiB, of which the smallest machines
  /// hash ten times as much.
  init(reading bytes: Int) {
    self.init(bytes: 0, seconds: 300 + (bytes >> 22))
  }

  /// Of a photo: one of 12 megapixels takes a second or two of computing, and on the smallest machines a minute.
  init(bytes: Int) {
    self.init(bytes: bytes, seconds: 300 + 3 * (bytes >> 20))
  }
}
