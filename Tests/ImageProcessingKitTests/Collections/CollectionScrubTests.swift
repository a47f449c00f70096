import Synchronization
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct CollectionScrubTests {
  private final class Blind: FaceDetecting {
    let identity = DetectorIdentity(name: "blind", modelSHA256: "ab", longSides: [640], threshold: 0.6)
    let longestLook = 640
    func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] { [] }
    func faces(
      in picture: PixelBuffer, around regions: [NormalizedRect]
    ) throws(FaceBlurError) -> [DetectedFace] { [] }
  }

  private func scrub(
    _ scratch: ScratchFolder,
    _ makeDetector: @escaping @Sendable () throws(FaceBlurError) -> any FaceDetecting = { Blind() },
    isStopping: () -> Bool = { false }, tell: (ScrubEvent) -> Void = { _ in }
  ) throws -> ScrubSummary {
    var settings = ScrubSettings(target: FilePath(scratch.path("out")))
    settings.jobs = 1
    let input = CollectionScrub.Input(
      sources: try CollectionSource.sources([FilePath(scratch.path("photos"))]))
    return try CollectionScrub(settings: settings, makeDetector: makeDetector).run(
      input, isStopping: isStopping, tell: tell)
  }

  @Test func stopsInTheMiddleOfAFolder() throws {
    let scratch = try ScratchFolder()
    for index in 0..<1500 { try scratch.write([], "photos/\(index).txt") }
    var isStopping = false
    let summary = try scrub(scratch, isStopping: { isStopping }) {
      if case .walking = $0 { isStopping = true }
    }
    #expect(summary.isInterrupted)
    #expect(summary.counts == [.pending: 1000])
    #expect(try scrub(scratch).count(.other) == 1500)
  }

  // What nobody has read is not reported as done, and the next run reads it.
  @Test func saysOfNothingThatItIsDoneThatItHasNotRead() throws {
    let scratch = try ScratchFolder()
    for index in 0..<40 {
      try scratch.write(
        TestJPEG.encode(TestPhotos.withoutFaces(width: 64, height: 64)), "photos/\(index).jpg")
    }
    #expect(try scrub(scratch).counts == [.done: 40])
    var isStopping = false
    let summary = try scrub(scratch, isStopping: { isStopping }) {
      if case .checking = $0 { isStopping = true }
    }
    #expect(summary.isInterrupted)
    #expect(summary.count(.done) + summary.count(.pending) == 40 && summary.count(.pending) > 0)
    #expect(summary.unchanged == summary.count(.done))
    #expect(try scrub(scratch).counts == [.done: 40])
    // Before anything is read, as well.
    let nothing = try scrub(scratch, isStopping: { true })
    #expect(nothing.counts == [:] && nothing.unchanged == 0)
    #expect(try scrub(scratch).counts == [.done: 40])
  }

  /// Sees nobody, and looks at a second frame only once it may.
  private final class Waiting: FaceDetecting, Sendable {
    let identity = DetectorIdentity(name: "waiting", modelSHA256: "ab", longSides: [640], threshold: 0.6)
    let longestLook = 640
    /// Frames that were looked at, and whether a second one may be.
    let state = Monitor((looks: 0, mayGoOn: false))
    func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
      state.wait { state in
        guard state.looks == 0 || state.mayGoOn else { return nil }
        state.looks += 1
        return []
      }
    }
    func faces(
      in picture: PixelBuffer, around regions: [NormalizedRect]
    ) throws(FaceBlurError) -> [DetectedFace] { [] }
  }

  /// A film may take hours, also where no process of its own works on it.
  @Test func stopsInTheMiddleOfAFilm() throws {
    let scratch = try ScratchFolder()
    let film = TestFilm { $0.frames = 40 }
    try scratch.write(film.bytes(), "photos/film.mp4")
    let detector = Waiting()
    var isStopping = false
    let summary = try scrub(
      scratch, { () throws(FaceBlurError) in detector },
      isStopping: {
        isStopping = detector.state.update { $0.looks > 0 }
        return isStopping
      }
    ) {
      // The workers have been told by then.
      if isStopping, case .progress = $0 { detector.state.update { $0.mayGoOn = true } }
    }
    #expect(summary.isInterrupted && summary.counts == [.pending: 1])
    #expect(detector.state.update { $0.looks } < film.frames)
    #expect(!FilePath(scratch.path("out/film.mp4")).exists)
    #expect(try scrub(scratch, { () throws(FaceBlurError) in detector }).counts == [.done: 1])
  }

  /// To read what an earlier run wrote takes as long as it is large.
  @Test func readsLongOutputsForLonger() throws {
    #expect(ScrubCost(reading: 0).seconds == 300 && ScrubCost(reading: 40 << 30).seconds > 10_000)
    let scratch = try ScratchFolder()
    let path = FilePath(try scratch.write([UInt8](repeating: 7, count: 3 << 20), "film.mp4"))
    var asked = 0
    let hash = try FileHash.of(path) {
      asked += 1
      return false
    }
    #expect(try hash == FileHash.of(path) && asked > 3)
    #expect(try FileHash.of(path, unless: { true }) == nil)
  }

  // The photos are sound, and what an earlier run made of them stays.
  @Test func doesNotBlameThePhotosWhereAWorkerHasNoDetector() throws {
    let scratch = try ScratchFolder()
    for index in 0..<5 {
      try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/\(index).jpg")
    }
    let made = Mutex(0)
    let summary = try scrub(
      scratch,
      { () throws(FaceBlurError) in
        if made.withLock({
          $0 += 1; return $0 > 1
        }) {
          throw .outOfMemoryForDetection
        }
        return Blind()
      })
    #expect(summary.fatal?.reason.contains("a worker cannot begin") == true)
    #expect(summary.counts == [.pending: 5])
    #expect(try scrub(scratch).counts == [.done: 5])
  }
}
