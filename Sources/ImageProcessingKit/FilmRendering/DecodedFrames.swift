/// The frames of a film, or of some groups of its pictures, in order of presentation, decoded by a thread of its own ahead of who takes them.
///
/// Every picture comes out as exactly one frame, or the film is refused: what a decoder drops here another one may show.
final class DecodedFrames {
  private struct State {
    var ready: [VideoFrame] = []
    /// Set once nothing more will come: nil for all is well.
    var end: FaceBlurError??
    var isCancelled = false
  }

  /// Who takes the frames.
  enum Taker {
    /// Somebody who may be quicker than the decoder: it has two threads, and the next frame is in memory before there is room for it.
    case any
    /// An encoder, which takes several times as long with each frame. While it is at work most memory is in use, so the decoder has one thread
    /// and takes a frame where there is room for it.
    case encoder
  }

  /// Frames that wait at most: so many are in memory beside the one that is looked at, and but for an encoder the one that comes next.
  private static let mostReady = 1

  private let state: Monitor<State>
  private let thread: WorkerThreads
  private var taken = 0
  private var lastTime = Int.min
  private let count: Int

  /// - Parameters:
  ///   - track: of the film.
  ///   - pictures: by their numbers in the order of decoding: groups that refer to nothing outside; nil for all.
  ///   - taker: who takes the frames.
  ///   - packet: reads a picture's code by its number; called by that thread alone.
  /// - Throws: `FaceBlurError` where the system gives no thread.
  init(
    _ track: VideoTrack, pictures: [Int]? = nil, for taker: Taker = .any,
    packet: @escaping @Sendable (Int) throws(FaceBlurError) -> [UInt8]
  ) throws(FaceBlurError) {
    let state = Monitor(State())
    self.state = state
    let pictures = pictures ?? Array(0..<track.samples.count)
    count = pictures.count
    thread = WorkerThreads(1) {
      var end: FaceBlurError?
      do throws(FaceBlurError) { try Self.decode(track, pictures, taker, packet, into: state) } catch {
        end = error
      }
      state.update { $0.end = .some(end) }
    }
    guard thread.count == 1 else { throw .outOfThreads }
  }

  deinit {
    state.update { $0.isCancelled = true }
    thread.join()
  }

  /// The decoder's process ends with the thread that starts it, so it lives here.
  private static func decode(
    _ track: VideoTrack, _ pictures: [Int], _ taker: Taker,
    _ packet: (Int) throws(FaceBlurError) -> [UInt8], into state: Monitor<State>
  ) throws(FaceBlurError) {
    let decoder = try VideoDecoder(
      track.codec, configuration: track.configuration, shape: track.shape, threads: taker == .encoder ? 1 : 2)
    var isWanted = true
    func hasRoom() -> Bool {
      if taker == .encoder { isWanted = isWanted && awaitRoom(in: state) }
      return isWanted
    }
    func take(_ frame: VideoFrame) { isWanted = isWanted && hand(frame, to: state) }
    for index in pictures where isWanted {
      try decoder.decode(
        try packet(index), time: track.samples.presentationTime(index), room: hasRoom, take)
    }
    if isWanted { try decoder.finish(room: hasRoom, take) }
  }

  /// - Returns: whether anybody still wants a frame.
  private static func awaitRoom(in state: Monitor<State>) -> Bool {
    state.wait { state -> Bool? in
      if state.isCancelled { return false }
      return state.ready.count < mostReady ? true : nil
    }
  }

  /// - Returns: whether anybody still wants them.
  private static func hand(_ frame: VideoFrame, to state: Monitor<State>) -> Bool {
    state.wait { state -> Bool? in
      if state.isCancelled { return false }
      guard state.ready.count < mostReady else { return nil }
      state.ready.append(frame)
      return true
    }
  }

  /// The next frame; nil after the last.
  /// - Throws: `FaceBlurError` where the film cannot be read or decoded, or not every picture became a frame.
  func next() throws(FaceBlurError) -> VideoFrame? {
    let next = state.wait { state -> Result<VideoFrame?, FaceBlurError>? in
      if !state.ready.isEmpty { return .success(state.ready.removeFirst()) }
      guard let end = state.end else { return nil }
      return end.map { .failure($0) } ?? .success(nil)
    }
    guard let frame = try next.get() else {
      guard taken == count else { throw .undecodedPictures(count - taken, of: count) }
      return nil
    }
    guard frame.time > lastTime, taken < count else {
      throw .damagedFilm("its pictures come in another order than it says")
    }
    lastTime = frame.time
    taken += 1
    return frame
  }
}
