import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Files that change while they are reviewed or between two reviews, and what is decided about photos that cannot be read for a while.
@Suite struct ReviewMeanwhileTests {
  private let folder: ReviewFolder

  init() throws { folder = try ReviewFolder() }

  private func isStale(_ answer: ReviewSession.Answer) -> Bool {
    if case .stale = answer { true } else { false }
  }

  private func away(_ name: String, _ body: () throws -> Void) throws {
    let (path, place) = (folder.scratch.path(name), folder.scratch.path("away"))
    try FileManager.default.moveItem(atPath: path, toPath: place)
    try body()
    try FileManager.default.moveItem(atPath: place, toPath: path)
  }

  // MARK: While it is open

  /// Both are square, so that each has a region f1.
  @Test func takesNoAnswerForAPhotoThatHasTakenAnothersPlace() throws {
    let session = try folder.openPhotos(["photos/one.jpg"])
    #expect(try session.photo("one.jpg").regions.map(\.id) == ["f1", "f2"])
    let seen = session.queue.revision
    try folder.scratch.write(TestPhotos.cameraman(), "photos/one.jpg")
    // Neither is it shown with what was found in the other one.
    #expect(throws: FaceBlurError.self) { try session.picture(0, .shown(longSide: 100)) }
    #expect(try isStale(session.change(0, .exclude(["f1"]), at: seen)))
    #expect(try session.photo("one.jpg").state("f1") == .applied)
    #expect(try !session.picture(0, .shown(longSide: 100)).isEmpty)
    #expect(try !isStale(session.change(0, .exclude(["f1"]), at: session.queue.revision)))
  }

  @Test func takesNoAnswerAboutWhatAnotherCommandHasDone() throws {
    let session = try folder.openPhotos(["photos/one.jpg"])
    _ = try session.photo("one.jpg")
    let seen = session.queue.revision
    let photo = folder.path("photos/one.jpg")
    var outputs = OutputGuard(originals: [photo])
    _ = try BlurPipeline(detector: SquareDetector()).blur(photo, guardedBy: &outputs)
    #expect(try isStale(session.change(0, .look, at: seen)))
    #expect(try !session.photo("one.jpg").isLooked)
  }

  /// The record of another photo may be all that is known of what a person has hidden in this one, once that one is gone.
  @Test func findsARecordThatWasLeftMeanwhile() throws {
    try folder.scratch.write(TestPhotos.astronaut(), "photos/old.jpg")
    let old = folder.path("photos/old.jpg")
    var outputs = OutputGuard(originals: [old])
    _ = try BlurPipeline(detector: SquareDetector()).blur(old, guardedBy: &outputs)
    let session = try folder.openPhotos(["photos/one.jpg"])
    try session.change("one.jpg", .exclude(["f1"]))
    try FileManager.default.removeItem(atPath: folder.scratch.path("photos/old.jpg"))
    let error = try #require(try session.finish().results.first?.error)
    #expect(error.kind == .refused && error.file?.name == "old.AAE")
  }

  /// Who has copied the sources back has given them other times; that they were sound once does not say that they are.
  @Test func showsNoOtherPhotoWhereTimesHadChangedBefore() throws {
    try folder.scrub()
    try folder.scratch.write(TestPhotos.astronaut(), "photos/one.jpg")
    let session = try folder.open()
    _ = try session.photo("one.jpg")
    let number = try session.number("one.jpg")
    #expect(try !session.picture(number, .shown(longSide: 100)).isEmpty)
    try folder.scratch.write(TestPhotos.cameraman(), "photos/one.jpg")
    #expect(throws: FaceBlurError.self) { try session.picture(number, .shown(longSide: 100)) }
    #expect(throws: FaceBlurError.self) { try session.change("one.jpg", .look) }
    try session.lookAtTheRest(but: number)
    try session.finish()
    session.close()
    #expect(try SignOff.check(target: folder.path("out")).findings.map(\.output) == ["one.jpg"])
  }

  @Test func goesOnWithAPhotoThatWasAwayForAWhile() throws {
    try folder.scrub()
    let session = try folder.open()
    _ = try session.photo("one.jpg")
    try away("photos/one.jpg") {
      #expect(throws: FaceBlurError.self) { try session.change("one.jpg", .look) }
    }
    #expect(try session.change("one.jpg", .look).isLooked)
  }

