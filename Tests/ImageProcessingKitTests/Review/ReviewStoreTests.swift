import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a review keeps on disk: little of each step, and nothing is believed of what cannot be so.
@Suite struct ReviewStoreTests {
  private let folder: ReviewFolder
  private let file: FilePath

  init() throws {
    folder = try ReviewFolder()
    try folder.scrub()
    file = folder.path("out.faceblur/review.sqlite")
  }

  private func sql(_ statements: String) throws { try Database(file, called: file).execute(statements) }

  private func snapshot(_ session: ReviewSession, _ name: String) throws -> ReviewItem.Snapshot {
    let number = try session.number(name)
    return try session.core.state.update { $0.items[number] }.snapshot()
  }

  // MARK: Steps

  /// Of a photo with many regions, and as many answers.
  @Test func keepsOfEachStepOnlyWhatItHasChanged() throws {
    let session = try folder.open()
    let regions = 60
    for number in 0..<regions {
      let box = NormalizedRect(
        x: 0.0625 + Double(number % 10) / 16, y: 0.0625 + Double(number / 10) / 16, width: 0.03125,
        height: 0.03125)
      try session.change("plain.jpg", .add(box))
    }
    let ids = try session.photo("plain.jpg").regions.map(\.id)
    #expect(ids.count == regions)
    for id in ids { try session.change("plain.jpg", .exclude([id])) }
    session.close()
    let database = try Database(file, called: file)
    guard
      case .integer(let length) = try database.value(
        "SELECT max(length(before) + length(after)) FROM steps"),
      case .integer(let count) = try database.value("SELECT count(*) FROM steps")
    else { throw FaceBlurError.internalError("no steps") }
    #expect(count == 2 * regions && length < 2000)
  }

  /// Every kind of change, in one photo and the other, back to the beginning and forth again.
  @Test func leadsBackAndForthThroughAllThatWasDone() throws {
    var isFilled = ObscuringStrength.Change()
    isFilled.style = .fill
    let changes: [(name: String, change: ReviewChange)] = [
      ("one.jpg", .exclude(["f2"])), ("one.jpg", .add(ReviewFolder.corner)), ("two.jpg", .confirm(["f2"])),
      ("one.jpg", .move("f1", NormalizedRect(x: 0.5, y: 0.5, width: 0.125, height: 0.125))),
      ("one.jpg", .look), ("one.jpg", .tone(ToneFilters(sepia: 0.5))),
      ("one.jpg", .strength(isFilled)), ("two.jpg", .excludeAll),
      ("one.jpg", .include(["f2"])), ("one.jpg", .tone(ToneFilters())), ("one.jpg", .reset),
    ]
    func all(_ session: ReviewSession) throws -> [ReviewItem.Snapshot] {
      try ["one.jpg", "two.jpg"].map { try snapshot(session, $0) }
    }
    var states: [[ReviewItem.Snapshot]] = []
    do {
      let session = try folder.open()
      states.append(try all(session))
      for (name, change) in changes {
        try session.change(name, change)
        states.append(try all(session))
      }
    }
    let session = try folder.open()
    #expect(try all(session) == states.last)
    for state in states.reversed().dropFirst() {
      #expect(try session.undo(at: nil) != nil)
      #expect(try all(session) == state)
    }
    #expect(try session.undo(at: nil) == nil)
    for state in states.dropFirst() {
      #expect(try session.redo(at: nil) != nil)
      #expect(try all(session) == state)
    }
  }

  /// What has become of other regions meanwhile is no part of it.
  @Test func takesNothingElseBack() throws {
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    let number = try session.number("one.jpg")
    session.core.state.update { $0.items[number].edit?.plan.regions[0].rect = ReviewFolder.corner }
    _ = try session.undo(at: nil)
    let photo = try session.photo("one.jpg")
    #expect(photo.state("f2") == .applied)
    #expect(photo.regions.first { $0.id == "f1" }?.rect == ReviewFolder.corner)
  }

  /// The first version kept all of a photo on both sides of a step.
  @Test func readsStepsOfTheFirstVersion() throws {
    var states: [ReviewItem.Snapshot] = []
    do {
      let session = try folder.open()
      states.append(try snapshot(session, "one.jpg"))
      for change in [ReviewChange.exclude(["f2"]), .add(ReviewFolder.corner)] {
        try session.change("one.jpg", change)
        states.append(try snapshot(session, "one.jpg"))
      }
    }
    do {
      let store = try ReviewStore.ofCollection(in: folder.path("out.faceblur"))
      try store.forgetSteps()
      for (before, after) in zip(states, states.dropFirst()) {
        try store.add([ReviewStep(key: "one.jpg", before: .whole(before), after: .whole(after))])
      }
    }
    try sql("PRAGMA user_version = 1")
    do {
      let session = try folder.open()
      #expect(try snapshot(session, "one.jpg") == states[2])
      // A step of this version on top of them.
      try session.change("one.jpg", .include(["f2"]))
      for state in [states[2], states[1], states[0]] {
        _ = try session.undo(at: nil)
        #expect(try snapshot(session, "one.jpg") == state)
      }
      _ = try session.redo(at: nil)
      #expect(try snapshot(session, "one.jpg") == states[1])
    }
    // Earlier programs would take the new ones for damage.
    #expect(try Database(file, called: file).value("PRAGMA user_version") == .integer(2))
  }

