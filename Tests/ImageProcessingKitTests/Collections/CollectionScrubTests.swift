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
