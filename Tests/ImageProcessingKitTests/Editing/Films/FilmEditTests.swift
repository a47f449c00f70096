import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a film's edit leaves on disk: the old pair or the new one, and nothing of anybody else's touched.
@Suite struct FilmEditTests {
  @Test func takesUpTheEditItWrote() throws {
    let film = try EditedFilm()
    let plan = EditedFilm.plan(EditedFilm.track("t1"), EditedFilm.track("t2", 10...20, x: 0.6))
    let committed = try film.finish(1, hiding: plan)
    #expect(Set(try film.folder.contents().keys) == ["IMG_1234.MOV", "IMG_E1234.MOV", "IMG_1234.AAE"])
    let edit = try film.open()
    #expect(edit.record == committed.record && edit.earlierPlan == plan)
    let source = committed.record.source
    #expect((source.width, source.height, source.pictures, source.timescale) == (320, 240, 4, 100))
    #expect(source.fileName == "IMG_1234.MOV" && source.byteCount == HandMadeFilm().bytes.count)
    let again = try #require(try edit.renderAgain())
    #expect(again.target.name == "IMG_E1234.MOV" && again.plan == plan && again.making == EditedFilm.making)
  }

  @Test func finishingWithoutAChangeWritesNothing() throws {
    let film = try EditedFilm("party.mp4")
    try film.finish(1)
    func inodes() throws -> [UInt64] {
      try ["party_edited.mp4", "party.AAE"].map {
        try #require(FileIdentity(of: FilePath(film.folder.path($0)))).inode
      }
    }
    let before = try inodes()
    #expect(try film.finish(1).isUnchanged)
    #expect(try inodes() == before)
    // What is hidden is the same to the last byte of the render, and the record says more of it.
    let other = EditedFilm.plan(EditedFilm.track("t7"))
    #expect(try !film.finish(1, hiding: other).isUnchanged)
    #expect(try film.open().earlierPlan == other)
  }

  @Test func lettingAnEditGoChangesNothing() throws {
    let film = try EditedFilm()
    let before = try film.folder.contents()
    do {
      let edit = try film.open()
      let target = FilePath(film.folder.path("new/folder/film.mov"))
      let staged = try edit.stage(for: target, guardedBy: OutputGuard(originals: [film.path]))
      staged.file.sink.append([1, 2, 3])
      #expect(try film.folder.contents() != before)
    }
    #expect(try film.folder.contents() == before)
  }

  @Test func letsOnlyOneEditHaveAFilm() throws {
    let film = try EditedFilm()
    let first = try film.open()
    #expect(EditedFilm.kind { _ = try film.open() } == .busy)
    #expect(first.record == nil)
  }