  /// Writes `photos/one.jpg` and another photo, which nothing but their content and what the system notes of each tells apart.
  private func writeTwins() throws {
    let photos = [
      ("photos/one.jpg", try TestPhotos.astronaut()), ("aside/one.jpg", try TestPhotos.cameraman()),
    ]
    let size = photos.map(\.1.count).max() ?? 0
    for (name, photo) in photos {
      let path = try folder.scratch.write(
        photo + [UInt8](repeating: 0, count: size - photo.count), name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
    }
    try #require(FileStamp(of: folder.path("photos/one.jpg")) == FileStamp(of: folder.path("aside/one.jpg")))
  }

  private func exchangeTwins() throws {
    let (photo, aside) = (folder.scratch.path("photos/one.jpg"), folder.scratch.path("aside/one.jpg"))
    try FileManager.default.moveItem(atPath: photo, toPath: folder.scratch.path("between"))
    try FileManager.default.moveItem(atPath: aside, toPath: photo)
    try FileManager.default.moveItem(atPath: folder.scratch.path("between"), toPath: aside)
  }

  /// Exchanged back before Done, the output is the first one's, whom nobody has seen.
  @Test(arguments: [false, true])
  func showsNoOtherSourceOfTheSameSizeAndTime(wasExchangedBefore: Bool) throws {
    try writeTwins()
    try folder.scrub()
    if wasExchangedBefore { try exchangeTwins() }
    let session = try folder.open()
    let number = try session.number("one.jpg")
    if !wasExchangedBefore {
      _ = try session.photo(number)
      #expect(try !session.picture(number, .face("f1")).isEmpty)
      try exchangeTwins()
    }
    for picture in [ReviewPicture.original(longSide: 100), .shown(longSide: 100), .face("f1")] {
      #expect(throws: FaceBlurError.self) { try session.picture(number, picture) }
    }
    for change in [ReviewChange.look, .exclude(["f1"])] {
      #expect(throws: FaceBlurError.self) { try session.change(number, change, at: nil) }
    }
    try exchangeTwins()
    #expect(try session.photo(number).state("f1") == .applied)
    #expect(try !session.picture(number, .face("f1")).isEmpty)
    try session.lookAtTheRest(but: number)
    try session.finish()
    session.close()
    #expect(try SignOff.check(target: folder.path("out")).findings.map(\.output) == ["one.jpg"])
  }

  @Test func takesNoAnswerForAPhotoOfTheSameSizeAndTime() throws {
    try writeTwins()
    let session = try folder.openPhotos(["photos/one.jpg"])
    _ = try session.photo(0)
    for _ in 0..<2 {
      let seen = session.queue.revision
      try exchangeTwins()
      #expect(throws: FaceBlurError.self) { try session.picture(0, .face("f1")) }
      #expect(try isStale(session.change(0, .exclude(["f1"]), at: seen)))
      let photo = try session.photo(0)
      #expect(photo.state("f1") == .applied && !photo.isLooked && !photo.isChanged)
    }
  }

  /// Other rights, another link to it, or a copy of it in its place make no other photo of it.
  @Test(arguments: [false, true])
  func keepsWhatWasDecidedWhereTheFileHoldsTheSame(isCollection: Bool) throws {
    if isCollection { try folder.scrub() }
    let session = try isCollection ? folder.open() : folder.openPhotos(["photos/one.jpg"])
    let number = try session.number("one.jpg")
    try session.change("one.jpg", .exclude(["f2"]))
    let looks = folder.looks.value
    let (path, files) = (folder.scratch.path("photos/one.jpg"), FileManager.default)
    let doings: [() throws -> Void] = [
      { try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path) },
      { try files.linkItem(atPath: path, toPath: folder.scratch.path("twin.jpg")) },
      {
        let copy = try folder.scratch.write(folder.scratch.read("photos/one.jpg"), "copy.jpg")
        try files.removeItem(atPath: path)
        try files.moveItem(atPath: copy, toPath: path)
      },
    ]
    for act in doings {
      let seen = session.queue.revision
      try act()
      #expect(try !session.picture(number, .shown(longSide: 100)).isEmpty)
      let photo = try session.photo(number)
      #expect(photo.state("f2") == .excluded && photo.isChanged && photo.warnings.isEmpty)
      #expect(session.queue.revision == seen)
    }
    #expect(folder.looks.value == looks)
    #expect(try session.finish().results.map(\.error) == [nil])
  }

