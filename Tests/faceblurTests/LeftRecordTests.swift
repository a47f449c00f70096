import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Photos and films that were renamed or exchanged without their records or renders: what a person has hidden does not come open without a word.
@Suite struct LeftRecordTests {
  private static let drawn = PixelBox(x: 300, y: 380, width: 180, height: 120)
  private static let drawing = ["--threshold", "1", "--add", "300,380,180,120"]

  private func write(_ name: String, to scratch: ScratchFolder, isSecond: Bool = false) throws {
    if name.hasSuffix(".mp4") {
      try scratch.write(TestFilm { $0.frames = isSecond ? 5 : 4 }.bytes(), name)
    } else {
      try scratch.write(isSecond ? TestPhotos.graceHopper() : TestPhotos.astronaut(), name)
    }
  }

  @discardableResult
  private func run(_ words: [String], in scratch: ScratchFolder) throws -> BuiltCommand.Outcome {
    let outcome = try BuiltCommand.run(words, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome
  }

  /// Something was drawn in a photo, which was then renamed without its record.
  private func drawnIn(_ photo: String, thenCalled name: String) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try write(photo, to: scratch)
    try run(["edit", photo] + Self.drawing, in: scratch)
    try scratch.rename(photo, to: name)
    return scratch
  }

  private func exchange(_ endings: [String], in scratch: ScratchFolder, folder: String = "") throws {
    for ending in endings {
      try scratch.rename("\(folder)a\(ending)", to: "\(folder)c\(ending)")
      try scratch.rename("\(folder)b\(ending)", to: "\(folder)a\(ending)")
      try scratch.rename("\(folder)c\(ending)", to: "\(folder)b\(ending)")
    }
  }

  private func expectHidden(_ box: PixelBox, in render: String, of photo: String, _ scratch: ScratchFolder)
    throws
  {
    let seen = try RenderedCoefficients(original: scratch.read(photo), render: scratch.read(render))
    #expect(seen.coverage(of: box, by: seen.isFlat) == 1)
  }

  @Test(arguments: ["blur", "edit", "filter"], [false, true])
  func refusesToPassOverARecordThatWasLeftBehind(_ command: String, isReplaced: Bool) throws {
    let scratch = try drawnIn("a.jpg", thenCalled: "c.jpg")
    if isReplaced {
      try write("a.jpg", to: scratch, isSecond: true)
      // As if a clock had been ahead.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 100_000)], ofItemAtPath: scratch.path("a.AAE"))
    }
    let options = [
      "blur": ["--threshold", "1"], "edit": ["--add", "1,1,20,20"], "filter": ["--sepia", "0.4"],
    ]
    let words = [command, "c.jpg"] + (options[command] ?? [])
    let outcome = try scratch.expectFailure(73, naming: "a.AAE", words)
    #expect(outcome.errors.contains("call it c.jpg.AAE"))
    try scratch.expectFailure(73, naming: "a.AAE", words + ["--record", "records"])
    // The advice is the way.
    try scratch.rename("a.AAE", to: "c.jpg.AAE")
    try run(words, in: scratch)
    if command == "blur" { try expectHidden(Self.drawn, in: "c_edited.jpg", of: "c.jpg", scratch) }
    #expect(try scratch.faceblur("show", "c.jpg").output.contains("m1"))
  }

  /// A copy whose name differs in case alone has not got the record for its own.
  @Test func refusesToPassOverItWhereACopyHasItsNameInOtherLetters() throws {
    let scratch = try drawnIn("A.jpg", thenCalled: "c.jpg")
    try write("a.jpg", to: scratch)
    for photo in ["c.jpg", "a.jpg"] { try scratch.expectFailure(73, naming: "A.AAE", ["blur", photo]) }
    // One whose photo is there belongs to it.
    try write("A.jpg", to: scratch)
    try run(["blur", "c.jpg"], in: scratch)
  }

