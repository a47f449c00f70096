import Synchronization
import TestSupport
import Testing

@testable import ImageProcessingKit

/// One file of a collection, with what goes wrong only now and then.
@Suite struct PhotoScrubberTests {
  /// Sees the portrait's face, and does something meanwhile.
  private final class Detector: FaceDetecting {
    let identity = DetectorIdentity(name: "fixed", modelSHA256: "ab", longSides: [640], threshold: 0.6)
    let longestLook = 640
    let meanwhile: () -> Void

    init(meanwhile: @escaping () -> Void = {}) { self.meanwhile = meanwhile }

    func faces(in picture: PixelBuffer) throws(DetectionError) -> [DetectedFace] {
      meanwhile()
      return [DetectedFace(rect: NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22), score: 0.9)]
    }

    func seesFaces(
      in picture: PixelBuffer, at regions: [NormalizedRect]
    ) throws(DetectionError) -> [Bool] {
      regions.map { _ in false }
    }
  }

  private func job(_ scratch: ScratchFolder) throws -> ScrubJob {
    let source = FilePath(try scratch.write(TestPhotos.astronaut(), "photos/portrait.jpg"))
    return ScrubJob(
      id: 1, source: source, target: "portrait.jpg", stamp: nil, writtenSHA256: nil, settledSHA256: nil)
  }

  private func scrubber(
    _ scratch: ScratchFolder, _ detector: Detector = Detector(),
    announcing announce: @escaping PhotoScrubber.Announce = { _, _ in true },
    reader: @escaping OriginalPhoto.Reader = PhotoFormat.open
  ) -> PhotoScrubber {
    let root = FilePath(scratch.path("out")).resolvedWhereItExists ?? "out"
    return PhotoScrubber(
      ScrubSettings(target: root), root: root, detector: detector, budget: MemoryBudget(limit: 1 << 30),
      announce: announce, reader: reader)
  }

  // Killed between the two, the next run must know the file for its own.
  @Test func announcesAFileBeforeItGetsItsPlace() throws {
    let scratch = try ScratchFolder()
    var job = try job(scratch)
    let announced = Mutex<[String]>([])
    let target = FilePath(scratch.path("out/portrait.jpg"))
    let outcome = scrubber(
      scratch,
      announcing: { _, sha256 in
        announced.withLock { $0.append(target.exists ? "too late" : sha256) }
        return true
      }
    ).scrub(job)
    #expect(outcome.status == .done)
    #expect(announced.withLock { $0 } == [outcome.written?.sha256])

    // The journal has the intention and not the outcome, and the photo has changed meanwhile.
    job.intendedSHA256 = outcome.written?.sha256
    try scratch.write(TestPhotos.graceHopper(), "photos/portrait.jpg")
    #expect(scrubber(scratch).scrub(job).status == .done)
    job.intendedSHA256 = nil
    try scratch.write(TestPhotos.astronaut(), "photos/portrait.jpg")
    #expect(scrubber(scratch).scrub(job).reason?.contains("did not write") == true)
  }

  @Test func placesNothingThatTheJournalHasNot() throws {
    let scratch = try ScratchFolder()
    #expect(scrubber(scratch, announcing: { _, _ in false }).scrub(try job(scratch)).status == .failed)
    #expect(try scratch.contents().keys.sorted() == ["out", "photos", "photos/portrait.jpg"])
  }

  // What is published must be of the photo that is on the list.
  @Test func refusesAPhotoThatChangesMeanwhile() throws {
    let scratch = try ScratchFolder()
    let job = try job(scratch)
    let other = try TestPhotos.graceHopper()
    let outcome = scrubber(scratch, Detector { _ = try? scratch.write(other, "photos/portrait.jpg") }).scrub(
      job)
    #expect(outcome.status == .failed)
    #expect(outcome.reason?.contains("changed") == true)
    #expect(try scratch.contents().keys.sorted() == ["out", "photos", "photos/portrait.jpg"])
  }

  // Neither in the target nor among the originals, where 'blur' keeps one.
  @Test(arguments: RefusedRenderTests.faults)
  func leavesNothingOfARenderThatLeaks(_ fault: RefusedRenderTests.Fault) throws {
    let scratch = try ScratchFolder()
    let job = try job(scratch)
    let outcome = scrubber(
      scratch,
      reader: { bytes, limits throws(PhotoError) in
        FaultyPhoto(photo: try PhotoFormat.open(bytes, limits: limits), fault: fault)
      }
    ).scrub(job)
    #expect(outcome.status == .failed)
    #expect(outcome.reason?.contains("leak gate") == true)
    #expect(try scratch.contents().keys.sorted() == ["out", "photos", "photos/portrait.jpg"])
  }

  @Test func aFullDiskEndsTheRunAndNotThePhoto() throws {
    let error = FileError.writing("out/portrait.jpg", code: 28)
    #expect(error.kind == .full)
    #expect(FileError.writing("out/portrait.jpg", code: 13).kind == .notWritable)
  }
}
