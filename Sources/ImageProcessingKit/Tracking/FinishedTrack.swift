/// A track that cannot change any more, but for its name.
struct FinishedTrack {
  let serial: Int
  private let kind: SubjectKind
  private let boxes: [TrackBox]
  private let scores: [Double]
  /// Frames from the first sighting to the last.
  private let length: Int

  /// - Parameters:
  ///   - scene: the frames of its scene.
  ///   - times: of the frames around the track.
  init(_ track: OpenTrack, in scene: Range<Int>, _ times: FrameTimes) {
    serial = track.serial
    kind = track.kind
    boxes = TrackShape.boxes(of: track.seen, in: scene, times)
    scores = track.seen.map(\.score).sorted()
    length = track.last.frame - track.first.frame + 1
  }

  func named(_ id: String) -> FaceTrack {
    let best = scores.last ?? 0
    return FaceTrack(
      id: id, kind: kind, boxes: boxes, bestScore: best, typicalScore: scores[scores.count / 2],
      seenCount: scores.count,
      isDoubtful: scores.count == 1 || 2 * scores.count < length || best < DetectedFace.sureScore)
  }
}
