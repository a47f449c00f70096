/// A matrix that turns or mirrors pictures by quarters, of numbers −1, 0 and 1: (x, y) becomes (ax + cy, bx + dy).
struct TurnMatrix: Sendable, Hashable {
  let a: Int
  let b: Int
  let c: Int
  let d: Int

  /// First one, then the other.
  func then(_ other: TurnMatrix) -> TurnMatrix {
    TurnMatrix(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d, c: c * other.a + d * other.c,
      d: c * other.b + d * other.d)
  }

  /// nil where it is no turn.
  var orientation: Orientation? {
    switch (a, b, c, d) {
    case (1, 0, 0, 1): .up
    case (-1, 0, 0, 1): .upMirrored
    case (-1, 0, 0, -1): .down
    case (1, 0, 0, -1): .downMirrored
    case (0, 1, 1, 0): .leftMirrored
    case (0, 1, -1, 0): .right
    case (0, -1, -1, 0): .rightMirrored
    case (0, -1, 1, 0): .left
    default: nil
    }
  }
}