  /// Whoever opens photos changes nothing, also where records say what is shown.
  @Test func opensPhotosWithRecordsWithoutAChange() throws {
    try folder.scrub { $0.records = .folder(folder.path("records")) }
    let session = try folder.open()
    let (seen, questions) = (session.queue.revision, session.queue.questions)
    for number in session.queue.photos.indices { _ = try session.photo(number) }
    #expect(session.queue.revision == seen && session.queue.questions == questions)
    #expect(try !isStale(session.change(0, .look, at: seen)))
  }

  /// What is decided about a photo is kept as that file's, by whatever name it was opened.
  @Test func takesNoAnswerWhereALinkLeadsToAnotherPhoto() throws {
    let link = folder.scratch.path("link.jpg")
    func lead(to name: String) throws {
      if folder.path("link.jpg").isLink { try FileManager.default.removeItem(atPath: link) }
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: folder.scratch.path(name))
    }
    try lead(to: "photos/one.jpg")
    do {
      let session = try folder.openPhotos(["link.jpg"])
      try session.change("link.jpg", .exclude(["f2"]))
      // It holds the very same.
      try lead(to: "photos/in/two.jpg")
      let error = #expect(throws: FaceBlurError.self) { try session.photo(0) }
      #expect(error?.reason.contains("leads to another file") == true)
      #expect(throws: FaceBlurError.self) { try session.picture(0, .shown(longSide: 100)) }
      #expect(throws: FaceBlurError.self) { try session.change(0, .exclude(["f1"]), at: nil) }
      let results = try session.finish().results
      #expect(results.count == 1 && results.first?.error != nil)
      try lead(to: "photos/one.jpg")
      let photo = try session.photo(0)
      #expect(photo.state("f2") == .excluded && photo.state("f1") == .applied && photo.isChanged)
    }
    let session = try folder.openPhotos(["link.jpg"])
    #expect(try session.photo(0).state("f2") == .excluded)
  }

  @Test func forgetsNothingThatTheAskerHasNotSeen() throws {
    try folder.scrub()
    let session = try folder.open()
    let seen = session.queue.revision
    try session.change("plain.jpg", .add(ReviewFolder.corner))
    #expect(try !session.discard(at: seen))
    #expect(session.queue.changed == 1)
    #expect(try session.discard(at: session.queue.revision))
    #expect(session.queue.changed == 0)
  }

  // MARK: While a photo cannot be read

  @Test func saysThatADecisionIsNotRendered() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .add(ReviewFolder.corner))
    }
    try away("photos/one.jpg") {
      let session = try folder.open()
      #expect(session.queue.changed == 1)
      let work = try session.finish()
      #expect(work.results.map(\.name) == ["one.jpg"] && work.results[0].error != nil)
      #expect(session.queue.changed == 1)
    }
    let session = try folder.open()
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(try !folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "out/one.jpg"))
  }

  @Test func forgetsAlsoWhatCannotBeRead() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f1"]))
    }
    try away("photos/one.jpg") {
      let session = try folder.open()
      #expect(try session.discard(at: nil))
      #expect(session.queue.changed == 0)
    }
    let session = try folder.open()
    #expect(session.queue.changed == 0)
    #expect(try session.photo("one.jpg").state("f1") == .applied)
  }

  /// Done renders also what an earlier review decided and nobody has opened yet in this one.
  @Test func rendersWhatIsStillLookedAt() throws {
    do {
      let session = try folder.openPhotos()
      try session.change("two.jpg", .exclude(["f2"]))
    }
    let session = try folder.openPhotos()
    #expect(session.queue.changed == 1)
    let work = try session.finish()
    #expect(work.results.map(\.error) == [nil] && work.results[0].name.name == "two.jpg")
    #expect(session.queue.changed == 0)
  }

  /// Another program has just begun to write it.
  @Test(arguments: [false, true])
  func goesOnWithAPhotoThatWasNotWholeForAWhile(isOpened: Bool) throws {
    let session = try folder.openPhotos(["photos/one.jpg"])
    try session.change("one.jpg", .add(ReviewFolder.corner))
    try session.change("one.jpg", .exclude(["f2"]))
    let whole = try folder.scratch.read("photos/one.jpg")
    try folder.scratch.write(Array(whole.prefix(100)), "photos/one.jpg")
    #expect(throws: FaceBlurError.self) { try session.photo(0) }
    #expect(session.queue.photos.map(\.status) == [.failed] && session.queue.changed == 1)
    #expect(try session.finish().results.first?.error?.kind == .notReadable)
    try folder.scratch.write(whole, "photos/one.jpg")
    if isOpened {
      let photo = try session.photo(0)
      #expect(photo.state("f2") == .excluded && photo.isChanged && photo.warnings.isEmpty)
    }
    #expect(try session.finish().results.map(\.error) == [nil])
    let render = "photos/one_edited.jpg"
    #expect(try !folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: render))
    #expect(try folder.shows(SquareDetector.doubtful, of: "photos/one.jpg", in: render))
  }

  /// Nothing of that is seen at the photo's files once it is over.
  @Test(arguments: [false, true])
  func goesOnWithAPhotoThatSomebodyElseHeld(isOpened: Bool) throws {
    do {
      let session = try folder.openPhotos(["photos/one.jpg"])
      try session.change("one.jpg", .exclude(["f2"]))
    }
    let held = try EditSession.begin(folder.path("photos/one.jpg"))
    let session = try folder.openPhotos(["photos/one.jpg"])
    #expect(throws: FaceBlurError.self) { try session.photo(0) }
    #expect(session.queue.photos[0].reason?.contains("another faceblur") == true)
    held.cancel()
    if isOpened { #expect(try session.photo(0).state("f2") == .excluded) }
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(try folder.shows(SquareDetector.doubtful, of: "photos/one.jpg", in: "photos/one_edited.jpg"))
  }

  /// Photos about which nothing is decided, too: nobody has looked for faces in them.
  @Test(arguments: [false, true])
  func looksAgainOnceThereIsRoomForThat(isOpened: Bool) throws {
    let isShort = Monitor(true)
    let session = try folder.openPhotos(["photos/one.jpg"]) {
      $0.makeDetector = { () throws(FaceBlurError) in
        guard !isShort.update({ $0 }) else { throw .outOfMemoryForDetection }
        return SquareDetector()
      }
    }
    #expect(throws: FaceBlurError.self) { try session.photo(0) }
    isShort.update { $0 = false }
    if isOpened {
      #expect(try session.photo(0).regions.count == 2)
    } else {
      #expect(try session.finish().total == 0)
      session.core.state.wait { $0.items[0].isWaiting ? nil : () }
      #expect(session.queue.photos[0].status == .doubtful)
    }
  }

  @Test func opensAnOutputOnceItsRecordCanBeRead() throws {
    try folder.scrub { $0.records = .folder(folder.path("records")) }
    let record = try folder.scratch.read("records/one.AAE")
    try folder.scratch.write(Array("no record".utf8), "records/one.AAE")
    let session = try folder.open()
    let number = try session.number("one.jpg")
    #expect(session.queue.photos[number].status == .failed)
    #expect(throws: FaceBlurError.self) { try session.change(number, .look, at: nil) }
    try folder.scratch.write(record, "records/one.AAE")
    #expect(try session.change("one.jpg", .look).isLooked)
  }

  @Test func keepsTheSignOffOfWhatCannotBeReviewed() throws {
    try folder.scrub()
    func review() throws {
      let session = try folder.open()
      _ = try? session.lookAtAll()
      try session.finish()
    }
    try review()
    #expect(try SignOff.check(target: folder.path("out")).isSound)
    try away("photos/plain.jpg") { try review() }
    #expect(try SignOff.check(target: folder.path("out")).isSound)
    try away("photos/plain.jpg") {
      try folder.scratch.write(TestPhotos.cameraman(), "out/plain.jpg")
      try review()
    }
    #expect(try SignOff.check(target: folder.path("out")).findings.map(\.output) == ["plain.jpg"])
  }

  // MARK: Between two reviews

  /// A note in it changes the file, and not what a person has seen in it.
  @Test func keepsWhatWasDrawnWhereThePhotoHasChanged() throws {
    do {
      let session = try folder.openPhotos(["photos/one.jpg"])
      try session.change("one.jpg", .add(ReviewFolder.corner))
    }
    try folder.scratch.write(
      folder.scratch.read("photos/one.jpg") + Array("a caption".utf8), "photos/one.jpg")
    let session = try folder.openPhotos(["photos/one.jpg"])
    let photo = try session.photo("one.jpg")
    #expect(photo.isChanged && photo.warnings.contains { $0.contains("still to be rendered") })
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(try !folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "photos/one_edited.jpg"))
  }

  /// Whoever names photos by a pattern names the renders with them the next time.
  @Test func goesOnWhereRendersAreNamedWithTheirPhotos() throws {
    do {
      let session = try folder.openPhotos(["photos/one.jpg", "photos/plain.jpg"])
      try session.change("one.jpg", .exclude(["f2"]))
      #expect(try session.finish().results.map(\.error) == [nil])
      try session.change("plain.jpg", .add(ReviewFolder.corner))
    }
    let session = try folder.openPhotos(["photos/one.jpg", "photos/one_edited.jpg", "photos/plain.jpg"])
    #expect(session.queue.photos.count == 2 && session.queue.changed == 1)
  }

  /// What a person chose for this photo outlives what is asked for all.
  @Test func keepsTheStyleThatWasChosenUnderOtherSettings() throws {
    do {
      let session = try folder.openPhotos(["photos/one.jpg"])
      var change = ObscuringStrength.Change()
      change.style = .fill
      try session.change("one.jpg", .strength(change))
    }
    let session = try folder.openPhotos(["photos/one.jpg"]) { $0.settings.strength.style = .pixelate }
    #expect(try session.photo("one.jpg").strength.style == .fill)
  }

  @Test func findsWhatWasDrawnWhereThePhotoWasTurned() throws {
    do {
      let session = try folder.openPhotos(["photos/plain.jpg"])
      try session.change("plain.jpg", .add(ReviewFolder.corner))
    }
    let photo = try folder.scratch.read("photos/plain.jpg")
    try folder.scratch.write(TestJPEG.oriented(photo, .right), "photos/plain.jpg")
    let session = try folder.openPhotos(["photos/plain.jpg"])
    let drawn = try session.photo("plain.jpg").regions.map(\.rect)
    let place = Orientation.right.upright(fromStored: ReviewFolder.corner)
    #expect(drawn.contains { $0.overlap(place) > 0.99 }, "\(drawn)")
    #expect(try session.finish().results.map(\.error) == [nil])
  }

  /// Another program saves its edit anew: what was found and said is of the picture before.
  @Test func takesNoAnswerAboutWhatAnotherProgramHadMade() throws {
    try folder.scratch.write(TestPhotos.astronaut(), "photos/IMG_1234.JPG")
    try folder.scratch.write(TestPhotos.cameraman(), "photos/IMG_E1234.JPG")
    try folder.scratch.write(ForeignRecords.photos(), "photos/IMG_1234.AAE")
    let name = "IMG_1234.JPG"
    do {
      let session = try folder.openPhotos(["photos"])
      // What it has made of the photo is no photo of its own.
      #expect(session.queue.photos.count == 4)
      try session.change(name, .exclude(["f1"]))
      let (number, seen) = (try session.number(name), session.queue.revision)
      try folder.scratch.write(TestPhotos.astronaut(), "photos/IMG_E1234.JPG")
      #expect(throws: FaceBlurError.self) { try session.picture(number, .shown(longSide: 100)) }
      #expect(try isStale(session.change(number, .look, at: seen)))
    }
    let session = try folder.openPhotos(["photos"])
    #expect(try session.photo(name).state("f1") == .applied)
    try session.change(name, .exclude(["f2"]))
    try folder.scratch.write(TestPhotos.cameraman(), "photos/IMG_E1234.JPG")
    #expect(try session.finish().results.first?.error?.kind == .refused)
  }

  @Test func keepsDecisionsUnderOtherSettings() throws {
    do {
      let session = try folder.openPhotos(["photos/one.jpg"])
      try session.change("one.jpg", .exclude(["f2"]))
    }
    let session = try folder.openPhotos(["photos/one.jpg"]) { $0.settings.strength.margin = 1.7 }
    let photo = try session.photo("one.jpg")
    #expect(photo.state("f2") == .excluded && photo.strength.margin == 1.7)
    #expect(photo.warnings.isEmpty && photo.isChanged)
  }
}

extension ReviewSession {
  fileprivate func lookAtTheRest(but other: Int) throws {
    for number in queue.photos.indices where number != other { _ = try change(number, .look, at: nil) }
  }
}
