import Foundation
import Glibc
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A person goes through photos that belong to no collection.
@Suite struct PhotoReviewTests {
  private let folder: ReviewFolder

  init() throws { folder = try ReviewFolder() }

  private func listing(_ name: String) throws -> EditRecord {
    try #require(try RecordListing.read(of: folder.path(name)).record)
  }

  @Test func beginsAnEditOfEachPhotoThatAPersonHasDealtWith() throws {
    let session = try folder.openPhotos()
    #expect(session.queue.photos.count == 3)
    // Who wants to see one waits until it was looked at.
    let photo = try session.photo("one.jpg")
    #expect(photo.regions.map(\.id) == ["f1", "f2"] && photo.steps.isEmpty && !photo.isChanged)
    for name in ["two.jpg", "plain.jpg"] { _ = try session.photo(name) }
    #expect(session.queue.waiting == 0 && session.queue.changed == 0)
    let statuses = session.queue.photos.map(\.status.rawValue).sorted()
    #expect(statuses == [ReviewQueue.Status.doubtful, .doubtful, .noFace].map(\.rawValue))
    try session.change("one.jpg", .exclude(["f2"]))
    // Nothing of it is hidden, so nothing is written.
    #expect(try !session.change("plain.jpg", .look).isChanged)
    let work = try session.finish()
    #expect(work.results.map(\.error) == [nil] && work.signOff == nil)
    #expect(try folder.shows(SquareDetector.doubtful, of: "photos/one.jpg", in: "photos/one_edited.jpg"))
    #expect(try !folder.shows(SquareDetector.face, of: "photos/one.jpg", in: "photos/one_edited.jpg"))
    #expect(!folder.path("photos/in/two_edited.jpg").exists && !folder.path("photos/plain_edited.jpg").exists)
    #expect(try listing("photos/one.jpg").state.faceBlur?.regions.map(\.state) == [.applied, .excluded])
    let done = try session.photo("one.jpg")
    #expect(!done.isChanged && done.steps.count == 1 && done.state("f2") == .excluded)
    #expect(session.queue.changed == 0)
  }

  /// What a person judges is what a weaker look has found.
  @Test func saysThatStoredSettingsAreWeaker() throws {
    let session = try folder.openPhotos { $0.settings.wishes.effort = .fast }
    #expect(try session.photo("one.jpg").warnings.contains { $0.contains("effort fast") })
  }

