/// Follows the faces of a film from frame to frame.
///
/// A film is as private as its worst frame. So a face is hidden for a while before it was first seen and after it was last seen, and
/// where it was missed in between; but never across a cut. Missing a face does harm, and a box too many is a nuisance.
///
/// Frames are given one by one, in order of presentation, and tracks come out when they cannot change any more. What is kept is 24 small
/// pictures (`FilmFrame.smallSide(of:)`: 37 MB of a film in 1080p, 149 MB in 4K), the large pictures of four frames or what makes them,
/// and the open tracks. Where players show a film in several ways, there are as many pictures of each frame.
///
/// As a detector it is used by one task at a time.
final class FaceTracker {
  private let looks: any FrameLooking
  private var cuts = CutDetector()
  /// Frames of which it is not known yet whether a cut is beside them.
  private var waiting: [FilmFrame] = []
  /// Of the first of those, whether they begin a scene.
  private var beginnings: [Bool] = []
  private var times: FrameTimes
  private var scene: SceneTracker?
  private var names = TrackNames()
  private var finished: [FinishedTrack] = []
  private var frameCount = 0
  /// Tracks so far, those among them that nobody believed in.
  private var serialCount = 0

  /// - Parameters:
  ///   - looks: who looks at the frames.
  ///   - timescale: ticks in a second of the times of frames.
  init(_ looks: any FrameLooking, timescale: Int) {
    self.looks = looks
    times = FrameTimes(timescale: timescale)
  }

  /// Takes in the next frame.
  /// - Parameters:
  ///   - views: what each kind of player shows of it, at least one. The large pictures are asked for of a frame in ten or twenty, while one
  ///     of the next three frames is taken in. Cuts are looked for in the first.
  ///   - size: the frame's, upright, in pixels.
  ///   - time: when it is shown, in ticks.
  /// - Returns: the tracks that have ended, in no order that means anything; all boxes of them.
  /// - Throws: `FaceBlurError` where the detector fails, or there are more faces than can be followed.
  func add(
    _ views: [FrameView], of size: (width: Int, height: Int), time: Int
  ) throws(FaceBlurError) -> [FaceTrack] {
    guard let first = views.first else { throw .internalError("nobody shows anything of a frame") }
    waiting.append(FilmFrame(index: frameCount, time: time, size: size, views: views))
    frameCount += 1
    if let begins = cuts.add(FrameThumbnail(first.picture)) { beginnings.append(begins) }
    while beginnings.count > 1 { try lookAtNext(endsScene: beginnings[1]) }
    return takeNamed()
  }

  /// The tracks that are left, after the last frame.
  /// - Throws: as `add`.
  func finish() throws(FaceBlurError) -> [FaceTrack] {
    beginnings += cuts.finish()
    while !beginnings.isEmpty { try lookAtNext(endsScene: beginnings.count > 1 ? beginnings[1] : true) }
    endScene()
    return takeNamed()
  }

  private func lookAtNext(endsScene: Bool) throws(FaceBlurError) {
    let frame = waiting.removeFirst()
    if beginnings.removeFirst() { endScene() }
    times.append(frame.time)
    var scene = scene ?? SceneTracker(looks, from: frame.index, firstSerial: serialCount)
    self.scene = nil
    finished += try scene.add(frame, isLast: endsScene, times, &names)
    names.settle(before: scene.settled)
    times.forget(before: scene.earliest)
    self.scene = scene
  }

  private func endScene() {
    guard let scene else { return }
    finished += scene.finish(times)
    names.settle(before: .max)
    serialCount = scene.nextSerial
    self.scene = nil
  }

  private func takeNamed() -> [FaceTrack] {
    var named: [FaceTrack] = []
    finished.removeAll { track in
      guard let name = names.take(track.serial) else { return false }
      named.append(track.named(name))
      return true
    }
    return named
  }
}
