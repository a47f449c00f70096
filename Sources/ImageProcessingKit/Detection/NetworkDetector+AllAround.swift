// The looks at photos of everything around a camera: what is at their edge and far below or above the camera is shown as viewers show it.
extension NetworkDetector {
  /// What is found there, where a picture is one.
  func facesAllAround(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    guard effort.looksClosely, let around = EquirectangularPicture(picture) else { return [] }
    let views = RectilinearViews(of: around)
    // As one picture both are looked at in half the time.
    let (both, parts) = PixelBuffer.sideBySide(views.picture, around.edge)
    let seen = try looked(at: both, ofPhoto: (both.width, both.height)).fusion
    return seen.faces(threshold: identity.threshold).flatMap { face in
      let isAtEdge = parts.right.containsMiddle(of: face.rect)
      let rects =
        isAtEdge
        ? around.rects(ofEdge: face.rect.seen(from: parts.right))
        : views.rects(of: face.rect.seen(from: parts.left))
      return rects.map { rect in
        DetectedFace(
          rect: rect, score: face.score,
          seenBy: face.seenBy.map { "\($0) \(isAtEdge ? "at the edge" : "bent back")" }, kind: face.kind)
      }
    }
  }
}

extension NormalizedRect {
  /// The same place where a part of this picture is the unit square.
  fileprivate func seen(from part: NormalizedRect) -> NormalizedRect {
    NormalizedRect(
      x: (x - part.x) / part.width, y: (y - part.y) / part.height, width: width / part.width,
      height: height / part.height)
  }
}

extension PixelBuffer {
  /// Two pictures as one, black below the lower one, and where they lie in it.
  fileprivate static func sideBySide(_ left: PixelBuffer, _ right: PixelBuffer) -> (
    picture: PixelBuffer, parts: (left: NormalizedRect, right: NormalizedRect)
  ) {
    let (width, height) = (left.width + right.width, max(left.height, right.height))
    let picture = PixelBuffer(width: width, height: height) { target in
      target.update(repeating: 0)
      for (part, start) in [(left, 0), (right, left.width)] {
        let line = part.width * channels
        for row in 0..<part.height {
          let place = (row * width + start) * channels
          for byte in 0..<line { target[place + byte] = part.bytes[row * line + byte] }
        }
      }
    }
    func rect(_ part: PixelBuffer, from start: Int) -> NormalizedRect {
      NormalizedRect(
        x: Double(start) / Double(width), y: 0, width: Double(part.width) / Double(width),
        height: Double(part.height) / Double(height))
    }
    return (picture, (rect(left, from: 0), rect(right, from: left.width)))
  }
}