  /// What a crash leaves after any number of steps, for a first edit and for one over an earlier pair.
  @Test(arguments: [false, true], 0...5)
  func leavesTheOldPairOrTheNewPairWhereverItCrashes(overEarlierEdit: Bool, steps: Int) throws {
    let done = try EditedFilm()
    if overEarlierEdit { try done.finish(1) }
    let old = try done.folder.contents()
    let committed = try done.finish(2, hiding: EditedFilm.plan(EditedFilm.track("t9")))
    let new = try done.folder.contents()

    let folder = try ScratchFolder()
    for (name, content) in old { try folder.write(content ?? [], name) }
    let crashed = try ScratchFolder()
    do {
      let asset = PhotoAsset(FilePath(folder.path("IMG_1234.MOV")))
      let record = try EditCommit.stage(record: done.folder.read("IMG_1234.AAE"), of: asset, mode: 0o644)
      let render = try EditCommit.stageRender(
        for: asset.defaultRender, of: asset, originalSHA256: committed.record.source.sha256, mode: 0o644)
      render.sink.append(try done.folder.read("IMG_E1234.MOV"))
      _ = try render.seal()
      let all = render.steps(replacing: overEarlierEdit) + record.steps(replacing: true)
      #expect(all.count == (overEarlierEdit ? 5 : 4))
      try EditCommit.perform(Array(all.prefix(steps)))
      // The process dies here: copy what it leaves before anything is tidied up.
      for (name, content) in try folder.contents() { try crashed.write(content ?? [], name) }
      #expect(record.target == asset.record && render.target == asset.defaultRender)
    }

    let left = try crashed.contents()
    if left["IMG_1234.AAE"] != nil { #expect(left["IMG_E1234.MOV"] != nil) }
    // The next edit of the film brings the commit to its end.
    let path = FilePath(crashed.path("IMG_1234.MOV"))
    do { _ = try FilmEdit.open(path, reader: FilmPipeline.reader) }
    let isRenderInPlace = steps >= (overEarlierEdit ? 2 : 1)
    #expect(try crashed.contents() == (isRenderInPlace ? new : old))
  }

  /// Whatever of a reverted edit a crash leaves, the next edit takes it away.
  @Test(arguments: 0...4)
  func goesOnTakingBackWhereverThatCrashes(steps: Int) throws {
    let film = try EditedFilm()
    let before = try film.folder.contents()
    try film.finish(1)
    let asset = PhotoAsset(film.path)
    try EditCommit.perform(
      Array(
        [
          .rename(asset.record, to: asset.revertingRecord, replaces: true), .syncFolder(asset.record.folder),
          .remove(asset.defaultRender), .remove(asset.revertingRecord),
        ].prefix(steps)))
    let left = try film.folder.contents()
    do { _ = try film.open() }
    #expect(try film.folder.contents() == (steps == 0 ? left : before))
  }

  @Test func revertingRemovesWhatWasWrittenAndNothingElse() throws {
    let film = try EditedFilm("party.mp4")
    try film.folder.write([1, 2, 3], "notes.txt")
    try film.folder.write(EditedFilm.render(9), "other.mp4")
    let before = try film.folder.contents()
    try film.finish(1)
    try film.finish(2, to: FilePath(film.folder.path("made/here/film.mp4")))
    let outcome = try film.revert()
    #expect(outcome.removed.map(\.name.description) == ["party.AAE", "party_edited.mp4", "film.mp4"])
    #expect(outcome.kept.isEmpty)
    #expect(try film.folder.contents() == before)
    #expect(EditedFilm.kind { _ = try film.revert() } == .noRecord)
  }

  @Test func aRenderThatSomebodyHasChangedIsKept() throws {
    let film = try EditedFilm()
    try film.finish(1)
    let changed = try film.folder.read("IMG_E1234.MOV") + [0]
    try film.folder.write(changed, "IMG_E1234.MOV")
    #expect(EditedFilm.kind { try film.finish(2) } == .refused)
    #expect(try film.folder.read("IMG_E1234.MOV") == changed)
    let outcome = try film.revert()
    #expect(outcome.kept.map(\.name) == ["IMG_E1234.MOV"] && outcome.removed.map(\.name) == ["IMG_1234.AAE"])
    #expect(try film.folder.read("IMG_E1234.MOV") == changed)
  }

  @Test func aFileThatIsNotOursIsNotReplaced() throws {
    let film = try EditedFilm()
    try film.folder.write(EditedFilm.render(5), "IMG_E1234.MOV")
    let before = try film.folder.contents()
    #expect(EditedFilm.kind { try film.finish(1) } == .refused)
    #expect(try film.folder.contents() == before)
    try film.finish(1, force: true)
    #expect(try film.folder.read("IMG_E1234.MOV") == EditedFilm.render(1))
  }

  /// A record comes with a film from anywhere, and could name any file.
  @Test(arguments: ["precious.txt", "longer.mov", "IMG_1234.MOV", "../precious.mov"])
  func aForgedRecordTouchesNothing(_ name: String) throws {
    let film = try EditedFilm("album/IMG_1234.MOV")
    try film.folder.write([1, 2, 3], "album/precious.txt")
    try film.folder.write(HandMadeFilm { $0.sizes = [10, 20, 30, 40, 50] }.bytes, "album/longer.mov")
    try film.folder.write(EditedFilm.render(3), "precious.mov")
    let before = try film.folder.contents()
    try film.finish(1)
    var record = try #require(try FilmRecord.ours(at: PhotoAsset(film.path).record))
    let place = PhotoAsset(film.path).original.folder.appending(FilePath(name))
    let forged = try #require(place.resolvedWhereItExists)
    record.renders[0].path = name.hasPrefix("..") ? forged : FilePath(name)
    record.renders[0].sha256 = try #require(try FileHash.of(place))
    try film.folder.write(record.fileContent(timestamp: EditedFilm.time), "album/IMG_1234.AAE")
    try FileManager.default.removeItem(atPath: film.folder.path("album/IMG_E1234.MOV"))
    if name.hasPrefix("..") {
      #expect(EditedFilm.kind { _ = try film.revert() } == .renderElsewhere)
      try FileManager.default.removeItem(atPath: film.folder.path("album/IMG_1234.AAE"))
    } else {
      let outcome = try film.revert()
      #expect(outcome.kept.map(\.name) == [FilePath(name)])
    }
    #expect(try film.folder.contents() == before)
  }

  @Test func aChangedOriginalIsRefused() throws {
    let film = try EditedFilm()
    try film.finish(1)
    try film.folder.write(EditedFilm.render(8), "IMG_1234.MOV")
    let before = try film.folder.contents()
    #expect(EditedFilm.kind { _ = try film.open() } == .originalChanged)
    #expect(try film.folder.contents() == before)
    let options = FilmEdit.Options(rebasing: true)
    do {
      let edit = try film.open(options)
      #expect(edit.record == nil && edit.earlierPlan == nil && edit.superseded != nil)
    }
    try film.finish(2, options)
    #expect(try film.folder.read("IMG_E1234.MOV") == EditedFilm.render(2))
    #expect(try film.open().record?.renders.count == 1)
  }

  /// Containers round times and begin films later: of one that is not known again more is hidden, never less.
  @Test func hidesWhatWasDrawnForLongerInAnotherFilm() throws {
    let film = try EditedFilm()
    let committed = try film.finish(1)
    let times = PictureTimes(try FilmPipeline.reader(try FilmFile(film.path)))
    let place = times.times[1]
    var record = committed.record
    record.plan = EditedFilm.plan(EditedFilm.track("m1", place...place, origin: .manual))
    let new = record.source
    // All that the record tells of times is the same.
    #expect(try record.drawn(in: new, at: times).tracks.map(\.span) == [place...place])
    record.source.pictures += 1
    let span = try #require(try record.drawn(in: new, at: times).tracks.first?.span)
    let ease = times.timescale / 10
    #expect(span.lowerBound <= place - ease && span.upperBound >= place + ease)
    // What was hidden through the whole film is hidden through all of this one.
    record.plan = EditedFilm.plan(EditedFilm.track("m1", times.start...times.start + 1, origin: .manual))
    record.source.duration = 0.01
    let whole = try #require(try record.drawn(in: new, at: times).tracks.first?.span)
    #expect(whole.lowerBound <= times.times[0] && whole.upperBound >= times.times[times.times.count - 1])
  }

  /// A film that begins later has the same pictures.
  @Test func findsTheSamePicturesWhereAFilmBeginsLater() throws {
    let film = try EditedFilm()
    let committed = try film.finish(1)
    let times = PictureTimes(try FilmPipeline.reader(try FilmFile(film.path)))
    let edits = HandMadeFilm.table([[21, 0xFFFF_FFFF, 0x1_0000], [40, 0, 0x1_0000]])
    let other = HandMadeFilm { $0.inTrack = BoxWriter.box("edts", BoxWriter.box("elst", edits)) }
    try film.folder.write(other.bytes, "IMG_1234.MOV")
    let later = PictureTimes(try FilmPipeline.reader(try FilmFile(film.path)))
    #expect(times.areThose(of: later) && later.start != times.start)
    let turns = FilmTurns(orientations: [.up], pictures: times)
    for (old, new) in zip(times.times, later.times) {
      var record = committed.record
      record.plan = EditedFilm.plan(EditedFilm.track("t1", old...old))
      #expect(record.hidden(at: later, turns).tracks.map(\.span) == [new...new])
    }
  }

  @Test func whoeverChangesTheOriginalMeanwhileGetsNoRender() throws {
    let film = try EditedFilm()
    let kind = EditedFilm.kind {
      try film.finish(1) { try film.folder.write(EditedFilm.render(8), "IMG_1234.MOV") }
    }
    #expect(kind == .originalChanged)
    #expect(try film.folder.contents() == ["IMG_1234.MOV": EditedFilm.render(8)])
  }

  @Test func aRecordThatAppearsMeanwhileIsNotReplaced() throws {
    let film = try EditedFilm()
    let kind = EditedFilm.kind {
      try film.finish(1) { try film.folder.write(ForeignRecords.photos(), "IMG_1234.AAE") }
    }
    #expect(kind == .refused)
    #expect(try film.folder.read("IMG_1234.AAE") == ForeignRecords.photos())
    #expect(try film.folder.contents().count == 2)
    // Nor is one that was there before.
    #expect(EditedFilm.kind { try film.finish(1) } == .foreignRecord)
    #expect(EditedFilm.kind { _ = try film.revert() } == .foreignRecord)
  }

  @Test func theOriginalAndTheRecordAreNoTargets() throws {
    let film = try EditedFilm()
    try film.finish(1)
    let before = try film.folder.contents()
    for name in ["IMG_1234.MOV", "IMG_1234.AAE"] {
      let kind = EditedFilm.kind { try film.finish(2, to: FilePath(film.folder.path(name)), force: true) }
      #expect(kind == .refused)
    }
    #expect(try film.folder.contents() == before)
  }

  @Test func keepsRecordsInAFolderOrNone() throws {
    let film = try EditedFilm("party.mp4")
    let records = FilePath(film.folder.path("records"))
    try film.finish(1, FilmEdit.Options(record: .folder(records)))
    #expect(try film.folder.contents().keys.contains("records/party.AAE"))
    #expect(try film.open(FilmEdit.Options(record: .folder(records))).record != nil)
    #expect(try film.open().record == nil)
    try film.revert(FilmEdit.Options(record: .folder(records)))
    try film.finish(1, FilmEdit.Options(record: .none))
    #expect(try film.folder.contents().keys.sorted() == ["party.mp4", "party_edited.mp4", "records"])
    try film.finish(2, force: true)
    #expect(EditedFilm.kind { try film.finish(1, FilmEdit.Options(record: .none)) } == .refused)
  }

  @Test func tellsWhichRendersAreOfAnEarlierPlan() throws {
    let film = try EditedFilm("party.mp4")
    try film.finish(1)
    let target = FilePath(film.folder.path("other.mp4"))
    #expect(try film.finish(1, to: target).outdated.isEmpty)
    let committed = try film.finish(2, hiding: EditedFilm.plan(EditedFilm.track("t2")), to: target)
    #expect(committed.outdated.map(\.name) == ["party_edited.mp4"])
    #expect(committed.record.renders.map(\.path) == ["party_edited.mp4", "other.mp4"])
  }

  /// A second `blur *.mp4` must not blur what the first one made.
  @Test func knowsItsRenders() throws {
    let film = try EditedFilm("party.mp4")
    try film.finish(1)
    let render = FilePath(film.folder.path("party_edited.mp4"))
    #expect(PhotoAsset.original(ofFilmRender: render) == film.path)
    #expect(PhotoAsset.original(ofFilmRender: film.path) == nil)
    // Also where a crash has left its record on the way.
    let asset = PhotoAsset(film.path)
    try FileManager.default.moveItem(
      atPath: film.folder.path("party.AAE"), toPath: asset.pendingRecord.description)
    #expect(PhotoAsset.original(ofFilmRender: render) == film.path)
    try film.folder.write(EditedFilm.render(2), "party_edited.mp4")
    #expect(PhotoAsset.original(ofFilmRender: render) == nil)
  }
}
