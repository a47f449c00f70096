/// The looks at a whole picture: each is taken once, and together with others that wait for nothing more than it does.
struct WholeLooks {
  /// A pass as this picture takes it.
  struct Settled {
    /// With the size and the turn that it has here; passes with equal ones are the same look.
    let key: DetectionEffort.Pass
    let floor: Double
  }

  private let picture: PixelBuffer
  private let photoSide: Int
  private let effort: DetectionEffort
  /// All looks at one size begin with the same small picture.
  private var shrunk: [Int: Future<PixelBuffer>] = [:]
  private var seen: [DetectionEffort.Pass: [FaceCandidate]] = [:]
  /// The one that was begun while the picture was being made.
  private let begun: BegunLook?

  /// - Parameters:
  ///   - photoSide: the long side of the photo in pixels, which the picture may be smaller than.
  ///   - begun: a look that was begun before; one at another picture counts for nothing.
  init(_ picture: PixelBuffer, ofPhoto photoSide: Int, effort: DetectionEffort, begun: BegunLook? = nil) {
    self.picture = picture
    self.photoSide = photoSide
    self.effort = effort
    self.begun = begun.flatMap { $0.picture.became(picture) ? $0 : nil }
  }

  func settled(_ pass: DetectionEffort.Pass, degrees: Int) -> Settled {
    Self.settled(
      pass, degrees: degrees, pictureSide: max(picture.width, picture.height), photoSide: photoSide, effort)
  }

  /// A pass as a picture takes it of which no more is known than the long sides, its own and the photo's, in pixels.
  static func settled(
    _ pass: DetectionEffort.Pass, degrees: Int, pictureSide: Int, photoSide: Int, _ effort: DetectionEffort
  ) -> Settled {
    var key = pass
    if pass.isFinest {
      key.longSide = DetectionScale.finestLook(ofPhoto: photoSide, atLeast: pass.longSide)
    }
    key.longSide = DetectionShim.size(
      key.longSide, forLongSide: pictureSide, maxEnlargement: effort.maxEnlargement)
    key.turn = .degrees(degrees)
    // Of a small picture two sizes may be the same.
    key.isFinest = false
    key.leadsToCloseLooks = false
    key.isForDoubt = false
    let floor = FaceEvidence.floor(of: pass.network) + pass.caution
    return Settled(key: key, floor: pass.leadsToCloseLooks ? min(floor, NetworkDetector.hint) : floor)
  }

  /// What a look sees, each face once.
  /// - Parameter others: looks that are taken with it, if it was not taken before, in the order of the passes.
  mutating func candidates(
    _ key: DetectionEffort.Pass, takenWith others: [Settled], by threads: LookThreads
  ) throws(FaceBlurError) -> [FaceCandidate] {
    if let seen = seen[key] { return seen }
    let begun = begun.flatMap { begun -> (key: DetectionEffort.Pass, look: BegunLook)? in
      let key = settled(begun.pass, degrees: 0).key
      let isTaken = seen[key] == nil && key.longSide >= max(picture.width, picture.height)
      return isTaken && others.contains { $0.key == key } ? (key, begun) : nil
    }
    let others = others.filter { $0.key != begun?.key }
    shrink(to: others.filter { seen[$0.key] == nil }.map(\.key.longSide), onThreads: threads.count)
    var keys: [DetectionEffort.Pass] = []
    var looks: [NetworkLook] = []
    for other in others where seen[other.key] == nil && !keys.contains(other.key) {
      guard case .degrees(let degrees) = other.key.turn else { continue }
      let side = other.key.longSide
      keys.append(other.key)
      looks.append(
        NetworkLook(
          network: other.key.network, picture: picture, smaller: shrunk[side], longSide: side,
          degrees: degrees, floor: other.floor))
    }
    for (key, candidates) in zip(keys, try threads.candidates(of: looks)) {
      seen[key] = candidates.merged(overlap: NetworkDetector.mergeOverlap)
    }
    if let begun {
      seen[begun.key] = try begun.look.candidates()?.merged(overlap: NetworkDetector.mergeOverlap)
    }
    guard let seen = seen[key] else { throw .detectionFailed("a look was not taken") }
    return seen
  }

  /// The smallest of the pictures that were made for looks with a long side of so many pixels at least; the whole one where there is none.
  func smallest(from side: Int) throws(FaceBlurError) -> PixelBuffer {
    guard let small = shrunk.filter({ $0.key >= side }).min(by: { $0.key < $1.key }) else { return picture }
    return try small.value.value()
  }

  /// Begins to make the small pictures that are missing, beside the looks that need none of them where there are several threads.
  private mutating func shrink(to sides: [Int], onThreads count: Int) {
    let picture = picture
    let longSide = max(picture.width, picture.height)
    for side in Set(sides).sorted(by: >) where shrunk[side] == nil && side < longSide {
      let shrink: @Sendable () -> PixelBuffer = { LookShrinker.shrink(picture, toLongSide: side) }
      shrunk[side] = count > 1 ? Future { () throws(FaceBlurError) in shrink() } : Future(shrink())
    }
  }
}
