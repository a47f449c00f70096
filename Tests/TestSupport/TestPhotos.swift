public import Foundation
public import ImageProcessingKit

/// Public-domain portraits, pictures made from them with faces at known places, and pictures without faces.
public enum TestPhotos {
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Photos")
  /// The root of the package.
  public static let packageFolder =
    folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The networks as files; the command has copies of its own.
  public static let modelsFolder = packageFolder.appending(path: "models").path

  /// Where the faces of the portraits are.
  public static let astronautFace = PixelBox(x: 180, y: 65, width: 89, height: 111)
  public static let graceHopperFace = PixelBox(x: 179, y: 122, width: 175, height: 210)
  public static let cameramanFace = PixelBox(x: 162, y: 97, width: 70, height: 87)

  /// A record of the NASA portrait as a version of the format wrote it.
  public static func goldenRecord(_ version: String) throws -> [UInt8] {
    [UInt8](
      try Data(
        contentsOf: folder.deletingLastPathComponent().appending(path: "Records/astronaut-\(version).AAE")))
  }

  /// NASA portrait, 512 × 512, 4:2:0; the face at x 180, y 65, 89 × 111.
  public static func astronaut() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "astronaut.jpg")))
  }

  /// US Navy portrait, 512 × 600, 4:2:0; the face at x 179, y 122, 175 × 210.
  public static func graceHopper() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "grace_hopper.jpg")))
  }

  /// A man in profile, 320 × 320, grey.
  public static func cameraman() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "cameraman.jpg")))
  }

  /// The portrait's picture.
  public static func pixels(of jpeg: [UInt8]) throws -> PixelBuffer {
    try PhotoFormats.standard.open(jpeg).displayImage(fitting: .max).pixels
  }

  /// Both portraits side by side on a drawn ground, each once or more, and the boxes of their faces in pixels.
  public static func group(columns: Int = 2, rows: Int = 1) throws -> (
    picture: PixelBuffer, faces: [PixelBox]
  ) {
    let portraits = [try pixels(of: astronaut()), try pixels(of: graceHopper())]
    let boxes = [
      PixelBox(x: 180, y: 65, width: 89, height: 111), PixelBox(x: 179, y: 122, width: 175, height: 210),
    ]
    let cell = (width: 544, height: 640)
    var picture = withoutFaces(width: columns * cell.width, height: rows * cell.height)
    var faces: [PixelBox] = []
    for index in 0..<(columns * rows) {
      let kind = index % portraits.count
      let left = index % columns * cell.width + 16
      let top = index / columns * cell.height + 16
      picture.paste(portraits[kind], x: left, y: top)
      faces.append(boxes[kind].moved(x: left, y: top))
    }
    return (picture, faces)
  }

  /// Stripes and a gradient: nothing that looks like a face.
  public static func withoutFaces(width: Int = 640, height: Int = 480) -> PixelBuffer {
    var picture = PixelBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let stripe: UInt8 = x / 40 % 2 == 0 ? 60 : 0
        picture[x, y] = (UInt8(x * 190 / width) + stripe, UInt8(y * 255 / height), 120)
      }
    }
    return picture
  }

  /// Two blocks of black, white and full colours in turns, which were sought for taking the most bits to store: a picture
  /// of 160 × 160 takes more than 65,533 bytes at quality 90 without subsampling.
  public static func costliest(width: Int, height: Int) -> PixelBuffer {
    let blocks = [
      "4313570524111646", "1007703215540440", "1311254130467204", "1230367033635401",
      "3576300556324176", "0173734241322435", "4444047631574164", "0520453140627206",
    ].map { $0.compactMap(\.wholeNumberValue) }
    var picture = PixelBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let color = blocks[y % 8][x % 16]
        picture[x, y] = (color & 1 == 0 ? 0 : 255, color & 2 == 0 ? 0 : 255, color & 4 == 0 ? 0 : 255)
      }
    }
    return picture
  }

  /// A picture full of detail that repeats nowhere, from a seed.
  public static func noise(width: Int, height: Int, seed: UInt64) -> PixelBuffer {
    var random = SplitMix(seed: seed)
    var picture = PixelBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let bits = random.next()
        // Half gradient, half noise, so that all coefficients are in use without clipping.
        picture[x, y] = (
          UInt8(x * 127 / width) + UInt8(bits & 127), UInt8(y * 127 / height) + UInt8(bits >> 8 & 127),
          UInt8((x + y) * 127 / (width + height)) + UInt8(bits >> 16 & 127)
        )
      }
    }
    return picture
  }
}

/// A rectangle in pixels of an upright picture.
public struct PixelBox: Sendable, Hashable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public func moved(x dx: Int, y dy: Int) -> PixelBox {
    PixelBox(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// Where the box of an upright picture is in what is stored under an orientation.
  public func stored(for orientation: Orientation, in picture: PixelBuffer) -> PixelBox {
    var marked = PixelBuffer(width: picture.width, height: picture.height)
    for y in self.y..<(self.y + height) {
      for x in self.x..<(self.x + width) { marked[x, y] = (255, 255, 255) }
    }
    let stored = marked.stored(for: orientation)
    let columns = (0..<stored.width).filter { x in (0..<stored.height).contains { stored[x, $0].red > 0 } }
    let rows = (0..<stored.height).filter { y in (0..<stored.width).contains { stored[$0, y].red > 0 } }
    return PixelBox(x: columns.first ?? 0, y: rows.first ?? 0, width: columns.count, height: rows.count)
  }

  public func normalized(width: Int, height: Int) -> NormalizedRect {
    NormalizedRect(
      x: Double(x) / Double(width), y: Double(y) / Double(height), width: Double(self.width) / Double(width),
      height: Double(self.height) / Double(height))
  }
}

/// A small random generator with a seed (Steele, Lea, Flood 2014), so that every run sees the same pictures.
public struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension PixelBuffer {
  /// Draws another picture over this one; what leaves it is cut off.
  public mutating func paste(_ other: PixelBuffer, x left: Int, y top: Int) {
    for y in max(0, -top)..<max(max(0, -top), min(other.height, height - top)) {
      for x in max(0, -left)..<max(max(0, -left), min(other.width, width - left)) {
        self[left + x, top + y] = other[x, y]
      }
    }
  }

  /// The picture as it must be stored to stand upright under an orientation.
  public func stored(for orientation: Orientation) -> PixelBuffer {
    let size = orientation.uprightSize(storedWidth: width, storedHeight: height)
    var result = PixelBuffer(width: size.width, height: size.height)
    for y in 0..<height {
      for x in 0..<width {
        // Where the tag says the stored row 0 and column 0 are seen (Exif 2.32, 4.6.4 A).
        let place: (x: Int, y: Int) =
          switch orientation {
          case .up: (x, y)
          case .upMirrored: (width - 1 - x, y)
          case .down: (width - 1 - x, height - 1 - y)
          case .downMirrored: (x, height - 1 - y)
          case .leftMirrored: (y, x)
          case .right: (y, width - 1 - x)
          case .rightMirrored: (height - 1 - y, width - 1 - x)
          case .left: (height - 1 - y, x)
          }
        result[place.x, place.y] = self[x, y]
      }
    }
    return result
  }
}
