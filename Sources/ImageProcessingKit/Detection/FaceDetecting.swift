/// Finds faces in an upright picture, or what else is to be hidden.
///
/// What it finds is a face where it does not say another `SubjectKind`; nothing else has to know about a new one.
///
/// A new detector is one new file that conforms to this, and a case in `DetectorChoice`. A detector is used
/// by one task at a time: it is a class with working memory of its own, so it is not `Sendable`.
public protocol FaceDetecting: AnyObject {
  /// What the record says about the detector.
  var identity: DetectorIdentity { get }

  /// The long side in pixels of the largest picture that it makes use of.
  var longestLook: Int { get }

  /// Bytes that looking takes beside the picture at most, an estimate: a worker of a collection gets no more.
  var workingMemory: Int { get }

  /// The faces of a picture, each once, the surest first.
  /// - Throws: `FaceBlurError` where the engine fails.
  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace]

  /// The faces that are seen around some obscured regions.
  /// - Parameters:
  ///   - picture: as it was when the faces were looked for, but for the regions.
  ///   - regions: upright and normalised.
  /// - Returns: more may be among them; those around the regions must be.
  /// - Throws: `FaceBlurError` where the engine fails.
  func faces(
    in picture: PixelBuffer, around regions: [NormalizedRect]
  ) throws(FaceBlurError) -> [DetectedFace]

  /// Whether a face can be seen at all around an obscured region of this size: looking costs time.
  func couldSeeObscured(_ region: NormalizedRect, in picture: PixelBuffer) -> Bool
}

extension FaceDetecting {
  public func faces(
    in picture: PixelBuffer, around regions: [NormalizedRect]
  ) throws(FaceBlurError) -> [DetectedFace] {
    try faces(in: picture)
  }

  public func couldSeeObscured(_ region: NormalizedRect, in picture: PixelBuffer) -> Bool { true }

  /// 256 MiB, which is twice what the detectors of this library take that are not OpenCV's networks.
  public var workingMemory: Int { 256 << 20 }
}

/// Which detector ran and how it was set, so that a result can be understood later.
public struct DetectorIdentity: Sendable, Hashable, Codable {
  /// Stands in the record of an edit for which nobody looked for faces: a person drew them.
  public static let byHand = DetectorIdentity(name: "none", modelSHA256: "", longSides: [], threshold: 0)

  /// `yunet`, `yunet+centerface` or `haar`; `none` where a person drew every region.
  public var name: String
  /// SHA-256 of the model file in lower-case hexadecimal; of several files, of their hashes one after another. Empty
  /// where there is none.
  public var modelSHA256: String
  /// The long sides in pixels that the largest picture is looked at.
  public var longSides: [Int]
  /// The least score that counts, 0…1.
  public var threshold: Double
  /// How often the picture was looked at; nil where the detector knows one way only.
  public var effort: String?
  /// The long side in pixels of the photo of the smallest face that is looked for whatever the photo's size, where the detector is
  /// given the photo and not its picture at display size alone (`EditingInput.faces(in:by:)`); nil where that follows from the photo's
  /// size.
  public var smallestFace: Int?

  public init(
    name: String, modelSHA256: String, longSides: [Int], threshold: Double, effort: String? = nil,
    smallestFace: Int? = nil
  ) {
    self.name = name
    self.modelSHA256 = modelSHA256
    self.longSides = longSides
    self.threshold = threshold
    self.effort = effort
    self.smallestFace = smallestFace
  }
}
