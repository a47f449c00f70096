import TestSupport
import Testing

extension UnseenFace {
  /// Expects that next to no pixel is kept of the middle of the face, where eyes and nose are.
  func expectHidden(where isKept: (_ x: Int, _ y: Int) -> Bool) {
    var kept = 0
    for y in (face.y + face.height / 3)..<(face.y + 2 * face.height / 3) {
      for x in (face.x + face.width / 3)..<(face.x + 2 * face.width / 3) where isKept(x, y) { kept += 1 }
    }
    #expect(kept < face.width * face.height / 9 / 50, "\(kept) pixels of the face are as they were")
  }
}