  /// What a person drew may be in what cannot be read any more.
  @Test func refusesToPassOverOneThatCannotBeRead() throws {
    let scratch = try drawnIn("a.jpg", thenCalled: "c.jpg")
    let record = try scratch.read("a.AAE")
    for damaged in [Array(record.prefix(400)), []] {
      try scratch.write(damaged, "a.AAE")
      try scratch.expectFailure(73, naming: "a.AAE", ["blur", "c.jpg"])
      try scratch.expectFailure(73, naming: "a.AAE", ["edit", "c.jpg", "--add", "1,1,20,20"])
    }
    #expect(try scratch.contents()["c_edited.jpg"] == nil)
    // Beside a photo of its name it is that one's, which says so itself.
    try write("a.jpg", to: scratch, isSecond: true)
    try run(["blur", "c.jpg"], in: scratch)
  }

  @Test func beginsAnewWhereThatIsAskedFor() throws {
    let scratch = try drawnIn("a.jpg", thenCalled: "c.jpg")
    try scratch.faceblur("blur", "c.jpg", "--forget")
    #expect(try !scratch.faceblur("show", "c.jpg").output.contains("m1"))
  }

  @Test func refusesToPassOverTheRecordOfAFilm() throws {
    let scratch = try ScratchFolder()
    try write("a.mp4", to: scratch)
    try scratch.faceblur("edit", "a.mp4", "--threshold", "1", "--add", "0,0,64,48")
    try scratch.rename("a.mp4", to: "c.mp4")
    for words in [["blur", "c.mp4"], ["edit", "c.mp4", "--add", "9,9,32,32"]] {
      try scratch.expectFailure(73, naming: "a.AAE", words)
    }
    try scratch.rename("a.AAE", to: "c.mp4.AAE")
    try scratch.faceblur("blur", "c.mp4", "--threshold", "1")
    #expect(try scratch.faceblur("show", "c.mp4").output.contains("m1"))
  }

  /// Each lies beside the record of the other.
  @Test func refusesPhotosThatWereExchangedWithoutTheirRecords() throws {
    let scratch = try ScratchFolder()
    try write("a.jpg", to: scratch)
    try write("b.jpg", to: scratch, isSecond: true)
    try run(["edit", "a.jpg"] + Self.drawing, in: scratch)
    try scratch.faceblur("blur", "b.jpg")
    try exchange([".jpg"], in: scratch)
    for words in [
      ["blur", "b.jpg"], ["blur", "b.jpg", "--force-rebase"], ["edit", "b.jpg", "--cells", "4"],
    ] {
      let outcome = try scratch.expectFailure(73, naming: "a.AAE", words)
      #expect(outcome.errors.contains("call it b.jpg.AAE"))
    }
    try scratch.rename("a.AAE", to: "b.jpg.AAE")
    try scratch.expectFailure(73, naming: "b.AAE", "blur", "a.jpg")
    try scratch.rename("b.AAE", to: "a.jpg.AAE")
    for name in ["a.jpg", "b.jpg"] { try scratch.faceblur("blur", name, "--threshold", "1", "--cells", "4") }
    // Where the render was.
    try expectHidden(Self.drawn, in: "a_edited.jpg", of: "b.jpg", scratch)
  }

  /// A copy of a photo whose record lies beside it, and records of other programs, are nothing to speak of.
  /// The record beside the one is all that is known of what a person has drawn in the other.
  @Test(arguments: ["jpg", "mp4"], [["revert", "a."], ["blur", "--force-rebase", "a."]])
  func keepsTheOnlyRecordOfAnExchangedOne(ending: String, words: [String]) throws {
    let scratch = try ScratchFolder()
    try write("a.\(ending)", to: scratch)
    try write("b.\(ending)", to: scratch, isSecond: true)
    try scratch.faceblur("edit", "a.\(ending)", "--threshold", "1", "--add", "0,0,64,48")
    try exchange([".\(ending)"], in: scratch)
    let outcome = try scratch.expectFailure(
      73, naming: "a.AAE", words.dropLast() + [words[words.count - 1] + ending])
    #expect(outcome.errors.contains("call it b.\(ending).AAE"))
    try scratch.rename("a.AAE", to: "b.\(ending).AAE")
    #expect(try scratch.faceblur("show", "b.\(ending)").output.contains("m1"))
  }

