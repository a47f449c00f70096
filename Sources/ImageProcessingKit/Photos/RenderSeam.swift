/// Where a writer stood in a render and in its original at once, somewhere in the middle of the picture, so that two threads can check
/// what it wrote. It is a hint: who uses it proves it.
struct RenderSeam: Sendable, Hashable {
  /// A bit of coded data: its byte, which is no stuffing, and its place in that, the highest bit at 0.
  struct Place: Sendable, Hashable {
    var byte: Int
    var bit: Int
  }

  /// Of units; the first unit of it is the next one.
  var row: Int
  /// Nil where the original's code does not stand in this order.
  var original: Place?
  var render: Place
  /// The last DC of each component, the same in both.
  var dcs: [Int]
}
