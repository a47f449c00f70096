import Glibc
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct ScrubJournalTests {
  private static let basis = ScrubJournal.Basis(settings: "a", model: "b")
  private static let hash = String(repeating: "cafe", count: 16)

  private func open(_ scratch: ScratchFolder) throws -> ScrubJournal {
    let target = FilePath(scratch.path("out"))
    return try ScrubJournal.open(FilePath(scratch.path("journal")), of: target, isOwn: true).journal
  }

  private func register(_ index: Int, _ journal: ScrubJournal) throws -> ScrubJournal.Verdict {
    let name = FilePath("folder/\(index).jpg")
    let stamp = FileStamp(size: index, modified: 1)
    return try journal.register(
      CollectionEntry(source: FilePath("/photos").appending(name), target: name, kind: .file(stamp)),
      in: "/out", basis: Self.basis)
  }

  // The log of a million photos would be larger than the photos.
  @Test func takesItsLogInWhileARunGoesOn() throws {
    let scratch = try ScratchFolder()
    for _ in 0..<2 {
      let journal = try open(scratch)
      _ = try journal.target()
      try journal.beginRun()
      for index in 0..<12_000 {
        _ = try register(index, journal)
        if index % 10 == 9 { try journal.checkpoint() }
      }
      var status = stat()
      #expect(stat(scratch.path("journal-wal"), &status) == 0)
      #expect(status.st_size < 12 << 20, "\(status.st_size)")
      try journal.endRun()
    }
  }

  @Test func remembersWhatAKilledRunWasAboutToWrite() throws {
    let scratch = try ScratchFolder()
    do {
      let journal = try open(scratch)
      try journal.beginRun()
      _ = try register(1, journal)
      let job = try #require(try journal.jobs(after: 0, count: 1, basis: Self.basis).first)
      try journal.note(ScrubWorkerPool.PendingOutput(id: job.id, sha256: Self.hash))
      try journal.checkpoint()
    }
    let journal = try open(scratch)
    try journal.beginRun()
    #expect(try register(1, journal) == .unfinished)
    let job = try #require(try journal.jobs(after: 0, count: 1, basis: Self.basis).first)
    #expect(job.isOurs(Self.hash) && !job.isOurs("beef"))
    try journal.record(ScrubOutcome(job, .failed, "gone"), basis: Self.basis)
    try journal.checkpoint()
    try journal.beginRunAgain { _ = try register(1, journal) }
    #expect(try journal.jobs(after: 0, count: 1, basis: Self.basis).first?.isOurs(Self.hash) == false)
  }

  /// Of what kind it is, the next run knows, and what an earlier version wrote is a face.
  @Test func remembersWhatIsHiddenAndOfWhatKind() throws {
    let scratch = try ScratchFolder()
    let plate = SubjectKind("licence-plate")
    let rect = NormalizedRect(x: 0.1, y: 0.2, width: 0.3, height: 0.1)
    do {
      let journal = try open(scratch)
      try journal.beginRun()
      _ = try register(1, journal)
      let job = try #require(try journal.jobs(after: 0, count: 1, basis: Self.basis).first)
      var outcome = ScrubOutcome(job, .done)
      outcome.sha256 = Self.hash
      let plan = RegionPlanner().plan(for: [
        DetectedFace(rect: rect, score: 0.9), DetectedFace(rect: rect, score: 0.8, kind: plate),
      ])
      outcome.take(plan, found: FaceBlurAdjustment(plan, foundBy: .byHand), [])
      try journal.record(outcome, basis: Self.basis)
      try journal.checkpoint()
    }
    let journal = try open(scratch)
    let job = try #require(try journal.job(of: "/photos/folder/1.jpg", basis: Self.basis))
    #expect(Set(job.hidden?.regions.map(\.kind) ?? []) == [.face, plate])
    #expect(job.hidden?.regions.allSatisfy { $0.rect == rect } == true)

    let before = """
      {"regions":[{"id":"f1","rect":{"x":0.1,"y":0.2,"width":0.3,"height":0.1},"score":0.9,"origin":"detected",
      "state":"applied"}],"width":10,"height":10,"orientation":1,"style":"mosaic"}
      """
    #expect(ReportedRegions(before)?.regions.map(\.kind) == [.face])
    let text = try #require(ReportedRegions(before)).text()
    #expect(!text.contains("kind"))
  }

  /// What was made of a file that is gone is the next one's at its place, and not that of another one which is not done because of that.
  @Test func leavesAPlaceToOneFile() throws {
    let scratch = try ScratchFolder()
    let journal = try open(scratch)
    func register(_ source: FilePath) throws -> ScrubJournal.Verdict {
      try journal.register(
        CollectionEntry(source: source, target: "a.jpg", kind: .file(FileStamp(size: 1, modified: 1))),
        in: "/out", basis: Self.basis)
    }
    func finish(_ source: FilePath) throws -> ScrubJob {
      let job = try #require(try journal.jobs(after: 0, count: 1, basis: Self.basis).first)
      #expect(job.source == source)
      var outcome = ScrubOutcome(job, .done)
      outcome.written = (FileStamp(size: 2, modified: 2), Self.hash)
      try journal.record(outcome, basis: Self.basis)
      return job
    }
    try journal.beginRun()
    #expect(try register("/gone/a.jpg") == .new)
    #expect(try !finish("/gone/a.jpg").isOurs(Self.hash))
    try journal.beginRunAgain {
      #expect(try register("/photos/a.jpg") == .new && register("/other/a.jpg") == .listed)
      let others = try journal.withdrawals(after: 0, count: 9, basis: Self.basis)
      #expect(others.allSatisfy { !$0.isOurs(Self.hash) })
      #expect(try finish("/photos/a.jpg").isOurs(Self.hash))
    }
    var summary = ScrubSummary()
    try journal.add(to: &summary)
    #expect(summary.leftOver == 0)
    // A file has its place once.
    try journal.beginRunAgain {}
    try journal.add(to: &summary)
    #expect(summary.leftOver == 1)
    try journal.endRun()
  }

  /// What is left where a file's output was stays known until it is taken back.
  @Test func remembersWhatCouldNotBeTakenBack() throws {
    let scratch = try ScratchFolder()
    let journal = try open(scratch)
    func entry(at place: FilePath) -> CollectionEntry {
      CollectionEntry(source: "/photos/a.jpg", target: place, kind: .file(FileStamp(size: 1, modified: 1)))
    }
    try journal.beginRun()
    _ = try journal.register(entry(at: "a.jpg"), in: "/out", basis: Self.basis)
    var outcome = ScrubOutcome(
      try #require(try journal.jobs(after: 0, count: 1, basis: Self.basis).first), .done)
    outcome.written = (FileStamp(size: 2, modified: 2), Self.hash)
    try journal.record(outcome, basis: Self.basis)
    for isLeft in [true, true, false] {
      try journal.beginRunAgain {
        var earlier: ScrubJob?
        let verdict = try journal.register(entry(at: "photos/a.jpg"), in: "/out", basis: Self.basis) {
          earlier = $0
          return isLeft
        }
        #expect(earlier?.target == "a.jpg" && earlier?.isOurs(Self.hash) == true)
        #expect(verdict == (isLeft ? .listed : .failed))
        let withdrawals = try journal.withdrawals(after: 0, count: 9, basis: Self.basis)
        #expect(withdrawals.map(\.target) == (isLeft ? ["a.jpg"] : []))
        for job in withdrawals {
          try journal.noteWithdrawn(job, leaving: .init(sha256: Self.hash, isOurs: true))
        }
      }
    }
    #expect(try journal.jobs(after: 0, count: 9, basis: Self.basis).map(\.target) == ["photos/a.jpg"])
    try journal.endRun()
  }

  /// Its time of change says whether a source may be another one; a second look is not needed then.
  @Test func hasASourceReadOnceThatMayHaveChanged() throws {
    let scratch = try ScratchFolder()
    let source = FilePath(try scratch.write(Array("a photo".utf8), "a.jpg"))
    let output = FilePath(try scratch.write(Array("an output".utf8), "out/a.jpg"))
    let journal = try open(scratch)
    func register() throws -> ScrubJournal.Verdict {
      try journal.register(
        CollectionEntry(
          source: source, target: "a.jpg", kind: .file(try #require(FileStamp(of: source)))),
        in: FilePath(scratch.path("out")), basis: Self.basis)
    }
    func check() throws -> ScrubJob {
      #expect(try register() == .settled)
      return try #require(try journal.settled(after: 0, count: 9, basis: Self.basis).first)
    }
    try journal.beginRun()
    #expect(try register() == .new)
    var outcome = ScrubOutcome(
      try #require(try journal.jobs(after: 0, count: 1, basis: Self.basis).first), .done)
    outcome.stamp = FileStamp(of: source)
    outcome.sha256 = try FileHash.of(source)
    outcome.edit = RecordedRegions.stamp(beside: source)
    outcome.written = (try #require(FileStamp(of: output)), Self.hash)
    try journal.record(outcome, basis: Self.basis)
    try journal.beginRunAgain {
      let job = try check()
      #expect(!job.checksSource)
    }
    // As of a copy, or of one whose time was put back.
    try journal.database.execute("UPDATE source_changes SET changed = changed - 1")
    try journal.beginRunAgain {
      let job = try check()
      #expect(job.checksSource && job.hasSettledSource())
      try journal.noteSound(job.id)
    }
    try journal.beginRunAgain {
      let job = try check()
      #expect(!job.checksSource)
    }
    // As in a journal of before, or where somebody has found another content.
    try journal.distrust(source)
    try journal.beginRunAgain {
      let job = try check()
      try scratch.write(Array("another".utf8), "a.jpg")
      #expect(job.checksSource && !job.hasSettledSource())
    }
    try journal.endRun()
  }

  // Names and faces are in the log as well as in the file.
  // SQLite alone says that it is unable to open the file.
  @Test func saysWhyTheSystemRefusesIt() throws {
    let scratch = try ScratchFolder()
    let path = FilePath(scratch.path("missing/journal"))
    let error = #expect(throws: FaceBlurError.self) {
      try ScrubJournal.open(path, of: FilePath(scratch.path("out")), isOwn: true)
    }
    #expect(error?.kind == .notWritable && error?.file == path)
    #expect(error?.reason.contains("No such file or directory") == true, "\(error?.reason ?? "")")
  }

  @Test func keepsItsLogForTheOwnerAlone() throws {
    let scratch = try ScratchFolder()
    let journal = try open(scratch)
    try journal.beginRun()
    _ = try register(1, journal)
    try journal.checkpoint()
    for name in ["journal", "journal-wal"] {
      var status = stat()
      #expect(stat(scratch.path(name), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
  }
}

extension ScrubJournal {
  fileprivate func beginRunAgain(_ work: () throws -> Void) throws {
    try endRun()
    try beginRun()
    try work()
  }
}