  @Test func takesUpWhatIsRecordedAndTakesItBack() throws {
    let photo = folder.path("photos/one.jpg")
    var outputs = OutputGuard(originals: [photo])
    _ = try BlurPipeline(detector: SquareDetector()).blur(photo, guardedBy: &outputs)
    let before = try folder.digest("photos/one_edited.jpg")
    do {
      // The render is no photo of its own.
      let session = try folder.openPhotos()
      #expect(
        session.queue.photos.map(\.name.name).sorted { "\($0)" < "\($1)" } == [
          "one.jpg", "plain.jpg", "two.jpg",
        ])
      #expect(try session.photo("one.jpg").steps.count == 1)
      try session.change("one.jpg", .look)
      #expect(try session.finish().total == 0)
      #expect(try folder.digest("photos/one_edited.jpg") == before)
      try session.change("one.jpg", .add(ReviewFolder.corner))
      try session.finish()
      #expect(try !folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "photos/one_edited.jpg"))
      #expect(try listing("photos/one.jpg").steps.count == 2)
      #expect(try session.change("one.jpg", .revert).isReverted)
      #expect(throws: FaceBlurError.self) { try session.change("one.jpg", .exclude(["f1"])) }
      _ = try session.undo(at: nil)
      #expect(try session.finish().total == 0)
      try session.change("one.jpg", .revert)
      #expect(try session.finish().results.map(\.error) == [nil])
      // As it was before anybody edited it.
      let again = try session.photo("one.jpg")
      #expect(again.regions.map(\.id) == ["f1", "f2"] && again.steps.isEmpty && !again.isChanged)
    }
    #expect(try !folder.scratch.contents().keys.contains { $0.hasSuffix("AAE") || $0.contains("_edited") })
  }

  @Test func theNextSessionGoesOnWithoutLookingAgain() throws {
    do {
      let session = try folder.openPhotos(["photos/one.jpg", "photos/plain.jpg"])
      try session.change("one.jpg", .exclude(["f2"]))
      _ = try session.photo("plain.jpg")
    }
    let looks = folder.looks.value
    let drafts = try FileManager.default.contentsOfDirectory(atPath: folder.scratch.path("drafts"))
    #expect(drafts.filter { $0.hasSuffix(".sqlite") }.count == 1)
    // Whatever the order of the names.
    let session = try folder.openPhotos(["photos/plain.jpg", "photos/one.jpg"])
    #expect(try session.photo("one.jpg").state("f2") == .excluded)
    _ = try session.photo("plain.jpg")
    #expect(folder.looks.value == looks)
    #expect(session.queue.changed == 1)
    #expect(try session.finish().results.map(\.error) == [nil])
  }

  /// Another program's edit lies beneath, and stays.
  @Test func refusesAnEditThatItHasNotSeen() throws {
    let session = try folder.openPhotos(["photos/one.jpg"])
    try session.change("one.jpg", .exclude(["f2"]))
    let photo = folder.path("photos/one.jpg")
    var outputs = OutputGuard(originals: [photo])
    _ = try BlurPipeline(detector: SquareDetector()).blur(photo, guardedBy: &outputs)
    #expect(try session.finish().results.first?.error?.kind == .refused)
    let seen = try session.photo("one.jpg")
    #expect(seen.state("f2") == .applied && seen.warnings.contains { $0.contains("was dropped") })
    #expect(seen.steps.count == 1 && !seen.isChanged)
  }

  /// Who leaves nothing hidden wants no edit: it goes as if it were taken back, and nothing is in the way of Done.
  @Test(arguments: [ReviewChange.excludeAll, .exclude(["f1", "f2"])])
  func takesAnEditBackThatHidesNothing(_ change: ReviewChange) throws {
    let before = try folder.scratch.contents()
    let photo = folder.path("photos/one.jpg")
    var outputs = OutputGuard(originals: [photo])
    _ = try BlurPipeline(detector: SquareDetector()).blur(photo, guardedBy: &outputs)
    let session = try folder.openPhotos(["photos/one.jpg"])
    #expect(try session.change("one.jpg", change).isChanged)
    let work = try session.finish()
    #expect(work.results.map(\.error) == [nil] && work.results.first?.report == nil)
    #expect(
      work.results.first?.notes == ["nothing is left hidden in it, so its edit was taken back"])
    #expect(try !folder.scratch.contents().keys.contains { $0.hasSuffix("AAE") || $0.contains("_edited") })
    #expect(try folder.scratch.contents()["photos/one.jpg"] == before["photos/one.jpg"])
    // It is a photo like any other, and may be edited again.
    let again = try session.photo("one.jpg")
    #expect(again.steps.isEmpty && !again.isChanged && again.regions.map(\.id) == ["f1", "f2"])
    try session.change("one.jpg", .exclude(["f2"]))
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(try listing("photos/one.jpg").state.faceBlur?.regions.map(\.state) == [.applied, .excluded])
  }

  /// Tones alone are an edit.
  @Test func keepsAnEditThatHidesNothingAndHasTones() throws {
    let photo = folder.path("photos/one.jpg")
    var outputs = OutputGuard(originals: [photo])
    _ = try BlurPipeline(detector: SquareDetector()).blur(photo, guardedBy: &outputs)
    let session = try folder.openPhotos(["photos/one.jpg"])
    try session.change("one.jpg", .tone(ToneFilters(sepia: 0.5)))
    try session.change("one.jpg", .excludeAll)
    let result = try #require(try session.finish().results.first)
    #expect(result.error == nil && result.report != nil && result.notes.isEmpty)
    #expect(try listing("photos/one.jpg").state.tone.filters.sepia == 0.5)
    // Without them nothing is left.
    try session.change("one.jpg", .tone(ToneFilters()))
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(!folder.path("photos/one.AAE").exists && !folder.path("photos/one_edited.jpg").exists)
  }

  /// It would be answered, and hide nothing.
  @Test(arguments: [1e-300, 0.9e-3])
  func refusesABoxOfNoSize(_ side: Double) throws {
    let session = try folder.openPhotos(["photos/one.jpg"])
    for (width, height) in [(side, side), (side, 0.2), (0.2, side)] {
      let box = NormalizedRect(x: 0.25, y: 0.25, width: width, height: height)
      for change in [ReviewChange.add(box), .move("f1", box)] {
        let error = #expect(throws: FaceBlurError.self) { try session.change("one.jpg", change) }
        #expect(error?.kind == .boxOutside && error?.file?.name == "one.jpg")
      }
    }
    #expect(try session.photo("one.jpg").regions.map(\.id) == ["f1", "f2"])
    #expect(session.queue.changed == 0)
  }

  /// The render is in its place and its record on its way, as after a kill during Done, or while the edit is taken back.
  @Test(arguments: [(false, false), (false, true), (true, false)])
  func aHalfFinishedRenderIsNoPhoto(_ crash: (isReverting: Bool, wasEdited: Bool)) throws {
    let photo = folder.path("photos/one.jpg")
    let asset = PhotoAsset(photo)
    let place = crash.isReverting ? asset.revertingRecord : asset.pendingRecord
    var outputs = OutputGuard(originals: [photo])
    let pipeline = BlurPipeline(detector: SquareDetector(), settings: .init())
    _ = try pipeline.blur(photo, guardedBy: &outputs)
    let earlier = try folder.scratch.read("photos/one.AAE")
    if crash.wasEdited {
      var corrections = PlanCorrections()
      corrections.added = [try #require(RegionBox("20,400,60,60"))]
      var outputs = OutputGuard(originals: [photo])
      _ = try pipeline.edit(photo, corrections, detectingAnew: false, guardedBy: &outputs)
    }
    let newest = try folder.scratch.read("photos/one.AAE")
    try folder.scratch.write(newest, "photos/" + place.name.description)
    if crash.wasEdited {
      try folder.scratch.write(earlier, "photos/one.AAE")
    } else {
      try FileManager.default.removeItem(atPath: folder.scratch.path("photos/one.AAE"))
    }
    #expect(PhotoAsset.original(ofRender: folder.path("photos/one_edited.jpg")) == photo)
    let session = try folder.openPhotos()
    let names = session.queue.photos.map(\.name.name.description).sorted()
    #expect(names == ["one.jpg", "plain.jpg", "two.jpg"])
    // What looks at the photo brings that to its end.
    _ = try session.photo("one.jpg")
    #expect(!place.exists)
    session.close()
    #expect(try folder.openPhotos().queue.photos.count == 3)
  }

  /// Only the render that it tells of is none.
  @Test func aRecordOnItsWayHidesNoOtherPhoto() throws {
    let photo = folder.path("photos/one.jpg")
    var outputs = OutputGuard(originals: [photo])
    _ = try BlurPipeline(detector: SquareDetector()).blur(photo, guardedBy: &outputs)
    let record = try folder.scratch.read("photos/one.AAE")
    for file in ["one.AAE", "one_edited.jpg"] {
      try FileManager.default.removeItem(atPath: folder.scratch.path("photos/" + file))
    }
    try folder.scratch.write(TestPhotos.astronaut(), "photos/one_edited.jpg")
    try folder.scratch.write(record, "photos/" + PhotoAsset(photo).pendingRecord.name.description)
    #expect(try folder.openPhotos().queue.photos.count == 4)
  }

  @Test func saysWhatIsNoPhoto() throws {
    try folder.scratch.write(Array("no photo".utf8), "photos/broken.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: folder.scratch.path("photos/link.jpg"),
      withDestinationPath: folder.scratch.path("photos/one.jpg"))
    let session = try folder.openPhotos()
    #expect(throws: FaceBlurError.self) { try session.photo("broken.jpg") }
    let entries = session.queue.photos
    #expect(entries.filter { $0.status == .failed }.map(\.name.name) == ["broken.jpg", "link.jpg"])
    #expect(entries.allSatisfy { ($0.status == .failed) == ($0.reason != nil) })
    #expect(throws: FaceBlurError.self) { try folder.openPhotos(["missing"]) }
    try folder.scratch.write([], "empty/text.txt")
    #expect(throws: FaceBlurError.self) { try folder.openPhotos(["empty"]) }
  }

  // A record beside an output would be published with it.
  @Test(arguments: ["out", "out/in", "out/one.jpg"])
  func leavesOutputsOfCollectionsToTheirCollection(_ name: String) throws {
    try folder.scrub()
    #expect(throws: FaceBlurError.self) { try folder.openPhotos([name]) }
  }

  /// The detector is not there: every photo says so, and nothing is taken for a photo without faces.
  @Test func takesNothingForEmptyThatNobodyHasLookedAt() throws {
    let session = try folder.openPhotos(["photos"]) {
      $0.makeDetector = { () throws(FaceBlurError) in throw .outOfMemoryForDetection }
    }
    for number in 0..<3 { #expect(throws: FaceBlurError.self) { try session.photo(number) } }
    #expect(session.queue.photos.allSatisfy { $0.status == .failed } && session.queue.questions.isEmpty)
  }

  @Test func opensNoPipe() throws {
    #expect(mkfifo(folder.scratch.path("pipe.jpg"), 0o600) == 0)
    #expect(throws: FaceBlurError.self) { try folder.openPhotos(["pipe.jpg"]) }
  }

  /// A photo whose edit was taken back is looked at anew, and keeps what is found then.
  @Test func takesNothingBackThatWasBeforeARevert() throws {
    do {
      let session = try folder.openPhotos()
      try session.change("one.jpg", .exclude(["f1"]))
      #expect(try session.finish().results.map(\.error) == [nil])
      try session.change("one.jpg", .revert)
      #expect(try session.finish().results.map(\.error) == [nil])
    }
    let session = try folder.openPhotos()
    #expect(try session.photo("one.jpg").state("f1") == .applied)
    #expect(try session.undo(at: nil) == nil)
    #expect(try session.photo("one.jpg").regions.allSatisfy { $0.state == .applied })
  }
}
