import ImageProcessingKit

/// Portraits with a second face in samples that viewers with transparency do not show.
public struct UnseenFace: Sendable, CustomStringConvertible {
  public let name: String
  /// Where the second face is.
  public let face: PixelBox
  public let build: @Sendable () throws -> [UInt8]

  public var description: String { name }
  public var fileName: String { name.lowercased().map { $0.isLetter ? String($0) : "-" }.joined() + ".png" }

  /// Beside the astronaut's face, far enough to be a region of its own.
  private static let place = (x: 10, y: 250)
  private static let side = 200

  public static let all: [UnseenFace] = [
    UnseenFace("Face under full transparency") { $0.contains($1, $2) ? 0 : $3 },
    UnseenFace("Face under almost full transparency") { $0.contains($1, $2) ? 1 : $3 },
    // The upper half is seen.
    UnseenFace("Face half under full transparency") { box, x, y, full in
      box.contains(x, y) && y >= box.y + box.height / 2 ? 0 : full
    },
    UnseenFace("Face under full transparency of 16 bits", TestPNG.Kind(6, 16)) {
      $0.contains($1, $2) ? 0 : $3
    },
    UnseenFace("Grey face under full transparency", TestPNG.Kind(4, 8)) { $0.contains($1, $2) ? 0 : $3 },
    UnseenFace("Everything under full transparency") { _, _, _, _ in 0 },
    UnseenFace("Face in transparency alone", isInAlpha: true) { $3 },
    UnseenFace("Face in transparency of 16 bits alone", TestPNG.Kind(6, 16), isInAlpha: true) { $3 },
  ]

  private init(
    _ name: String, _ kind: TestPNG.Kind = .rgba8, isInAlpha: Bool = false,
    alpha: @escaping @Sendable (_ box: PixelBox, _ x: Int, _ y: Int, _ full: UInt16) -> UInt16
  ) {
    self.name = name
    let box = PixelBox(x: Self.place.x, y: Self.place.y, width: Self.side, height: Self.side * 6 / 5)
    face = box
    build = {
      var portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
      let other = try TestPhotos.pixels(of: TestPhotos.graceHopper())
      func second(_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        other[140 + (x - box.x) * 250 / box.width, 90 + (y - box.y) * 300 / box.height]
      }
      if !isInAlpha {
        for y in box.y..<(box.y + box.height) {
          for x in box.x..<(box.x + box.width) { portrait[x, y] = second(x, y) }
        }
      }
      var picture = TestPNG.Picture(portrait, kind)
      let full = UInt16(kind.maximum)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let level =
            isInAlpha && box.contains(x, y) ? UInt16(second(x, y).green) * (full / 255) : full
          picture.samples[(y * picture.width + x) * kind.channels + kind.channels - 1] = alpha(
            box, x, y, level)
        }
      }
      return try TestPNG.encodeByLibpng(picture)
    }
  }
}

extension PixelBox {
  /// Whether a pixel lies in it.
  public func contains(_ x: Int, _ y: Int) -> Bool {
    (self.x..<(self.x + width)).contains(x) && (self.y..<(self.y + height)).contains(y)
  }
}
