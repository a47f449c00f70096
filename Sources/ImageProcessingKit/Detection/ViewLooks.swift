/// What the looks at one view of a photo have seen so far.
struct ViewLooks {
  var fusion: FaceFusion
  /// The photo's, upright, in pixels.
  let size: (width: Int, height: Int)
  /// By quarter turn, the sure faces of looks that are as quick as each other.
  private var counts = [0: 0, 90: 0, 180: 0, 270: 0]
  /// The whole picture that was looked at, and as it was brought down for that, for `RevealedPictures`; nil before the looks are done.
  var shown: (picture: PixelBuffer, small: PixelBuffer)?

  /// A score of a face that counts when it is decided which way round a photo is.
  private static let sureScore = 0.7

  init(ofPhoto size: (width: Int, height: Int), evidence: FaceEvidence) {
    self.size = size
    fusion = FaceFusion(width: size.width, height: size.height, evidence: evidence)
  }

  /// Counts the sure faces of a quick look at the whole picture.
  mutating func count(_ candidates: [FaceCandidate], at degrees: Int) {
    guard counts[degrees] != nil else { return }
    counts[degrees] = Self.sure(candidates)
  }

  /// Adds those of a quick look at a part of it.
  mutating func countMore(_ candidates: [FaceCandidate], at degrees: Int) {
    counts[degrees, default: 0] += Self.sure(candidates)
  }

  private static func sure(_ candidates: [FaceCandidate]) -> Int {
    candidates.count { $0.score >= sureScore }
  }

  /// The turn of a pass; nil where it is not needed.
  func degrees(of turn: DetectionEffort.Pass.Turn) -> Int? {
    switch turn {
    case .degrees(let degrees): return degrees
    case .mostFaces:
      let most = counts.values.max() ?? 0
      return most > counts[0] ?? 0 ? counts.keys.filter { counts[$0] == most }.min() : nil
    }
  }
}
