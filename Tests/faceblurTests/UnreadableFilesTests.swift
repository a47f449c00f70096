import Foundation
import TestSupport
import Testing

/// What cannot be read now may be whole: nothing is removed, moved or forgotten for it.
@Suite struct UnreadableFilesTests {
  /// What a killed edit has left waits where the next command cannot open it.
  @Test func keepsAPendingRecordThatCannotBeRead() throws {
    let start = try ScratchFolder()
    try start.writeAstronaut()
    try start.faceblur("blur", "portrait.jpg", "--effort", "fast")
    let files = try start.contents().compactMapValues { $0 }
    var met = 0
    for number in 1...40 {
      let scratch = try ScratchFolder()
      for (name, bytes) in files { try scratch.write(bytes, name) }
      let edit = ["edit", "portrait.jpg", "--add", "5,5,40,40"]
      let outcome = try CrashingCommand.run(edit, untilChange: number, in: scratch.path)
      guard CrashingCommand.isCrash(outcome) else {
        #expect(met > 0)
        return
      }
      let waiting = try scratch.names().filter { $0.hasSuffix(".pending") }
      guard !waiting.isEmpty else { continue }
      met += 1
      let before = try scratch.contentDigests()
      let blur = ["blur", "portrait.jpg", "--effort", "fast"]
      // The original is the one file that it can open.
      let poor = try BuiltCommand.run(blur, prefix: ["prlimit", "--nofile=4"], in: scratch.path)
      #expect(poor.exitCode != 0, "killed before change \(number)")
      #expect(try scratch.contentDigests() == before, "killed before change \(number)")
      let next = try BuiltCommand.run(blur, in: scratch.path)
      #expect(next.exitCode == 0, "killed before change \(number): \(next.errors)")
    }
    Issue.record("it never came to its end")
  }

  @Test func saysWhichSidecarItLeavesBehind() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--effort", "fast", "--xmp")
    try scratch.write(scratch.read("portrait.jpg.xmp") + Array("<!-- mine -->".utf8), "portrait.jpg.xmp")
    let outcome = try BuiltCommand.run(["revert", "-q", "portrait.jpg"], in: scratch.path)
    #expect(outcome.exitCode == 0 && outcome.errors.contains("portrait.jpg.xmp: it was changed"))
    #expect(try scratch.names().sorted() == ["portrait.jpg", "portrait.jpg.xmp"])
  }

  /// A run that was killed before it had written anything is no run whose decisions are lost.
  @Test func beginsAnewWhereTheFirstRunWroteNothing() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    for folder in ["out", "out.faceblur"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    }
    try scratch.write([], "out.faceblur/journal.sqlite")
    let first = try scratch.scrub("-q")
    #expect(first.exitCode == 0 && first.errors.isEmpty, "\(first.errors)")
    // Where there is something, it may be what people have decided about.
    try scratch.write([], "out.faceblur/journal.sqlite")
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: scratch.path("out.faceblur/journal.sqlite" + ending))
    }
    let second = try scratch.scrub("-q")
    #expect(second.errors.contains("it is empty"), "\(second.errors)")
  }
}
