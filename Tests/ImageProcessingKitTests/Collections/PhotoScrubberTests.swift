import Foundation
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

    func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
      meanwhile()
      return [DetectedFace(rect: NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22), score: 0.9)]
    }

    func faces(
      in picture: PixelBuffer, around regions: [NormalizedRect]
    ) throws(FaceBlurError) -> [DetectedFace] { [] }
  }

  private func job(_ scratch: ScratchFolder, at place: String = "portrait.jpg") throws -> ScrubJob {
    let source = FilePath(try scratch.write(TestPhotos.astronaut(), "photos/\(place)"))
    return ScrubJob(
      id: 1, source: source.resolved ?? source, target: FilePath(place), stamp: nil, writtenSHA256: nil,
      settledSHA256: nil)
  }

  private func scrubber(
    _ scratch: ScratchFolder, _ detector: Detector = Detector(),
    announcing announce: @escaping PhotoScrubber.Announce = { _, _ in true },
    reader: PhotoReader = PhotoReader()
  ) throws -> PhotoScrubber {
    try FileManager.default.createDirectory(atPath: scratch.path("out"), withIntermediateDirectories: true)
    let root = try #require(FilePath(scratch.path("out")).resolved)
    var settings = ScrubSettings(target: root)
    settings.reader = reader
    return PhotoScrubber(
      settings, target: try HeldFolder(root), detector: detector,
      budget: MemoryBudget(limit: 1 << 30),
      announce: announce)
  }

  // Killed between the two, the next run must know the file for its own.
  @Test func announcesAFileBeforeItGetsItsPlace() throws {
    let scratch = try ScratchFolder()
    var job = try job(scratch)
    let announced = Mutex<[String]>([])
    let target = FilePath(scratch.path("out/portrait.jpg"))
    let outcome = try scrubber(
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
    #expect(try scrubber(scratch).scrub(job).status == .done)
    job.intendedSHA256 = nil
    try scratch.write(TestPhotos.astronaut(), "photos/portrait.jpg")
    #expect(try scrubber(scratch).scrub(job).reason?.contains("did not write") == true)
  }

  @Test func placesNothingThatTheJournalHasNot() throws {
    let scratch = try ScratchFolder()
    #expect(try scrubber(scratch, announcing: { _, _ in false }).scrub(try job(scratch)).status == .failed)
    #expect(try scratch.contents().keys.sorted() == ["out", "photos", "photos/portrait.jpg"])
  }

  /// A decision with some small regions, about a photo with the size of the portrait.
  private func decision(_ count: Int, about sha256: String) throws -> CollectionDecision.Stored {
    let identity = Detector().identity
    let hash = CollectionDecision.hashOfNone
    let source = EditRecord.Source(
      fileName: "portrait.jpg", byteCount: 1, sha256: sha256, width: 512, height: 512, orientation: .up)
    let render = EditRecord.Render(path: "/out/portrait.jpg", sha256: hash, foldersMade: 0)
    let regions = (0..<count).map { index in
      PlannedRegion(
        id: "m\(index + 1)",
        rect: NormalizedRect(
          x: Double(index % 64) / 64, y: Double(index / 64) / 64, width: 0.008, height: 0.004),
        score: nil, origin: .manual)
    }
    let drawn = FaceBlurAdjustment(RegionPlan(regions: regions, strength: .default), foundBy: identity)
    let found = FaceBlurAdjustment(RegionPlan(regions: [], strength: .default), foundBy: identity)
    return try CollectionDecision(of: source, found, rendered: render, at: Date())
      .after(EditState([.faceBlur(drawn)]), render, at: Date()).stored(at: Date())
  }

  /// A later run would take the file for a stranger's.
  @Test(arguments: [true, false])
  func placesNothingOfWhichTheJournalCannotKeepWhatIsHidden(isOwn: Bool) throws {
    let scratch = try ScratchFolder()
    var job = try job(scratch)
    let sha256 = try SHA256.hexDigest(of: TestPhotos.astronaut())
    // One more is found in this photo. In another one what was drawn may lie in three places.
    job.decision =
      isOwn
      ? try decision(RegionPlan.maxRegions, about: sha256)
      : try decision(1400, about: String(repeating: "1", count: 64))
    let announced = Mutex(0)
    let outcome = try scrubber(
      scratch,
      announcing: { _, _ in
        announced.withLock { $0 += 1 }
        return true
      }
    ).scrub(job)
    #expect(outcome.status == .failed && announced.withLock { $0 } == 0)
    #expect(try scratch.contents().keys.sorted() == ["out", "photos", "photos/portrait.jpg"])
    let reason = outcome.reason ?? ""
    #expect(reason.contains("more is hidden in it than the journal keeps of a photo"), "\(reason)")
    #expect(
      reason.contains(isOwn ? "take the whole edit of" : "bring back what it was, or give it another name"),
      "\(reason)")
  }

  // What is published must be of the photo that is on the list.
  @Test func refusesAPhotoThatChangesMeanwhile() throws {
    let scratch = try ScratchFolder()
    let job = try job(scratch)
    let other = try TestPhotos.graceHopper()
    let outcome = try scrubber(scratch, Detector { _ = try? scratch.write(other, "photos/portrait.jpg") })
      .scrub(
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
    let outcome = try scrubber(
      scratch,
      reader: .wrapping { FaultyPhoto(photo: $0, fault: fault) }
    ).scrub(job)
    #expect(outcome.status == .failed)
    #expect(outcome.reason?.contains("leak gate") == true)
    #expect(try scratch.contents().keys.sorted() == ["out", "photos", "photos/portrait.jpg"])
  }

  // Whoever may write to the target swaps its folder for a link when the file is about to get its name.
  @Test func writesNothingThroughALinkThatAppears() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("not ours".utf8), "elsewhere/other.jpg")
    var job = try job(scratch, at: "a/b/portrait.jpg")
    let swap: @Sendable () -> Void = {
      try? FileManager.default.moveItem(atPath: scratch.path("out/a"), toPath: scratch.path("out/moved"))
      try? FileManager.default.createDirectory(
        atPath: scratch.path("elsewhere/b"), withIntermediateDirectories: true)
      try? FileManager.default.createSymbolicLink(
        atPath: scratch.path("out/a"), withDestinationPath: scratch.path("elsewhere"))
    }
    let outcome = try scrubber(
      scratch,
      announcing: { _, _ in
        swap()
        return true
      }
    ).scrub(job)
    #expect(outcome.status == .failed)
    #expect(outcome.reason?.contains("is a link") == true, "\(outcome.reason ?? "")")
    #expect(outcome.reason?.contains("/proc/") == false)
    let elsewhere = try scratch.contents().keys.filter { $0.hasPrefix("elsewhere") }.sorted()
    #expect(elsewhere == ["elsewhere", "elsewhere/b", "elsewhere/other.jpg"])

    // Nor is anything taken away through it, whatever the journal says was written there.
    try scratch.write(TestPhotos.graceHopper(), "elsewhere/b/portrait.jpg")
    job.intendedSHA256 = SHA256.hexDigest(of: try TestPhotos.graceHopper())
    #expect(try scrubber(scratch).scrub(job).status == .failed)
    #expect(try scratch.read("elsewhere/b/portrait.jpg") == TestPhotos.graceHopper())
  }

  // The walk has met a photo, and when it is read a link is there.
  @Test(arguments: ["photos/a/portrait.jpg", "photos/a"])
  func readsNoPhotoThroughALinkThatAppears(_ name: String) throws {
    let scratch = try ScratchFolder()
    let job = try job(scratch, at: "a/portrait.jpg")
    try scratch.write(TestPhotos.graceHopper(), "elsewhere/portrait.jpg")
    try FileManager.default.removeItem(atPath: scratch.path(name))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(name),
      withDestinationPath: scratch.path(name.hasSuffix("jpg") ? "elsewhere/portrait.jpg" : "elsewhere"))
    let outcome = try scrubber(scratch).scrub(job)
    #expect(outcome.status == .failed)
    #expect(outcome.reason?.contains("link") == true, "\(outcome.reason ?? "")")
    #expect(try !scratch.contents().keys.contains { $0.hasPrefix("out/") })
  }

  // Nobody may read the copies who may not read the photos.
  @Test func makesFoldersThatAreNoWiderThanTheSources() throws {
    let scratch = try ScratchFolder()
    let job = try job(scratch, at: "a/b/portrait.jpg")
    for (name, mode) in [("photos/a", 0o500), ("photos/a/b", 0o750), ("photos/a/b/portrait.jpg", 0o640)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.path(name))
    }
    #expect(try scrubber(scratch).scrub(job).status == .done)
    for (name, mode) in [("out/a", 0o700), ("out/a/b", 0o750), ("out/a/b/portrait.jpg", 0o640)] {
      let found = try FileManager.default.attributesOfItem(atPath: scratch.path(name))[.posixPermissions]
      #expect((found as? NSNumber)?.intValue == mode, "\(name)")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scratch.path("photos/a"))
  }

  @Test func aFullDiskEndsTheRunAndNotThePhoto() throws {
    let error = FaceBlurError.writing("out/portrait.jpg", code: 28)
    #expect(error.kind == .diskFull)
    #expect(FaceBlurError.writing("out/portrait.jpg", code: 13).kind == .notWritable)
  }
}
