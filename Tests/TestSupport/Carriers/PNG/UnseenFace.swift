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
  ]

  private init(
    _ name: String, _ kind: TestPNG.Kind = .rgba8,
    alpha: @escaping @Sendable (_ box: PixelBox, _ x: Int, _ y: Int, _ full: UInt16) -> UInt16
  ) {
    self.name = name
    let box = PixelBox(x: Self.place.x, y: Self.place.y, width: Self.side, height: Self.side * 6 / 5)
    face = box
    build = {
      var portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
      let other = try TestPhotos.pixels(of: TestPhotos.graceHopper())
      for y in 0..<box.height {
        for x in 0..<box.width {
          let source = (x: 140 + x * 250 / box.width, y: 90 + y * 300 / box.height)
          portrait[box.x + x, box.y + y] = other[source.x, source.y]
        }
      }
      var picture = TestPNG.Picture(portrait, kind)
      let full = UInt16(kind.maximum)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          picture.samples[(y * picture.width + x) * kind.channels + kind.channels - 1] = alpha(
            box, x, y, full)
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
