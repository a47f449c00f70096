import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a programme could get wrong with sessions, and what others do to the files meanwhile.
@Suite struct SessionMisuseTests {
  private let time = Date(timeIntervalSince1970: 1_700_000_000)

  private func photo(_ folder: ScratchFolder, _ name: String = "IMG_1234.JPG") throws -> FilePath {
    FilePath(try folder.write(TestPhotos.astronaut(), name))
  }

  private func blur(cells: Int = 6) throws -> Adjustment {
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: cells, margin: 1.3))
    let plan = RegionPlanner(strength: strength).plan(for: [
      DetectedFace(rect: NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22), score: 0.9)
    ])
    return .faceBlur(FaceBlurAdjustment(plan, foundBy: .byHand))
  }

  private func sepia(_ intensity: Double) -> Adjustment {
    .tone(ToneAdjustment(ToneFilters(sepia: intensity)))
  }

  @discardableResult
  private func finish(
    _ path: FilePath, to destination: EditSession.Destination? = nil, force: Bool = false,
    _ options: EditSession.Options = .init(), _ change: (inout EditSession) throws -> Void = { _ in }
  ) throws -> CommittedEdit {
    var session = try EditSession.begin(path, options)
    try change(&session)
    var outputs = OutputGuard(originals: [], force: force)
    return try session.finish(to: destination, at: time, lookingAgain: nil, guardedBy: &outputs)
  }

  private func isRefused(_ error: any Error) -> Bool {
    (error as? FaceBlurError)?.kind == .refused
  }

  /// Who writes a programme with the library cannot show a face by forgetting to look, or by going back.
  @Test func showsNothingThatIsHiddenOrThatNobodyLookedForUnlessToldTo() throws {
    let folder = try ScratchFolder()
    let path = try photo(folder)
    #expect(throws: FaceBlurError.self) { try finish(path) { $0.apply(sepia(0.2)) } }
    #expect(try folder.contents().count == 1)
    var options = EditSession.Options()
    options.showsUnhidden = true
    try finish(path, options) { $0.apply(sepia(0.2)) }
    try finish(path) { try $0.apply(blur()) }
    let before = try folder.contents()
    #expect(throws: FaceBlurError.self) { try finish(path) { try $0.goBack(toStep: 1) } }
    #expect(try folder.contents() == before)
  }

  /// A record that lists what the render does not hide would be believed by whoever publishes the render.
  @Test func whatIsAppliedAfterGoingBackIsOnTopOfTheStepGoneTo() throws {
    let folder = try ScratchFolder()
    let path = try photo(folder)
    var options = EditSession.Options()
    options.showsUnhidden = true
    try finish(path, options) { $0.apply(sepia(0.2)) }
    try finish(path) { try $0.apply(blur()) }
    let committed = try finish(path, options) {
      try $0.goBack(toStep: 1)
      $0.apply(sepia(0.8))
    }
    #expect(committed.plan.applied.isEmpty)
    #expect(committed.record.state.faceBlur == nil)
    #expect(committed.record.steps.map(\.adjustment) == [sepia(0.2), sepia(0.8)])
    let render = try folder.read("IMG_E1234.JPG")
    try finish(path, options)
    #expect(try folder.read("IMG_E1234.JPG") == render)
  }

  @Test func aRecordThatAnotherProgramWroteMeanwhileIsNotReplaced() throws {
    for isEdited in [false, true] {
      let folder = try ScratchFolder()
      let path = try photo(folder)
      if isEdited { try finish(path) { try $0.apply(blur()) } }
      var session = try EditSession.begin(path)
      session.apply(try blur(cells: 3))
      var outputs = OutputGuard(originals: [path], force: true)
      let output = try session.render(lookingAgain: nil, guardedBy: outputs)
      try folder.write(ForeignRecords.photos(), "IMG_1234.AAE")
      let before = try folder.contents()
      do {
        _ = try session.commit(output, guardedBy: &outputs)
        Issue.record("the other program's record is lost")
      } catch {
        #expect(isRefused(error))
      }
      #expect(try folder.contents() == before)
    }
  }

  /// The render that is there is proven to be one before the new one is committed: by then it may be somebody's own picture.
  @Test(arguments: [false, true])
  func aRenderThatWasChangedAfterItWasProvenIsNotReplaced(isLookedAtAgain: Bool) throws {
    let folder = try ScratchFolder()
    let path = try photo(folder)
    try finish(path) { try $0.apply(blur()) }
    var session = try EditSession.begin(path)
    session.apply(try blur(cells: 3))
    let picture = try session.photo.displayImage(fitting: 512).pixels
    let look = SecondLook(detector: CancellingDetector(nil), picture: picture)
    var outputs = OutputGuard(originals: [path], force: false)
    let output = try session.render(lookingAgain: isLookedAtAgain ? look : nil, guardedBy: outputs)
    let isProven = try output.replaced?.value() != nil
    #expect(isProven)
    var changed = try folder.read("IMG_E1234.JPG")
    changed[changed.count / 2] ^= 1
    try folder.write(changed, "IMG_E1234.JPG")
    let before = try folder.contents()
    do {
      _ = try session.commit(output, guardedBy: &outputs)
      Issue.record("somebody's picture is lost")
    } catch {
      #expect(isRefused(error))
    }
    #expect(try folder.contents() == before)
  }

  @Test func aRecordThatAnotherProgramWroteMeanwhileIsNotTakenBack() throws {
    for phase in [false, true] {
      let folder = try ScratchFolder()
      let path = try photo(folder)
      try finish(path) { try $0.apply(blur()) }
      let session = try EditSession.beginReverting(path, phase: phase)
      try folder.write(ForeignRecords.photos(), "IMG_1234.AAE")
      let before = try folder.contents()
      do {
        if phase { _ = try EditRevert.revertPhase(session) } else { _ = try EditRevert.revert(session) }
        Issue.record("the other program's record is lost")
      } catch {
        #expect(isRefused(error))
      }
      #expect(try folder.contents() == before)
    }
  }

  @Test func aRenderIsCommittedByItsOwnSessionOnly() throws {
    let folder = try ScratchFolder()
    let path = try photo(folder)
    let otherPath = try photo(folder, "IMG_5678.JPG")
    var session = try EditSession.begin(path)
    session.apply(try blur())
    let other = try EditSession.begin(otherPath)
    var outputs = OutputGuard(originals: [path, otherPath], force: true)
    let output = try session.render(lookingAgain: nil, guardedBy: outputs)
    let before = try folder.contents()
    do {
      _ = try other.commit(output, guardedBy: &outputs)
      Issue.record("one photo's render is another's")
    } catch {
      #expect(isRefused(error))
    }
    #expect(try folder.contents() == before)
  }

  /// The guard is the caller's, and may know of no original and allow everything.
  @Test(arguments: ["IMG_1234.JPG", "linked.jpg", "IMG_1234.AAE", "IMG_1234.JPG.xmp"])
  func noGuardLetsARenderReplaceWhatTheEditNeeds(_ name: String) throws {
    let folder = try ScratchFolder()
    let path = try photo(folder)
    try FileManager.default.linkItem(atPath: "\(path)", toPath: folder.path("linked.jpg"))
    try finish(path) { try $0.apply(blur()) }
    let before = try folder.contents()
    let target = FilePath(folder.path(name))
    let error = try #require(throws: FaceBlurError.self) {
      try finish(path, to: .init(target: target), force: true)
    }
    #expect(isRefused(error))
    var outputs = OutputGuard(originals: [], force: true)
    let again = try #require(throws: FaceBlurError.self) {
      try EditSession.begin(path).renderAgain(to: target, guardedBy: &outputs)
    }
    #expect(isRefused(again))
    #expect(try folder.contents() == before)
  }

  @Test func finishingWithoutAChangeWritesNothingWhereverTheRenderIs() throws {
    let folder = try ScratchFolder()
    let path = try photo(folder)
    var options = RenderOptions()
    options.hasThumbnail = true
    let elsewhere = EditSession.Destination(target: FilePath(folder.path("out/a.jpg")), options: options)
    try finish(path, to: elsewhere) { try $0.apply(blur()) }
    let before = try folder.contents()
    #expect(try finish(path).isUnchanged)
    #expect(try folder.contents() == before)
  }

  // MARK: What cannot be read

  /// A link that leads in a circle: it is there, and nobody can read it.
  @discardableResult
  private func circle(_ folder: ScratchFolder, _ name: String) throws -> FilePath {
    let path = folder.path(name)
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    return FilePath(path)
  }

  private func names(_ folder: ScratchFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func aFileThatCannotBeReadIsNotTakenForSomebodyElses() throws {
    let folder = try ScratchFolder()
    let circle = try circle(folder, "circle")
    #expect(throws: FaceBlurError.self) { try EditFiles.bytes(of: circle) }
    #expect(throws: FaceBlurError.self) { try RecordFile.ours(at: circle) }
    #expect(throws: FaceBlurError.self) { try RecordFile.source(at: circle) }
    #expect(throws: FaceBlurError.self) { try FilmRecord.ours(at: circle) }
    for nothing in [FilePath(folder.path), FilePath(folder.path("none")), "/dev/null"] {
      #expect(try EditFiles.bytes(of: nothing) == nil)
      #expect(try RecordFile.ours(at: nothing) == nil)
      #expect(try FilmRecord.ours(at: nothing) == nil)
      #expect(try FileHash.of(nothing) == nil)
    }
    // Of a link there is no hash.
    #expect(try FileHash.of(circle) == nil)
    let file = FilePath(try folder.write([1, 2], "file"))
    #expect(try InputFile.content(ifThereAt: file, limit: 1) == nil)
    #expect(try InputFile.content(ifThereAt: file, limit: 2) == [1, 2])
  }

  @Test(arguments: ["IMG_E1234.JPG", "IMG_1234.JPG.xmp"])
  func takesNothingBackWhereAFileCannotBeRead(_ name: String) throws {
    let folder = try ScratchFolder()
    let path = try photo(folder)
    var destination = EditSession.Destination()
    destination.hasSidecar = true
    try finish(path, to: destination) { try $0.apply(blur()) }
    try circle(folder, name)
    let before = try names(folder)
    let error = try #require(throws: FaceBlurError.self) {
      _ = try EditRevert.revert(EditSession.beginReverting(path))
    }
    #expect(error.kind == .notReadable)
    #expect(try names(folder) == before)
  }

  /// Else the renders of the one that it was copied from would go with its own.
  @Test func ownsNothingWhereTheRecordOfAnotherOneCannotBeRead() throws {
    let folder = try ScratchFolder()
    try finish(try photo(folder, "a.jpg")) { try $0.apply(blur()) }
    for ending in ["jpg", "AAE"] { try folder.write(folder.read("a.\(ending)"), "b.\(ending)") }
    try folder.write(TestPhotos.graceHopper(), "a.jpg")
    try circle(folder, "a.AAE")
    let before = try names(folder)
    let error = try #require(throws: FaceBlurError.self) {
      _ = try EditRevert.revert(EditSession.beginReverting(FilePath(folder.path("b.jpg"))))
    }
    #expect(error.kind == .notReadable)
    #expect(try names(folder) == before)
  }

  /// It would be published without what a person has hidden in it.
  @Test func takesNoBaseForAPhotoWhereTheRecordCannotBeRead() throws {
    let folder = try ScratchFolder()
    let path = try photo(folder)
    try folder.write(TestPhotos.graceHopper(), "IMG_E1234.JPG")
    try folder.write(ForeignRecords.photos(), "IMG_1234.AAE")
    try finish(path) { try $0.apply(blur()) }
    let base = FilePath(folder.path("IMG_1234_base.JPG"))
    let own = OwnPictures(reader: PhotoReader(), keepsBases: true)
    #expect(try own.kind(of: base) != nil)
    try circle(folder, "IMG_1234.AAE")
    #expect(throws: FaceBlurError.self) { try own.kind(of: base) }
  }
}
