import ImageProcessingKit
import TestSupport

/// A rectangle in pixels of an upright picture, with fractions: a detected face lies between pixels.
struct LifeBox: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// As `--add` takes it.
  var text: String { [x, y, width, height].map { "\(Int($0))" }.joined(separator: ",") }

  func scaled(by factor: Double) -> LifeBox {
    LifeBox(
      x: x - width * (factor - 1) / 2, y: y - height * (factor - 1) / 2, width: width * factor,
      height: height * factor)
  }
}

/// A picture that an edit can be made of: a photo, or what another program made of it.
struct LifePicture {
  let bytes: [UInt8]
  /// Upright.
  let width: Int
  let height: Int
  let orientation: Orientation
  let faces: [LifeBox]

  /// A box in pixels as stored (Exif 2.32, 4.6.4 A).
  func stored(_ box: LifeBox) -> LifeBox {
    let right = Double(width) - box.x - box.width
    let below = Double(height) - box.y - box.height
    let place: (x: Double, y: Double) =
      switch orientation {
      case .up: (box.x, box.y)
      case .upMirrored: (right, box.y)
      case .down: (right, below)
      case .downMirrored: (box.x, below)
      case .leftMirrored: (box.y, box.x)
      case .right: (box.y, right)
      case .rightMirrored: (below, right)
      case .left: (below, box.x)
      }
    return orientation.swapsAxes
      ? LifeBox(x: place.x, y: place.y, width: box.height, height: box.width)
      : LifeBox(x: place.x, y: place.y, width: box.width, height: box.height)
  }
}

/// A photo to live through a sequence, and what other programs will make of it.
struct LifePhoto {
  let picture: LifePicture
  let foreign: [LifePicture]

  static let foreignRecords = [
    ForeignRecords.photos(), ForeignRecords.propertyList(), ForeignRecords.archive(),
    ForeignRecords.withoutData(),
  ]

  /// The same photo for the same numbers.
  init(_ random: inout SplitMix, detector: any FaceDetecting) throws {
    let hasFace = Int.random(in: 0..<3, using: &random) > 0
    let orientation = Orientation.allCases.randomElement(using: &random) ?? .up
    let kind = Self.kinds.randomElement(using: &random) ?? TestJPEG.Kind()
    var upright = Self.drawing(&random)
    if hasFace {
      upright.paste(
        try Self.face.get(), x: Int.random(in: 0...16, using: &random),
        y: Int.random(in: 0...16, using: &random))
    }
    picture = try Self.picture(upright, orientation, kind, detector)
    var darker = upright
    for y in 0..<darker.height {
      for x in 0..<darker.width {
        let pixel = darker[x, y]
        darker[x, y] = (pixel.red / 2 + 40, pixel.green / 2, pixel.blue / 2)
      }
    }
    foreign = [
      try Self.picture(darker, .up, TestJPEG.Kind(), detector),
      try Self.picture(Self.drawing(&random), orientation, kind, detector),
    ]
  }

  static func makeDetector() throws -> any FaceDetecting {
    try DetectorChoice.networks.makeDetector(effort: .fast)
  }

  private static let kinds = [
    TestJPEG.Kind(), TestJPEG.Kind { $0.components = 1 }, TestJPEG.Kind { $0.sampling = (1, 1) },
    TestJPEG.Kind { $0.sampling = (2, 1) }, TestJPEG.Kind { $0.isProgressive = true },
    TestJPEG.Kind { $0.restartInterval = 3 }, TestJPEG.Kind { $0.hasOptimizedTables = true },
  ]

  /// Full of detail, so that nothing is flat before it is obscured.
  private static func drawing(_ random: inout SplitMix) -> PixelBuffer {
    TestPhotos.noise(
      width: Int.random(in: 120...190, using: &random), height: Int.random(in: 130...180, using: &random),
      seed: random.next())
  }

  /// The head of the portrait, 100 × 110.
  private static let face = Result {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    var head = PixelBuffer(width: 100, height: 110)
    head.paste(portrait, x: -172, y: -62)
    return head
  }

  private static func picture(
    _ upright: PixelBuffer, _ orientation: Orientation, _ kind: TestJPEG.Kind, _ detector: any FaceDetecting
  ) throws -> LifePicture {
    let bytes = TestJPEG.oriented(try TestJPEG.encode(upright.stored(for: orientation), kind), orientation)
    let seen = try PhotoFormats.standard.open(bytes).displayImage(fitting: detector.longestLook).pixels
    let faces = try detector.faces(in: seen).map { face in
      LifeBox(
        x: face.rect.x * Double(upright.width), y: face.rect.y * Double(upright.height),
        width: face.rect.width * Double(upright.width), height: face.rect.height * Double(upright.height))
    }.sorted(by: isRead(_:before:))
    return LifePicture(
      bytes: bytes, width: upright.width, height: upright.height, orientation: orientation, faces: faces)
  }

  /// In the order of reading, by the centres: so are regions numbered.
  private static func isRead(_ a: LifeBox, before b: LifeBox) -> Bool {
    (a.y + a.height / 2, a.x + a.width / 2) < (b.y + b.height / 2, b.x + b.width / 2)
  }
}
