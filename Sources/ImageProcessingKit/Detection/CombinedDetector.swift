/// Several detectors as one: what any of them finds is hidden, in one render that is proven at once.
///
/// What two of them find of one kind in one place is one thing, and its box holds both boxes. The record names them all, as far as 64
/// bytes go; of a longer name it has the beginning and a hash.
public final class CombinedDetector: FaceDetecting, BandedFaceDetecting {
  public let identity: DetectorIdentity
  private let detectors: [any FaceDetecting]

  /// - Parameters:
  ///   - first: a detector, such as that of the library for faces.
  ///   - others: those that look besides, in their order.
  public init(_ first: any FaceDetecting, _ others: any FaceDetecting...) {
    detectors = [first] + others
    let all = detectors.map(\.identity)
    let hashes = all.map(\.modelSHA256).filter { !$0.isEmpty }
    identity = DetectorIdentity(
      name: Self.bounded(all.map(\.name).joined(separator: "+")),
      modelSHA256: hashes.count > 1 ? SHA256.hexDigest(of: Array(hashes.joined().utf8)) : hashes.first ?? "",
      longSides: Array(Set(all.flatMap(\.longSides)).sorted().suffix(16)),
      threshold: all.map(\.threshold).min() ?? 0,
      effort: all.compactMap(\.effort).first,
      smallestFace: all.compactMap(\.smallestFace).min())
  }

  /// A name that a record holds.
  private static func bounded(_ name: String) -> String {
    guard name.utf8.count > 64 else { return name }
    return String(decoding: name.utf8.prefix(40).prefix { $0 < 128 }, as: UTF8.self) + "…"
      + SHA256.hexDigest(of: Array(name.utf8)).prefix(16)
  }

  public var longestLook: Int { detectors.map(\.longestLook).max() ?? 0 }

  /// Of all together: each keeps its memory while another one looks.
  public var workingMemory: Int {
    detectors.reduce(0) { sum, detector in
      let (total, overflow) = sum.addingReportingOverflow(max(detector.workingMemory, 0))
      return overflow ? .max : total
    }
  }

  public func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    try joined { (detector) throws(FaceBlurError) in try detector.faces(in: picture) }
  }

  package func faces(
    in image: DisplayImage, of photo: some BandedPhoto
  ) throws(FaceBlurError) -> [DetectedFace] {
    try joined { (detector) throws(FaceBlurError) in try detector.faces(in: image, of: photo) }
  }

  package func beginLooking(at picture: GrowingPicture, ofPhoto size: (width: Int, height: Int)) {
    // Others may look before the next one is asked.
    (detectors.first as? any BandedFaceDetecting)?.beginLooking(at: picture, ofPhoto: size)
  }

  public func faces(
    in picture: PixelBuffer, around regions: [NormalizedRect]
  ) throws(FaceBlurError) -> [DetectedFace] {
    try joined { (detector) throws(FaceBlurError) in try detector.faces(in: picture, around: regions) }
  }

  /// What all detectors find, each thing once.
  private func joined(
    _ look: (any FaceDetecting) throws(FaceBlurError) -> [DetectedFace]
  ) throws(FaceBlurError) -> [DetectedFace] {
    var found: [DetectedFace] = []
    for detector in detectors { found += try look(detector) }
    return found.joined(uniting: true)
  }

  public func couldSeeObscured(_ region: NormalizedRect, in picture: PixelBuffer) -> Bool {
    detectors.contains { $0.couldSeeObscured(region, in: picture) }
  }
}
