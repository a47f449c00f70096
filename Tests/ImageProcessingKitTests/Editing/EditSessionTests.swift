import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct EditSessionTests {
  private let detector = DetectorIdentity(name: "yunet", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  private let time = Date(timeIntervalSince1970: 1_700_000_000)

  private func plan(cells: Int = 6) throws -> RegionPlan {
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: cells, margin: 1.3))
    return RegionPlanner(strength: strength).plan(for: [
      DetectedFace(rect: NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22), score: 0.9)
    ])
  }

  @discardableResult
  private func finish(_ path: String, cells: Int = 6) throws -> CommittedEdit {
    var outputs = OutputGuard(originals: [FilePath(path)], force: false)
    return try blurring(path, cells: cells).finish(
      to: .init(), at: time, lookingAgain: nil, guardedBy: &outputs)
  }

  private func blurring(_ path: String, cells: Int = 6) throws -> EditSession {
    var session = try EditSession.begin(FilePath(path))
    session.apply(.faceBlur(FaceBlurAdjustment(try plan(cells: cells), foundBy: detector)))
    return session
  }

  @Test func takesUpTheEditItWrote() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    let committed = try finish(path)
    let session = try EditSession.begin(FilePath(path))
    #expect(session.record == committed.record)
    #expect(try session.state.plan() == plan())
    #expect(session.record?.steps.map(\.madeAt) == [time])
  }

  @Test func finishingWithoutAChangeWritesNothing() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    try finish(path)
    func inodes() throws -> [UInt64] {
      try ["IMG_E1234.JPG", "IMG_1234.AAE"].map {
        try #require(FileIdentity(of: FilePath(folder.path($0)))).inode
      }
    }
    let before = try inodes()
    try finish(path)
    #expect(try inodes() == before)
    try finish(path, cells: 3)
    #expect(try inodes() != before)
  }

  @Test func lettingASessionGoChangesNothing() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    let before = try folder.contents()
    let session = try EditSession.begin(FilePath(path))
    _ = consume session
    #expect(try folder.contents() == before)
  }

  @Test func letsOnlyOneSessionEditAPhoto() throws {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
    let first = try EditSession.begin(path)
    do {
      _ = try EditSession.begin(path)
      Issue.record("two sessions hold the photo")
    } catch {
      #expect(error.kind == .busy)
    }
    #expect(first.record == nil)
    _ = consume first
    _ = try EditSession.begin(path)
  }

  /// What a crash leaves after any number of steps, for a first edit and for one over an earlier pair.
  @Test(arguments: [false, true], 0...5)
  func leavesTheOldPairOrTheNewPairWhereverItCrashes(overEarlierEdit: Bool, steps: Int) throws {
    let photo = try TestPhotos.astronaut()
    let done = try ScratchFolder()
    let donePath = try done.write(photo, "IMG_1234.JPG")
    let old: [String: [UInt8]?] = try {
      if overEarlierEdit { try finish(donePath) }
      return try done.contents()
    }()
    let committed = try finish(donePath, cells: 3)
    let new = try done.contents()

    let folder = try ScratchFolder()
    for (name, content) in old { try folder.write(content ?? [], name) }
    let path = FilePath(folder.path("IMG_1234.JPG"))
    let crashed = try ScratchFolder()
    do {
      let asset = PhotoAsset(path)
      let record = try EditCommit.stage(record: done.read("IMG_1234.AAE"), of: asset, mode: 0o644)
      let render = try EditCommit.stageRender(
        for: asset.defaultRender, of: asset, originalSHA256: committed.record.source.sha256, mode: 0o644)
      render.sink.append(try done.read("IMG_E1234.JPG"))
      _ = try render.seal()
      let all = render.steps(replacing: overEarlierEdit) + record.steps(replacing: true)
      #expect(all.count == (overEarlierEdit ? 5 : 4))
      try EditCommit.perform(Array(all.prefix(steps)))
      // The process dies here: copy what it leaves before anything is tidied up.
      for (name, content) in try folder.contents() { try crashed.write(content ?? [], name) }
      #expect(record.target == asset.record && render.target == asset.defaultRender)
    }

    let left = try crashed.contents()
    if left["IMG_1234.AAE"] != nil { #expect(left["IMG_E1234.JPG"] != nil) }
    // The next edit of the photo brings the commit to its end.
    do { _ = try EditSession.begin(FilePath(crashed.path("IMG_1234.JPG"))) }
    let isRenderInPlace = steps >= (overEarlierEdit ? 2 : 1)
    #expect(try crashed.contents() == (isRenderInPlace ? new : old))
  }

  /// A commit that fails between two renames is finished as after a crash: the earlier render is gone.
  @Test func finishesACommitWhoseRecordCouldNotBeRenamed() throws {
    let done = try ScratchFolder()
    let donePath = try done.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    try finish(donePath)
    let old = try done.contents()
    let committed = try finish(donePath, cells: 3)

    let folder = try ScratchFolder()
    for (name, content) in old { try folder.write(content ?? [], name) }
    let asset = PhotoAsset(FilePath(folder.path("IMG_1234.JPG")))
    let record = folder.path("IMG_1234.AAE")
    try FileManager.default.moveItem(atPath: record, toPath: folder.path("kept"))
    try FileManager.default.createDirectory(atPath: record, withIntermediateDirectories: false)
    do {
      let render = try EditCommit.stageRender(
        for: asset.defaultRender, of: asset, originalSHA256: committed.record.source.sha256, mode: 0o644)
      render.sink.append(try done.read("IMG_E1234.JPG"))
      _ = try render.seal()
      try EditCommit.commit(
        render, .write(replaces: true), record: done.read("IMG_1234.AAE"), sidecar: nil, keeping: nil,
        of: asset,
        mode: 0o644)
      Issue.record("the record has replaced a folder")
    } catch let error as FaceBlurError {
      #expect(error.kind == .notWritable)
    }
    try FileManager.default.removeItem(atPath: record)
    try FileManager.default.moveItem(atPath: folder.path("kept"), toPath: record)
    do { _ = try EditSession.begin(asset.original) }
    #expect(try folder.contents() == done.contents())
  }

  /// Until it is whole, a render has no name that anyone could find, take or trip over.
  @Test func aRenderThatIsNotPlacedHasNoName() throws {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
    let asset = PhotoAsset(path)
    do {
      let first = try EditCommit.stageRender(
        for: asset.defaultRender, of: asset, originalSHA256: String(repeating: "a", count: 64), mode: 0o644)
      let second = try EditCommit.stageRender(
        for: asset.defaultRender, of: asset, originalSHA256: String(repeating: "a", count: 64), mode: 0o644)
      #expect(try folder.contents().count == 1)
      // Two of the same photo, at the same time: each places what it wrote itself, whole.
      second.sink.append([2])
      first.sink.append([1, 1])
      _ = try first.seal()
      try first.place(replacing: false)
      #expect(try folder.read("IMG_E1234.JPG") == [1, 1])
      _ = try second.seal()
      try second.place(replacing: true)
      #expect(try folder.read("IMG_E1234.JPG") == [2])
    }
    #expect(try folder.contents().count == 2)
  }

  @Test func revertingRemovesWhatWasWrittenAndNothingElse() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    try folder.write([1, 2, 3], "notes.txt")
    let before = try folder.contents()
    try finish(path)
    var outputs = OutputGuard(originals: [FilePath(path)], force: false)
    _ = try blurring(path, cells: 4).finish(
      to: .init(target: FilePath(folder.path("elsewhere.jpg"))), at: time, lookingAgain: nil,
      guardedBy: &outputs)
    let outcome = try EditRevert.revert(EditSession.begin(FilePath(path)))
    #expect(outcome.removed.count == 3 && outcome.kept.isEmpty)
    #expect(try folder.contents() == before)
  }

  private func edited(
    _ folder: ScratchFolder, _ change: (inout EditRecord) throws -> Void,
    recordName: String = "IMG_1234.AAE"
  ) throws -> FilePath {
    let path = try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    var record = try finish(path).record
    try change(&record)
    try folder.write(record.adjustmentData(timestamp: time).fileContent(), recordName)
    return FilePath(path)
  }

  /// Another photo of the same camera has the same size, and its hash may be known.
  @Test func aRecordCannotMakeUsTouchAnotherPhoto() throws {
    let folder = try ScratchFolder()
    let other = TestJPEG.oriented(try TestPhotos.astronaut(), .up)
    let otherPath = FilePath(try folder.write(other, "other.jpg"))
    let path = try edited(
      folder,
      {
        $0.renders = [
          EditRecord.Render(path: "other.jpg", sha256: SHA256.hexDigest(of: other), foldersMade: 0)
        ]
      })
    var outputs = OutputGuard(originals: [path], force: false)
    #expect(throws: FaceBlurError.self) {
      try EditSession.begin(path).renderAgain(to: nil, guardedBy: &outputs)
    }
    #expect(try EditRevert.revert(EditSession.begin(path)).kept == [otherPath])
    #expect(try folder.read("other.jpg") == other)
  }

  @Test func aRecordCannotMakeUsWriteWhereThereIsNoRender() throws {
    let folder = try ScratchFolder()
    for place in [folder.path("new/deep/evil.jpg"), folder.path("evil.desktop")] {
      let path = try edited(
        folder,
        {
          $0.renders = [
            EditRecord.Render(path: FilePath(place), sha256: $0.renders[0].sha256, foldersMade: 0)
          ]
        })
      var outputs = OutputGuard(originals: [path], force: false)
      #expect(throws: FaceBlurError.self) {
        try EditSession.begin(path).renderAgain(to: nil, guardedBy: &outputs)
      }
      #expect(!FilePath(place).exists)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }
  }

  /// A pending record names temporary files to tidy up, so its word must not become a path.
  @Test func aPendingRecordCannotMakeUsDeleteOrReplaceAnything() throws {
    let folder = try ScratchFolder()
    let path = try edited(folder, { _ in })
    let asset = PhotoAsset(path)
    let foreign = try #require(
      AdjustmentData(formatIdentifier: "com.apple.photo", formatVersion: "1.4", data: [1], timestamp: time))
    // A real pending record whose render is in place, but another program's record has come meanwhile.
    let pending = try folder.read("IMG_1234.AAE")
    try folder.write(foreign.fileContent(), "IMG_1234.AAE")
    try folder.write(pending, asset.pendingRecord.name.description)
    do { _ = try EditSession.begin(path) }
    #expect(try folder.read("IMG_1234.AAE") == foreign.fileContent())
    #expect(!asset.pendingRecord.exists)
  }

  @Test func rendersNothingThatObscuresNothing() throws {
    let folder = try ScratchFolder()
    let path = try edited(
      folder,
      { record in
        var settings = try #require(record.state.faceBlur)
        settings.regions[0].state = .excluded
        record.steps[0].adjustment = .faceBlur(settings)
      })
    var outputs = OutputGuard(originals: [path], force: false)
    let copy = folder.path("copy.jpg")
    #expect(throws: FaceBlurError.self) {
      try EditSession.begin(path).renderAgain(to: FilePath(copy), guardedBy: &outputs)
    }
    #expect(!FilePath(copy).exists)
  }

  @Test func givesItsFilesNoMoreRightsThanTheOriginalHas() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try finish(path)
    for name in ["IMG_E1234.JPG", "IMG_1234.AAE"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect((attributes[.posixPermissions] as? Int) == 0o600)
    }
  }

  /// A record is input like any other: it must not make us delete somebody's file.
  @Test func revertingDeletesNothingThatIsNoPictureOfThePhoto() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG")
    let victim = try folder.write(Array("precious".utf8), "sub/precious.txt")
    var record = try finish(path).record
    record.renders = [
      EditRecord.Render(
        path: FilePath(victim), sha256: SHA256.hexDigest(of: Array("precious".utf8)), foldersMade: 0),
      EditRecord.Render(path: "IMG_1234.JPG", sha256: record.source.sha256, foldersMade: 0),
    ]
    try folder.write(record.adjustmentData(timestamp: time).fileContent(), "IMG_1234.AAE")
    let outcome = try EditRevert.revert(EditSession.begin(FilePath(path)))
    #expect(outcome.kept.count == 2)
    #expect(try folder.read("sub/precious.txt") == Array("precious".utf8))
    #expect(try folder.read("IMG_1234.JPG") == TestPhotos.astronaut())
  }
}
