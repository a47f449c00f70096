import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a person has looked at, on paper.
@Suite struct SignOffTests {
  private let folder: ReviewFolder

  init() throws {
    folder = try ReviewFolder()
    try folder.scrub()
  }

  private func check() throws -> SignOff.Check { try SignOff.check(target: folder.path("out")) }

  @Test func tellsWhoseEveryQuestionIsAnswered() throws {
    var found = try check()
    #expect(found.outputs == 3 && found.findings.map(\.flaw) == [.unseen, .unseen, .unseen])
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f2"]))
      try session.change("one.jpg", .look)
      let work = try session.finish()
      #expect(work.signOff == folder.path("out.faceblur/review.json").resolved)
      // Busy, as long as somebody is at it.
      #expect(throws: FaceBlurError.self) { try check() }
      session.close()
    }
    found = try check()
    #expect(found.findings.map(\.output) == ["in/two.jpg", "plain.jpg"])
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.finish()
      #expect(session.queue.questions.isEmpty)
    }
    #expect(try check().isSound)

    // It stays so through a run that changes nothing, and not through one that does.
    try folder.scrub()
    #expect(try check().isSound)
    try folder.scrub { $0.strength = ObscuringStrength(style: .fill, margin: 1.3) ?? .default }
    #expect(try check().findings.contains { $0.flaw == .changed })
    // Nobody has seen that, so the next sign-off does not say so.
    do {
      let session = try folder.open()
      #expect(!session.queue.questions.isEmpty)
      try session.finish()
    }
    #expect(try check().findings.count { $0.flaw == .unseen } == 2)
  }

  @Test func tellsOfEveryChangeSince() throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.finish()
    }
    try folder.scratch.write(TestPhotos.cameraman(), "out/one.jpg")
    try folder.scratch.write(TestPhotos.cameraman(), "out/in/more.jpg")
    try folder.scratch.write(Array("<html>".utf8), "out/index.html")
    try FileManager.default.removeItem(atPath: folder.scratch.path("out/plain.jpg"))
    let found = try check()
    #expect(
      found.findings.sorted { "\($0.output)" < "\($1.output)" }.map(\.flaw) == [.stranger, .stray, .changed])
  }

  /// Whatever lies in a target is published with it.
  @Test func namesAllThatNoRunHasPutThere() throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.finish()
    }
    #expect(try check().isSound)
    let photo = try TestPhotos.astronaut()
    try folder.scratch.write([0] + photo, "out/x.bin")
    try folder.scratch.write(Array("PK\u{3}\u{4}".utf8) + photo, "out/photos.zip")
    try folder.scratch.write(Array("<img src='data:image/jpeg;base64,'>".utf8), "out/page.html")
    for name in ["one.AAE", "one.xmp", "out.faceblur/journal.sqlite", ".hidden"] {
      try folder.scratch.write([1], "out/\(name)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.scratch.path("out/link.jpg"), withDestinationPath: folder.scratch.path("photos/one.jpg"))
    #expect(mkfifo(folder.scratch.path("out/pipe"), 0o600) == 0)
    let found = try check()
    #expect(
      Set(found.findings.map { "\($0.output)" }) == [
        "x.bin", "photos.zip", "page.html", "one.AAE", "one.xmp", "out.faceblur/journal.sqlite", ".hidden",
        "link.jpg", "pipe",
      ])
    #expect(found.findings.allSatisfy { $0.flaw == .stray } && found.others == 0 && found.outputs == 3)
  }

  /// The name of a folder is published, too.
  @Test func namesFoldersInWhichThereIsNothing() throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.finish()
    }
    for name in ["out/party", "out/in/deep/deeper"] {
      try FileManager.default.createDirectory(
        atPath: folder.scratch.path(name), withIntermediateDirectories: true)
    }
    let found = try check()
    #expect(Set(found.findings.map { "\($0.output)" }) == ["party", "in/deep/deeper"])
    #expect(found.findings.allSatisfy { $0.flaw == .stray })
    for name in ["out/party", "out/in/deep", "out/in/two.jpg"] {
      try FileManager.default.removeItem(atPath: folder.scratch.path(name))
    }
    // A run has made that folder, and its output is gone.
    #expect(try check().isSound)
  }

  private func digests() throws -> [FilePath: String] {
    var digests: [FilePath: String] = [:]
    for name in ["one.jpg", "in/two.jpg", "plain.jpg"] {
      digests[FilePath(name)] = try folder.digest("out/\(name)")
    }
    return digests
  }

  /// Regions are as they were; of the bytes nobody can tell that they show what was looked at.
  @Test(arguments: [false, true])
  func asksAgainAboutWhatARunHasMadeAnew(wasSigned: Bool) throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      if wasSigned { try session.finish() }
    }
    // Where nothing has changed, nobody is asked again.
    try folder.scrub()
    do {
      let session = try folder.open()
      #expect(session.queue.questions.isEmpty)
      if wasSigned { try session.finish() }
    }
    #expect(try check().isSound == wasSigned)

    let before = try digests()
    try folder.scrub { $0.renderOptions.hasThumbnail = true }
    let changed = try digests().filter { $0.value != before[$0.key] }.map(\.key)
    try #require(changed.contains("one.jpg"))
    // Neither does looking at nothing, nor taking back what was said before.
    for _ in 0..<2 {
      let session = try folder.open()
      let asked = session.queue.questions.map { session.queue.photos[$0.photo].name }
      #expect(Set(asked) == Set(changed))
      if try session.undo(at: nil) != nil { _ = try session.redo(at: nil) }
      try session.finish()
      session.close()
      let found = try check()
      #expect(Set(found.findings.map(\.output)) == Set(changed))
      #expect(found.findings.allSatisfy { [.changed, .unseen].contains($0.flaw) })
    }
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.finish()
    }
    #expect(try check().isSound)
  }

  /// Who takes a decision back in the same review has seen what is rendered then.
  @Test func signsWhatTheReviewItselfRenders() throws {
    let session = try folder.open()
    try session.lookAtAll()
    try session.change("one.jpg", .exclude(["f1"]))
    try session.finish()
    #expect(session.queue.questions.isEmpty)
    _ = try session.undo(at: nil)
    try session.finish()
    #expect(session.queue.questions.isEmpty)
    session.close()
    #expect(try check().isSound)
  }

  /// What is shown is what the run has made of it.
  @Test func saysWhyItSignsNoOutputOfAnybodyElse() throws {
    try folder.scratch.write(TestPhotos.cameraman(), "out/one.jpg")
    do {
      let session = try folder.open()
      try session.lookAtAll()
      #expect(try session.photo("one.jpg").warnings.contains { $0.contains("not as it was scrubbed") })
      try session.finish()
    }
    let found = try check()
    #expect(found.findings.map(\.output) == ["one.jpg"] && found.findings.map(\.flaw) == [.foreign])
  }

  /// An earlier version kept no word of which output was looked at: what it has signed stays so, the rest is asked about.
  @Test(arguments: [false, true])
  func takesTheSignedOutputForTheOneThatWasLookedAt(wasSigned: Bool) throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      if wasSigned { try session.finish() }
    }
    do {
      let store = try ReviewStore.ofCollection(in: folder.path("out.faceblur"))
      for (key, known) in try store.photos() {
        var kept = known
        #expect(kept.answers.lookedOutput != nil)
        kept.answers.lookedOutput = nil
        try store.keep(kept, of: key)
      }
    }
    do {
      let session = try folder.open()
      #expect(session.queue.questions.isEmpty == wasSigned)
      try session.finish()
    }
    #expect(try check().isSound == wasSigned)
  }

  @Test func signsNothingThatIsDecidedAndNotRendered() throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.finish()
      try session.change("one.jpg", .exclude(["f1"]))
    }
    // The output is as it was when it was looked at, and no longer what was decided.
    #expect(try check().findings.map(\.flaw) == [.unrendered])
    do {
      let session = try folder.open()
      try folder.scratch.write(TestPhotos.cameraman(), "out/one.jpg")
      #expect(try session.finish().results.first?.error != nil)
    }
    #expect(try check().findings.map(\.output) == ["one.jpg"])
  }

  /// Who takes their look back has not looked.
  @Test func signsNoLookThatWasTakenBack() throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.change("plain.jpg", .reset)
      try session.change("plain.jpg", .look)
      try session.finish()
      _ = try session.undo(at: nil)
    }
    #expect(try check().findings.map(\.output) == ["plain.jpg"])
  }

  @Test func isWrittenAsItsSchemaSays() throws {
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    try session.change("one.jpg", .add(ReviewFolder.corner))
    try session.change("two.jpg", .look)
    try session.finish()
    let json = try folder.scratch.read("out.faceblur/review.json")
    let schemas = try JSONSchema(folder: TestPhotos.packageFolder.appending(path: "Documentation/schemas"))
    let object = try JSONSerialization.jsonObject(with: Data(json))
    #expect(try schemas.problems(of: object, by: "review") == [])
    let path = folder.scratch.path("out.faceblur/review.json")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)

    let signOff = try #require(try SignOff.read(from: folder.path("out.faceblur")))
    #expect(signOff.photos.map(\.output) == ["in/two.jpg", "one.jpg"])
    let (two, one) = (signOff.photos[0], signOff.photos[1])
    #expect(two.isComplete && two.shown.map(\.id) == ["f1", "f2"])
    #expect(two.decisions.map(\.answer) == [.hidden, .hidden])
    // Of the rest of it nobody has said anything.
    #expect(!one.isComplete)
    #expect(try folder.digest("out/one.jpg") == one.sha256)
    #expect(try folder.digest("photos/one.jpg") == one.sourceSHA256)
    #expect(Set(one.decisions.map { "\($0.region) \($0.answer)" }) == ["f2 visible", "m1 drawn"])
    #expect(one.shown.map(\.id).sorted() == ["f2", "m1"])
  }

  @Test func believesNoFileThatIsDamaged() throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.finish()
    }
    let text = String(decoding: try folder.scratch.read("out.faceblur/review.json"), as: UTF8.self)
    for (part, other) in [
      ("\"schema\":1", "\"schema\":2"), ("\"complete\":true", "\"complete\":1"),
      ("\"sha256\":\"", "\"sha256\":\"x"),
      ("\"photos\":[", "\"photos\":{"),
    ] {
      #expect(text.contains(part))
      try folder.scratch.write(
        Array(text.replacing(part, with: other, maxReplacements: 1).utf8), "out.faceblur/review.json")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: folder.scratch.path("out.faceblur/review.json"))
      #expect(throws: FaceBlurError.self, "\(part)") { try check() }
    }
  }

  /// A reader takes one of two, and which one nobody knows.
  @Test func believesNoFileThatSaysSomethingTwice() throws {
    do {
      let session = try folder.open()
      try session.lookAtAll()
      try session.finish()
    }
    let json = try folder.scratch.read("out.faceblur/review.json")
    let text = String(decoding: json, as: UTF8.self)
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    let photos = try #require(object["photos"] as? [[String: Any]])
    let first = try #require(photos.first)
    var other = first
    other["complete"] = false
    var twice: [[UInt8]] = [
      ("\"complete\":true", "\"complete\":true,\"complete\":false"),
      ("\"complete\":true", "\"complete\":false,\"complete\":true"),
      ("\"complete\":true", "\"c\\u006fmplete\":false,\"complete\":true"),
      ("\"photos\":[", "\"photos\":[],\"photos\":["),
    ].map { Array(text.replacing($0.0, with: $0.1, maxReplacements: 1).utf8) }
    for pair in [[first, other], [other, first]] {
      object["photos"] = pair + photos.dropFirst()
      twice.append([UInt8](try JSONSerialization.data(withJSONObject: object)))
    }
    for content in twice {
      try folder.scratch.write(content, "out.faceblur/review.json")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: folder.scratch.path("out.faceblur/review.json"))
      let error = #expect(throws: FaceBlurError.self) { try check() }
      #expect(error?.kind == .notReadable, "\(String(decoding: content.prefix(200), as: UTF8.self))")
    }
  }

  @Test(arguments: [false, true])
  func readsNothingInPlaceOfTheFile(isLink: Bool) throws {
    let path = folder.scratch.path("out.faceblur/review.json")
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
    } else {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let error = #expect(throws: FaceBlurError.self) { try check() }
    #expect(error?.kind == .refused && error?.reason.contains("no file") == true)
  }
}
