/// Looks for faces in pictures that are found where none should be.
///
/// How much is decoded is limited for a file as a whole: where there is more, the first pictures are evidence enough.
struct HiddenPictureJudge {
  /// Finds faces in a picture; nil where nobody looks, and then no pictures are searched for.
  let detector: (any FaceDetecting)?
  private let effort = Effort()

  /// What a picture may claim that is looked into, or decoded to tell what is in it; of a photo that was opened its size was seen.
  let limits: ImageLimits
  /// The formats in which hidden pictures are decoded.
  private let containers: [any PhotoContainer]

  /// - Parameter containers: the formats in which hidden pictures are decoded; others are listed as unknown.
  init(
    detector: (any FaceDetecting)?, limits: ImageLimits = ImageLimits(),
    containers: [any PhotoContainer] = []
  ) {
    self.detector = detector
    self.limits = limits
    self.containers = containers
  }

  /// What may still be looked at.
  private final class Effort {
    private var pictures = 16
    private var pixels = 400_000_000

    /// Takes a picture of so many pixels from what is left; false where too little is.
    func spend(pixels count: Int) -> Bool {
      guard pictures > 0, pixels >= count else { return false }
      pictures -= 1
      pixels -= count
      return true
    }
  }

  /// How large the pictures are that are looked at: thumbnails and previews hold their faces at this size.
  private static let side = 640

  /// Looks for pictures in some bytes and notes what they are and show.
  func look(
    into bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, for block: inout MetadataBlock
  ) {
    // Without a detector the search would be of no use.
    guard detector != nil else { return }
    for picture in HiddenPicture.find(in: bytes, range) {
      block.add(evidence(of: picture, in: bytes), picture.format.rawValue)
    }
  }

  private func evidence(
    of picture: HiddenPicture, in bytes: UnsafeBufferPointer<UInt8>
  ) -> MetadataBlock.FaceEvidence {
    evidence(head: picture.head(in: bytes), picture.content(in: bytes))
  }

  /// Looks at a picture that lies in a file in parts, and notes what it shows.
  /// - Parameter file: a file of these parts.
  func look(atFile file: [UInt8], for block: inout MetadataBlock) {
    guard detector != nil else { return }
    block.mayShowFace.strengthen(evidence(head: Array(file.prefix(HiddenPicture.headBytes)), file))
  }

  /// - Parameter file: is not asked for where nobody can open what begins so.
  private func evidence(
    head: [UInt8], _ file: @autoclosure () -> [UInt8]
  ) -> MetadataBlock.FaceEvidence {
    guard let container = containers.first(where: { $0.recognizes(head) }),
      let photo = try? container.open(FileBytes(file()), limits: limits),
      effort.spend(pixels: photo.geometry.storedWidth * photo.geometry.storedHeight),
      let shown = try? photo.displayImage(fitting: Self.side)
    else { return .unknown }
    return evidence(of: shown)
  }

  /// Looks at pixels that lie uncompressed, three bytes each.
  func evidence(rgb bytes: [UInt8], width: Int, height: Int) -> MetadataBlock.FaceEvidence {
    guard (1...4096).contains(width), (1...4096).contains(height),
      let picture = PixelBuffer(
        width: width, height: height, bytes: Array(bytes.prefix(width * height * PixelBuffer.channels)))
    else { return .unknown }
    guard effort.spend(pixels: width * height) else { return .unknown }
    return evidence(of: DisplayImage(pixels: picture, warnings: []))
  }

  private func evidence(of picture: DisplayImage) -> MetadataBlock.FaceEvidence {
    guard let detector, let faces = try? detector.faces(in: picture) else { return .unknown }
    return faces.isEmpty ? .no : .yes
  }
}

extension MetadataBlock {
  /// Notes a picture that the block holds.
  mutating func add(_ evidence: FaceEvidence, _ content: String) {
    mayShowFace.strengthen(evidence)
    if !contents.contains(content) { contents.append(content) }
  }

  /// Takes in what the next block of the same kind holds.
  mutating func merge(_ other: MetadataBlock) {
    mayShowFace.strengthen(other.mayShowFace)
    for content in other.contents where !contents.contains(content) { contents.append(content) }
  }
}

extension MetadataBlock.FaceEvidence {
  /// A face that is seen counts for more than one that may be there, and that for more than none.
  mutating func strengthen(_ other: MetadataBlock.FaceEvidence) {
    func weight(_ evidence: MetadataBlock.FaceEvidence) -> Int {
      switch evidence {
      case .no: 0
      case .unknown: 1
      case .yes: 2
      }
    }
    if weight(other) > weight(self) { self = other }
  }
}
