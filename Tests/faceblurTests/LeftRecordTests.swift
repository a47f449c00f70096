import ImageProcessingKit
import TestSupport
import Testing

/// Photos and films that were renamed or exchanged without their records or renders: what a person has hidden does not come open without a word.
@Suite struct LeftRecordTests {
  private func write(_ name: String, to scratch: ScratchFolder, isSecond: Bool = false) throws {
    if name.hasSuffix(".mp4") {
      try scratch.write(TestFilm { $0.frames = isSecond ? 5 : 4 }.bytes(), name)
    } else {
      try scratch.write(isSecond ? TestPhotos.graceHopper() : TestPhotos.astronaut(), name)
    }
  }

  private func exchange(_ endings: [String], in scratch: ScratchFolder) throws {
    for ending in endings {
      try scratch.rename("a\(ending)", to: "c\(ending)")
      try scratch.rename("b\(ending)", to: "a\(ending)")
      try scratch.rename("c\(ending)", to: "b\(ending)")
    }
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