  // MARK: Forged files

  @Test(arguments: ["filters", "looked", "answer", "early"])
  func refusesWhatNoReviewHasWritten(_ kind: String) throws {
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f2"]))
      try session.change("one.jpg", .look)
      try session.finish()
      try session.change("one.jpg", .include(["f2"]))
    }
    do {
      let store = try ReviewStore.ofCollection(in: folder.path("out.faceblur"))
      var kept = try #require(try store.photos()["one.jpg"])
      switch kind {
      case "filters": kept.edit?.filters.sepia = 1e300
      case "looked": kept.answers.looked = SignOff.times.upperBound + 1
      case "early": kept.answers.looked = -1_000_000_000_000
      default: kept.answers.regions["f1"]?.time = .max
      }
      try store.keep(kept, of: "one.jpg")
    }
    let reads: [() throws -> Void] = [
      { _ = try folder.open() }, { _ = try SignOff.check(target: folder.path("out")) },
    ]
    for read in reads {
      let error = #expect(throws: FaceBlurError.self) { try read() }
      #expect(error?.kind == .damagedJournal && error?.file?.name == ReviewStore.name, "\(error as Any)")
    }
  }

  /// What is kept can be signed, and what is signed be read again.
  @Test(arguments: [SignOff.times.lowerBound, SignOff.times.upperBound])
  func signsWhateverTimeItKeeps(_ time: Int) throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
    }
    do {
      let store = try ReviewStore.ofCollection(in: folder.path("out.faceblur"))
      for (key, known) in try store.photos() {
        var kept = known
        kept.answers.looked = time
        for id in kept.answers.regions.keys { kept.answers.regions[id]?.time = time }
        try store.keep(kept, of: key)
      }
    }
    do { try folder.open().finish() }
    #expect(try SignOff.check(target: folder.path("out")).isSound)
  }

  @Test(arguments: [
    #""regions":[{"id":"f2","rect":{"x":9,"y":9,"width":1,"height":1},"origin":"manual","state":"applied"}]"#,
    #""regions":[{"id":"f9"}]"#, #""gone":7"#, #""filters":{"sepia":7}"#,
    #""answers":{"f2":{"kind":"visible","rect":{"x":0,"y":0,"width":1,"height":1},"time":-1}}"#,
    #""look":{"time":-1}"#,
  ])
  func refusesStepsThatNoReviewHasWritten(_ part: String) throws {
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f2"]))
    }
    var fields = [#""regions":[]"#, #""gone":[]"#, #""isReverted":false"#, #""spans":{}"#, #""answers":{}"#]
    let name = try #require(part.split(separator: ":").first)
    fields = fields.filter { !$0.hasPrefix(name) } + [part]
    try sql("UPDATE steps SET before = '{\(fields.joined(separator: ","))}'")
    let session = try folder.open()
    let error = #expect(throws: FaceBlurError.self) { try session.undo(at: nil) }
    #expect(error?.kind == .damagedJournal && error?.file?.name == ReviewStore.name, "\(error as Any)")
    #expect(try session.photo("one.jpg").state("f2") == .excluded)
  }

  /// Each step is of as many regions as there may be, and both together lead to more.
  @Test func refusesStepsThatLeadNowhere() throws {
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    let now = try snapshot(session, "one.jpg")
    session.close()
    var before = now
    before.edit.plan.regions = (0..<RegionPlan.maxRegions).map {
      PlannedRegion(id: "x\($0)", rect: ReviewFolder.corner, score: nil, origin: .manual)
    }
    do {
      let store = try ReviewStore.ofCollection(in: folder.path("out.faceblur"))
      var empty = before
      empty.edit.plan.regions = []
      try store.forgetSteps()
      try store.add([ReviewStep(key: "one.jpg", from: before, to: empty)])
    }
    let next = try folder.open()
    let error = #expect(throws: FaceBlurError.self) { try next.undo(at: nil) }
    #expect(error?.kind == .damagedJournal && error?.file?.name == ReviewStore.name, "\(error as Any)")
    #expect(try snapshot(next, "one.jpg") == now)
  }
}
