/// Tells where a film cuts from one scene to another, from small pictures of its frames.
///
/// In doubt there is none: what is hidden stays hidden then, and where a cut is seen that is none, a face could be shown that was
/// missed beside it. So a frame begins a scene only where it is unlike the one before in every way: cell by cell, in how much of it is how
/// bright, and in what is where, even if everything has moved or changed its brightness (fast pans, fades, lights). And what was before
/// must not come back within two frames, as after a flash.
struct CutDetector {
  /// How many frames after one must be known before it is told whether it begins a scene.
  static let lookahead = 2
  /// Below this mean difference of the cells two frames are of one scene.
  private static let leastDifference = 12.0
  /// Below this difference of their histograms, likewise. Every frame of a fast pan brings a tenth of new picture.
  private static let leastHistogramDifference = 0.2
  /// How much like each other two frames of different scenes may be at most: so much where their histograms are alike, and more where
  /// they are not.
  private static let mostLikeness = (start: 0.35, end: 0.85)

  /// The last frame that was told of, and those after it.
  private var frames: [FrameThumbnail] = []
  /// The last frame before a flash, and for how many more frames it may come back.
  private var beforeFlash: (frame: FrameThumbnail, left: Int)?
  private var hasBegun = false

  /// Takes in the next frame.
  /// - Returns: whether the frame that came `lookahead` frames earlier begins a scene; nil where there was none yet.
  mutating func add(_ frame: FrameThumbnail) -> Bool? {
    frames.append(frame)
    return frames.count > Self.lookahead + (hasBegun ? 1 : 0) ? next() : nil
  }

  /// The same of the frames that are left, in their order, after the last one.
  mutating func finish() -> [Bool] {
    var rest: [Bool] = []
    while frames.count > (hasBegun ? 1 : 0) { rest.append(next()) }
    return rest
  }

  private mutating func next() -> Bool {
    guard hasBegun else {
      hasBegun = true
      return true
    }
    let last = frames.removeFirst()
    beforeFlash?.left -= 1
    if beforeFlash?.left ?? 0 < 0 { beforeFlash = nil }
    guard Self.differ(last, frames[0]) else { return false }
    if let known = beforeFlash?.frame, !Self.differ(known, frames[0]) { return false }
    if frames.dropFirst().contains(where: { !Self.differ(last, $0) }) {
      if beforeFlash == nil { beforeFlash = (last, Self.lookahead) }
      return false
    }
    return true
  }

  private static func differ(_ one: FrameThumbnail, _ other: FrameThumbnail) -> Bool {
    guard one.difference(from: other) >= leastDifference else { return false }
    let histograms = one.histogramDifference(from: other)
    guard histograms >= leastHistogramDifference else { return false }
    return one.likeness(to: other) < min(mostLikeness.start + histograms, mostLikeness.end)
  }
}