  /// A run over a collection that goes on with the records says the same, and what it says helps.
  @Test(arguments: ["jpg", "mp4"])
  func saysInACollectionWhoseRecordItIs(_ ending: String) throws {
    let scratch = try ScratchFolder()
    for name in ["a", "b"] {
      // Of the same proportions: what was drawn in one is hidden in whatever has its name in a collection.
      if ending == "jpg" {
        try scratch.write(
          TestJPEG.encode(TestPhotos.noise(width: 320, height: 240, seed: name == "a" ? 1 : 2)),
          "photos/\(name).jpg")
      } else {
        try write("photos/\(name).\(ending)", to: scratch, isSecond: name == "b")
      }
      try scratch.faceblur(
        "edit", "photos/\(name).\(ending)", "--threshold", "1", "--add", "0,0,64,48")
      try scratch.remove("photos/\(name)_edited.\(ending)")
    }
    let records = ["--records", "beside", "--threshold", "1"]
    #expect(try scratch.scrub(records).exitCode == 0)
    try exchange([".\(ending)"], in: scratch, folder: "photos/")
    #expect(try scratch.scrub(records).exitCode == 1)
    for (name, left) in [("a", "b"), ("b", "a")] {
      let reason = try #require(try scratch.report()["\(name).\(ending)"]?.reason)
      #expect(reason.contains("/\(left).AAE: it records an edit of \(name).\(ending)"), "\(reason)")
      #expect(reason.contains("call it \(name).\(ending).AAE"), "\(reason)")
    }
    try scratch.rename("photos/b.AAE", to: "photos/a.\(ending).AAE")
    try scratch.rename("photos/a.AAE", to: "photos/b.\(ending).AAE")
    let outcome = try scratch.scrub(records)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    guard ending == "jpg" else { return }
    let box = PixelBox(x: 0, y: 0, width: 64, height: 48)
    for name in ["a.jpg", "b.jpg"] {
      try expectHidden(box, in: "out/\(name)", of: "photos/\(name)", scratch)
    }
  }

  @Test func leavesCopiesAlone() throws {
    let scratch = try ScratchFolder()
    try write("a.jpg", to: scratch)
    try run(["edit", "a.jpg"] + Self.drawing, in: scratch)
    try scratch.write(ForeignRecords.photos(), "gone.AAE")
    try scratch.write(ForeignRecords.withoutData(), "edited elsewhere.AAE")
    try write("b.jpg", to: scratch)
    try scratch.faceblur("blur", "b.jpg")
    // Also beside another record, and where both were renamed.
    for ending in ["jpg", "AAE"] { try scratch.rename("a.\(ending)", to: "trip.\(ending)") }
    try write("c.jpg", to: scratch)
    try scratch.faceblur("blur", "c.jpg")
    try write("d.jpg", to: scratch, isSecond: true)
    try scratch.faceblur("blur", "d.jpg")
    try write("d.jpg", to: scratch)
    try scratch.faceblur("blur", "d.jpg", "--force-rebase")
  }

  /// Photos and records have each other's names, and the renders have not.
  @Test(arguments: ["jpg", "mp4"])
  func blursIntoTheRenderThatWasLeft(_ ending: String) throws {
    let scratch = try ScratchFolder()
    try write("a.\(ending)", to: scratch)
    try write("b.\(ending)", to: scratch, isSecond: true)
    for name in ["a", "b"] {
      try scratch.faceblur("edit", "\(name).\(ending)", "--threshold", "1", "--add", "0,0,64,48")
    }
    try exchange([".\(ending)", ".AAE"], in: scratch)
    let names = try scratch.names()
    // Again and again, whatever the records say by then.
    for style in ["fill", "mosaic"] {
      for (name, own, others) in [("b", "a_edited", "b_edited"), ("a", "b_edited", "a_edited")] {
        let (mine, theirs) = ("\(own).\(ending)", "\(others).\(ending)")
        let before = (try scratch.digest(mine), try scratch.digest(theirs))
        try scratch.faceblur("blur", "\(name).\(ending)", "--threshold", "1", "--style", style)
        #expect(try scratch.digest(mine) != before.0)
        #expect(try scratch.digest(theirs) == before.1)
        #expect(try scratch.faceblur("show", "\(name).\(ending)").output.contains(mine))
      }
    }
    #expect(try scratch.names() == names)
    for name in ["a", "b"] { try scratch.faceblur("revert", "\(name).\(ending)") }
    #expect(try scratch.names() == ["a.\(ending)", "b.\(ending)"])
  }
}
